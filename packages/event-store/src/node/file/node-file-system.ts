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
import type { FileKind, FileSystem } from './file-system.ts';

const privateFile = 0o600;
const privateDirectory = 0o700;
/** Windows has neither flag; there a link is only found by `lstat`. */
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
  read: readBytes,
  list: (directory) => readdirSync(directory),
  makeDirectory: (directory) => {
    mkdirSync(directory, privateDirectory);
  },
  syncDirectory,
  remove: (path) => unlinkSync(path),
  close: (file) => closeSync(file),
  lstat,
};

function readBytes(file: number, offset: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function lstat(path: string): FileKind | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? 'file' : 'other';
}
