import { setImmediate } from 'node:timers';

/**
 * Lets the event loop turn once. A read that never left the microtasks would starve the writer of the
 * same process, which waits for a turn, under a caller that polls.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => resolve());
  });
}
