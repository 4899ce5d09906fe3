import type { Timer } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';

/** A timer for tests that records every sleep. */
export interface ManualSleep extends Timer {
  /** Milliseconds of every sleep, in order. */
  readonly waits: readonly number[];
  /** Ends the oldest sleep that is under way; false when no sleep is under way. */
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
      oldest?.();
      return oldest !== undefined;
    },
    sleep(ms, signal) {
      waits.push(ms);
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          sleepers.delete(wakeUp);
          reject(signal?.reason);
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
