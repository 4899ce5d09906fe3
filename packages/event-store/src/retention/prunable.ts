/** What `removeStream` needs to know. */
export interface RemoveStreamOptions {
  /** Version the stream must still have: that of the archived copy. */
  readonly expectedVersion: number;
  /** Name under which the archive keeps the events; stored for ever beside the head. 1-1,024 UTF-8 bytes. */
  readonly archivedAs: string;
}

/** The head a removed stream leaves behind. */
export interface RemovedStream {
  readonly streamId: string;
  readonly version: number;
  readonly hash: string;
  readonly archivedAs: string;
}

/** A store that can give up the events of a stream, on request only, never by itself. */
export interface Prunable {
  /**
   * Hides the events of a stream for good and keeps its head. Afterwards `append` and `read` on it
   * reject with `store-removed`, and `readAll` and `listStreams` leave it out.
   * Throws `VersionConflictError` when the stream has another version.
   */
  removeStream(streamId: string, options: RemoveStreamOptions): Promise<void>;
  /** Heads of the removed streams, in code-unit order of their ids. */
  listRemoved(options?: { readonly prefix?: string }): AsyncIterable<RemovedStream>;
}
