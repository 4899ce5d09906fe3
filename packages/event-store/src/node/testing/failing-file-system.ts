import { checkOptions } from '@kanmon/core/kit';
import type { FileSystem } from '../file/file-system.ts';
import { systemError } from './system-error.ts';

/** Which call fails, and how. */
export interface InjectedFailure {
  readonly call: keyof FileSystem;
  /** The first call that fails, counted from 1; all after it fail too unless `times` says otherwise. */
  readonly nth: number;
  /** How many calls fail. @default Infinity */
  readonly times?: number;
  /** A system error code such as `ENOSPC`, `EIO`, `EACCES`; or `short`: `append` writes half and says so. */
  readonly error: 'short' | (string & {});
}

/** Passes every call to `base` until the one that has to fail. */
export function failingFileSystem(base: FileSystem, failure: InjectedFailure): FileSystem {
  const known = { call: true, nth: true, times: true, error: true } as const;
  checkOptions(failure, known, 'failingFileSystem(base, failure)');
  const { call, nth, times = Infinity, error } = failure;
  let calls = 0;

  /** True when this call of `name` has to fail. */
  const mustFail = (name: keyof FileSystem): boolean => {
    if (name !== call) return false;
    calls += 1;
    return calls >= nth && calls < nth + times;
  };

  const guard = (name: keyof FileSystem, path: string): void => {
    if (mustFail(name)) throw systemError(error, name, path);
  };

  return {
    open(path, mode) {
      guard('open', path);
      return base.open(path, mode);
    },
    append(file, bytes) {
      if (!mustFail('append')) return base.append(file, bytes);
      if (error !== 'short') throw systemError(error, 'append');
      return base.append(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
    },
    sync(file) {
      guard('sync', '');
      base.sync(file);
    },
    size(file) {
      guard('size', '');
      return base.size(file);
    },
    read(file, offset, length) {
      guard('read', '');
      return base.read(file, offset, length);
    },
    list(directory) {
      guard('list', directory);
      return base.list(directory);
    },
    makeDirectory(path) {
      guard('makeDirectory', path);
      base.makeDirectory(path);
    },
    syncDirectory(path) {
      guard('syncDirectory', path);
      base.syncDirectory(path);
    },
    remove(path) {
      guard('remove', path);
      base.remove(path);
    },
    close(file) {
      guard('close', '');
      base.close(file);
    },
    lstat(path) {
      guard('lstat', path);
      return base.lstat(path);
    },
  };
}
