import type { FileSystem } from '../file/file-system.ts';

/** One call that changed a file system, or an acknowledgement between two calls. */
export type FileSystemCall =
  | { readonly call: 'create'; readonly path: string }
  | { readonly call: 'append'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly call: 'sync'; readonly path: string }
  | { readonly call: 'makeDirectory'; readonly path: string }
  | { readonly call: 'syncDirectory'; readonly path: string }
  | { readonly call: 'remove'; readonly path: string }
  | { readonly call: 'acknowledged'; readonly value: unknown };

/** A file system with a trace of its changes. */
export interface RecordingFileSystem extends FileSystem {
  readonly trace: readonly FileSystemCall[];
  /** Adds to the trace that `value` was acknowledged: a later crash must not lose it. */
  acknowledge(value: unknown): void;
}

/** Returns a file system that passes every call to `base` and records the calls that change something. */
export function recordingFileSystem(base: FileSystem): RecordingFileSystem {
  const trace: FileSystemCall[] = [];
  const paths = new Map<number, string>();
  const pathOf = (file: number): string => paths.get(file) ?? '';

  return {
    trace,
    acknowledge(value) {
      trace.push({ call: 'acknowledged', value });
    },
    open(path, mode) {
      const isNew = base.lstat(path) === null;
      const file = base.open(path, mode);
      paths.set(file, path);
      if (isNew) trace.push({ call: 'create', path });
      return file;
    },
    append(file, bytes) {
      const written = base.append(file, bytes);
      trace.push({ call: 'append', path: pathOf(file), bytes: bytes.slice(0, written) });
      return written;
    },
    sync(file) {
      base.sync(file);
      trace.push({ call: 'sync', path: pathOf(file) });
    },
    size: (file) => base.size(file),
    read: (file, offset, length) => base.read(file, offset, length),
    list: (directory) => base.list(directory),
    makeDirectory(path) {
      base.makeDirectory(path);
      trace.push({ call: 'makeDirectory', path });
    },
    syncDirectory(path) {
      base.syncDirectory(path);
      trace.push({ call: 'syncDirectory', path });
    },
    remove(path) {
      base.remove(path);
      trace.push({ call: 'remove', path });
    },
    close: (file) => base.close(file),
    lstat: (path) => base.lstat(path),
  };
}
