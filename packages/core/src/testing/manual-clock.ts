import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { Timer } from '../ports/timer.ts';
import { describeValue } from '../vocabulary/describe-value.ts';

/** A clock that moves only when a test moves it. */
export type ManualClock = Clock &
  Timer & {
    /** Moves the time; a negative number sets the clock back, as a machine's clock may be set. */
    advance(ms: number): void;
  };

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/**
 * A clock and timer for tests: `sleep` ends when `advance` has passed its time, or rejects with the
 * reason of its signal. `start` is an ISO time or epoch milliseconds.
 * @default start 2026-01-01T00:00:00.000Z
 */
export function createManualClock(
  start: string | number = '2026-01-01T00:00:00.000Z',
): ManualClock {
  let now = checkTime(new Date(start).getTime(), start);
  const sleepers = new Set<Sleeper>();

  return {
    now: () => new Date(now),
    advance(ms) {
      now = checkTime(now + ms, ms);
      const due = [...sleepers].filter(({ wakeAt }) => wakeAt <= now);
      for (const sleeper of due.toSorted((left, right) => left.wakeAt - right.wakeAt))
        sleeper.wake();
    },
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        if (!(ms > 0)) {
          resolve();
          return;
        }
        const stop = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          wakeAt: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', stop);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', stop, { once: true });
      });
    },
  };
}

function checkTime(time: number, given: string | number): number {
  if (Number.isFinite(time)) return time;
  throw new InvalidArgumentError(
    `expected a time or a number of milliseconds, got ${describeValue(given)}; pass an ISO 8601 string or a finite number`,
  );
}
