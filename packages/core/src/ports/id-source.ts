/** The source of ids. Injected, so that a run can be replayed to the same bytes. */
export interface IdSource {
  /** A fresh id, `<prefix>_<...>` when a prefix is given. */
  next(prefix?: string): string;
}
