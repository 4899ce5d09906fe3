/** What a store found beside its history when it was opened. Nothing of it was ever acknowledged. */
export interface RepairReport {
  /** Pieces without a line end, with a wrong checksum, or that are no record. */
  readonly damaged: number;
  /** Intact lines that do not continue the history: a lost race, or a predecessor that never reached the disk. */
  readonly void: number;
  /** Bytes of both. */
  readonly bytes: number;
  /** Where the first of them stands. */
  readonly file: string;
  readonly offset: number;
}
