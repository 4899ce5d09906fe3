import { EventStoreError } from '../errors/event-store-error.ts';
import type { Clock } from '../ports/clock.ts';

/** Returns a clock that throws `store-invalid-option`, before anything is written, when `clock` has no valid time. */
export function checkedClock(clock: Clock): Clock {
  return {
    now() {
      try {
        const time = clock.now();
        time.toISOString();
        return time;
      } catch (cause) {
        throw new EventStoreError('expected options.clock.now() to return a valid Date', {
          code: 'store-invalid-option',
          cause,
        });
      }
    },
  };
}
