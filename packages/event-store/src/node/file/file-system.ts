/** What a path names, without following a symbolic link. */
export type FileKind = 'file' | 'directory' | 'link' | 'other';

/**
 * The part of a file system the journal stands on. Every call blocks: one write, one size and one
 * sync cost less than three hops through a thread pool. Failures throw an error with a `code` such as
 * `ENOSPC`. The contract of a crash: what was appended counts after `sync`, a new or removed name
 * after `syncDirectory`.
 */
export interface FileSystem {
  /**
   * Opens a regular file and gives a handle; never follows a symbolic link in the last place.
   * `append` also creates it (mode 0600), and every write goes to the end, whoever else writes.
   */
  open(path: string, mode: 'read' | 'append'): number;
  /** Writes at the end in one call and gives the number of bytes written, which may be too few. */
  append(file: number, bytes: Uint8Array): number;
  /** Makes the content durable (`fdatasync`). */
  sync(file: number): void;
  size(file: number): number;
  /** Up to `length` bytes from `offset`; fewer at the end of the file. */
  read(file: number, offset: number, length: number): Uint8Array;
  /** Names in a directory, in any order. */
  list(directory: string): readonly string[];
  /** Makes one directory with mode 0700; its parent must exist. */
  makeDirectory(directory: string): void;
  /** Makes the names in a directory durable; does nothing where the platform cannot (Windows). */
  syncDirectory(directory: string): void;
  remove(path: string): void;
  close(file: number): void;
  /** What the path names, or null when there is nothing. */
  lstat(path: string): FileKind | null;
}
