import type { Clock } from '@kanmon/core';
import { invalidOption } from './option-error.ts';

/** Returns a clock that throws `store-invalid-option`, before anything is written, when `clock` has no valid time. */
export function checkedClock(clock: Clock): Clock {
  return {
    now() {
      try {
        const time = clock.now();
        time.toISOString();
        return time;
      } catch (error) {
        throw invalidOption('expected options.clock.now() to return a valid Date', error);
      }
    },
  };
}
