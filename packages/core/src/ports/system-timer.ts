import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import type { Timer } from './timer.ts';

/** `setTimeout` holds its delay in 32 bits; above that it fires at once. */
const longestTimeout = 2 ** 31 - 1;

/** Waits with the global `setTimeout`, looked up at each call so that fake timers take effect. */
export const systemTimer: Timer = {
  async sleep(ms, signal) {
    if (Number.isNaN(ms)) {
      throw new InvalidArgumentError(
        `expected milliseconds to sleep, got ${describeValue(ms)}; check how the delay is computed`,
      );
    }
    await timeout(Math.min(Math.max(0, ms), longestTimeout), signal);
    if (ms > longestTimeout) await systemTimer.sleep(ms - longestTimeout, signal);
  },
};

function timeout(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      clearTimeout(handle);
      reject(signal?.reason);
    };
    const handle = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
