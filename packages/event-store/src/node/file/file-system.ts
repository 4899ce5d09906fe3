import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/** The kind of the file at a path, without following a symbolic link. */
export type FileKind = 'file' | 'directory' | 'link' | 'other';

/**
 * The part of a file system that the journal uses. Every call blocks: one write, one size and one sync cost less than
 * three hops through a thread pool. Failures throw an error with a `code` such as `ENOSPC`. After a crash, appended
 * bytes are there if `sync` returned, and new or removed names if `syncDirectory` returned.
 */
export interface FileSystem {
  /**
   * Opens a regular file and returns a handle; never follows a symbolic link in the last part of the path.
   * `append` also creates the file (mode 0600), and every write goes to the end, whoever else writes.
   */
  open(path: string, mode: 'read' | 'append'): number;
  /** Writes at the end in one call and returns the number of bytes written, which may be too few. */
  append(file: number, bytes: Uint8Array): number;
  /** Makes the content durable (`fdatasync`). */
  sync(file: number): void;
  size(file: number): number;
  /** Reads up to `length` bytes from `offset`; fewer at the end of the file. */
  read(file: number, offset: number, length: number): Uint8Array;
  /** Lists the names in a directory, in any order. */
  list(directory: string): readonly string[];
  /** Creates one directory with mode 0700; its parent must exist. */
  makeDirectory(directory: string): void;
  /** Makes the names in a directory durable; does nothing where the platform cannot (Windows). */
  syncDirectory(directory: string): void;
  remove(path: string): void;
  close(file: number): void;
  /** Returns the kind of the file at a path, or null when no file exists. */
  lstat(path: string): FileKind | null;
  /**
   * Returns the identity of an open file (a handle) or of the file at a path, or null when no file exists: equal for
   * one file only. Without it, a journal that was moved or replaced while it was open is not detected.
   */
  identity?(fileOrPath: number | string): string | null;
}

const privateFile = 0o600;
const privateDirectory = 0o700;
/** Windows has neither flag; there only `lstat` finds a link. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const appendFlags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noFollow;

/** The local file system of the machine, through `node:fs`. */
export const nodeFileSystem: FileSystem = {
  open: (path, mode) =>
    mode === 'append'
      ? openSync(path, appendFlags, privateFile)
      : openSync(path, constants.O_RDONLY | noFollow),
  append: (file, bytes) => writeSync(file, bytes),
  sync: (file) => fdatasyncSync(file),
  size: (file) => fstatSync(file).size,
  read(file, offset, length) {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const count = readSync(file, bytes, filled, length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  },
  list: (directory) => readdirSync(directory),
  makeDirectory(directory) {
    mkdirSync(directory, privateDirectory);
  },
  syncDirectory(directory) {
    if (process.platform === 'win32') return;
    const handle = openSync(directory, constants.O_RDONLY);
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
  remove: (path) => unlinkSync(path),
  close: (file) => closeSync(file),
  lstat(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return 'directory';
    return stats.isFile() ? 'file' : 'other';
  },
  identity(fileOrPath) {
    const stats =
      typeof fileOrPath === 'number'
        ? fstatSync(fileOrPath)
        : lstatSync(fileOrPath, { throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
  },
};
