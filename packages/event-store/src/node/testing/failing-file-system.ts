import { checkOptions } from '@kanmon/core/kit';
import type { FileSystem } from '../file/file-system.ts';
import { systemError } from './memory-file-system.ts';

/** The calls that fail, and their error. */
export interface InjectedFailure {
  readonly call: keyof FileSystem;
  /** The first call that fails, counted from 1. All later calls fail too, unless `times` is set. */
  readonly nth: number;
  /** Number of calls that fail. @default Infinity */
  readonly times?: number;
  /** A system error code such as `ENOSPC`, `EIO`, `EACCES`; or `short`: `append` writes half and returns that length. */
  readonly error: 'short' | (string & {});
}

/** Returns a file system that passes every call to `base`, except for the calls that must fail. */
export function failingFileSystem(base: FileSystem, failure: InjectedFailure): FileSystem {
  checkOptions(failure, 'call nth times error', 'failingFileSystem(base, failure)');
  const { call, nth, times = Infinity, error } = failure;
  let calls = 0;

  return new Proxy(base, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (name !== call || typeof method !== 'function') return method;
      return (...given: readonly unknown[]): unknown => {
        const [subject, bytes] = given;
        calls += 1;
        if (calls < nth || calls >= nth + times) return Reflect.apply(method, target, given);
        if (error !== 'short' || !(bytes instanceof Uint8Array)) {
          throw systemError(error, name, typeof subject === 'string' ? subject : '');
        }
        const half = bytes.subarray(0, Math.floor(bytes.length / 2));
        return Reflect.apply(method, target, [subject, half]);
      };
    },
  });
}
