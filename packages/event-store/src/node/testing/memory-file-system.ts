import { checkOptions } from '@kanmon/core/kit';
import type { FileSystem } from '../file/file-system.ts';

/** The initial content of `memoryFileSystem`: absolute paths with `/`. The root always exists. */
export interface MemoryFiles {
  readonly directories?: readonly string[];
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

/** A file system in memory whose files can be read from outside. */
export interface MemoryFileSystem extends FileSystem {
  /** Returns a copy of every file by path. */
  contents(): ReadonlyMap<string, Uint8Array>;
}

interface MemoryFile {
  bytes: Uint8Array;
}

/** Creates a file system in memory, in which `sync` does nothing. For tests and for `replayPrefixes`. */
export function memoryFileSystem(initial: MemoryFiles = {}): MemoryFileSystem {
  checkOptions(initial, 'directories files', 'memoryFileSystem(initial)');
  const directories = new Set(['/', ...(initial.directories ?? [])]);
  const files = new Map<string, MemoryFile>();
  const handles = new Map<number, MemoryFile>();
  let lastHandle = 0;
  for (const [path, bytes] of initial.files ?? []) {
    files.set(path, { bytes: bytes.slice() });
  }

  const fileOf = (handle: number): MemoryFile => {
    const file = handles.get(handle);
    if (file === undefined) throw systemError('EBADF', 'file', String(handle));
    return file;
  };

  const assertParent = (path: string, call: string): void => {
    if (!directories.has(parentOf(path))) throw systemError('ENOENT', call, path);
  };

  const openFile = (path: string, mode: 'read' | 'append'): MemoryFile => {
    const known = files.get(path);
    if (known !== undefined) return known;
    if (mode === 'read') throw systemError('ENOENT', 'open', path);
    assertParent(path, 'open');
    const fresh = { bytes: new Uint8Array() };
    files.set(path, fresh);
    return fresh;
  };

  return {
    open(path, mode) {
      lastHandle += 1;
      handles.set(lastHandle, openFile(path, mode));
      return lastHandle;
    },
    append(handle, bytes) {
      const file = fileOf(handle);
      file.bytes = Buffer.concat([file.bytes, bytes]);
      return bytes.length;
    },
    sync(handle) {
      fileOf(handle);
    },
    size: (handle) => fileOf(handle).bytes.length,
    read: (handle, offset, length) => fileOf(handle).bytes.slice(offset, offset + length),
    list(directory) {
      if (!directories.has(directory)) throw systemError('ENOENT', 'list', directory);
      return [...files.keys(), ...directories]
        .filter((path) => path !== '/' && parentOf(path) === directory)
        .map((path) => path.slice(path.lastIndexOf('/') + 1));
    },
    makeDirectory(directory) {
      assertParent(directory, 'mkdir');
      directories.add(directory);
    },
    syncDirectory(directory) {
      if (!directories.has(directory)) throw systemError('ENOENT', 'fsync', directory);
    },
    remove(path) {
      if (!files.delete(path)) throw systemError('ENOENT', 'unlink', path);
    },
    close(handle) {
      fileOf(handle);
      handles.delete(handle);
    },
    lstat(path) {
      if (directories.has(path)) return 'directory';
      return files.has(path) ? 'file' : null;
    },
    contents: () => new Map([...files].map(([path, { bytes }]) => [path, Uint8Array.from(bytes)])),
  };
}

/** Returns the directory that contains a path. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** Returns an error as `node:fs` throws it. */
export function systemError(code: string, call: string, path = ''): Error & { code: string } {
  return Object.assign(new Error(`${code}: ${call} '${path}'`), { code });
}
