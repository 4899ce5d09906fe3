import { checkOptions } from '@kanmon/core/kit';
import type { Sleep } from '../store/types.ts';

/** A sleep for tests that remembers what was asked for. */
export interface ManualSleep {
  readonly sleep: Sleep;
  /** Milliseconds of every sleep, in order. */
  readonly waits: readonly number[];
  /** Ends the oldest sleep that is still under way; false when there is none. */
  wake(): boolean;
}

/** With `auto`, every sleep ends at once; without, only `wake` ends one. An abort rejects it. @default auto false */
export function manualSleep(options: { readonly auto?: boolean } = {}): ManualSleep {
  checkOptions(options, { auto: true }, 'manualSleep(options)');
  const { auto = false } = options;
  const waits: number[] = [];
  const sleepers = new Set<() => void>();
  return {
    waits,
    wake() {
      const [oldest] = sleepers;
      if (oldest === undefined) return false;
      oldest();
      return true;
    },
    sleep: (ms, { signal } = {}) => {
      waits.push(ms);
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          sleepers.delete(wakeUp);
          reject(
            signal?.reason instanceof Error ? signal.reason : new Error('the sleep was aborted'),
          );
        };
        const wakeUp = (): void => {
          sleepers.delete(wakeUp);
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        if (signal?.aborted === true) stop();
        else if (auto) wakeUp();
        else {
          sleepers.add(wakeUp);
          signal?.addEventListener('abort', stop, { once: true });
        }
      });
    },
  };
}
