import type { Sleep } from './types.ts';

/** `setTimeout` holds its delay in 32 bits; a longer one would fire at once. */
const longestTimeout = 2 ** 31 - 1;

/**
 * Waits without keeping the process alive: a Node program whose only work is to renew a lock ends.
 * Delays above 24 days are cut to 24 days.
 */
export const backgroundSleep: Sleep = (ms, { signal } = {}) =>
  new Promise((resolve, reject) => {
    const refuse = (): void => reject(new Error('the wait was stopped', { cause: signal?.reason }));
    if (signal?.aborted === true) {
      refuse();
      return;
    }
    const stop = (): void => {
      clearTimeout(timeout);
      refuse();
    };
    const timeout = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, longestTimeout),
    );
    signal?.addEventListener('abort', stop, { once: true });
    releaseProcess(timeout);
  });

/** Node and Bun return an object with `unref`; browsers return a number and need none. */
function releaseProcess(timeout: unknown): void {
  if (typeof timeout !== 'object' || timeout === null) return;
  const unref: unknown = Reflect.get(timeout, 'unref');
  if (typeof unref === 'function') unref.call(timeout);
}
