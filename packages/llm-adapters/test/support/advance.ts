import type { ManualClock } from '@kanmon/core/testing';

/** Lets everything that waits for nothing but promises run. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Moves the clock in steps until `work` is done, and returns how much time that took on the clock. */
export async function advanceUntil<T>(
  clock: ManualClock,
  work: Promise<T>,
  stepMs = 100,
): Promise<{ readonly result: T; readonly elapsedMs: number }> {
  const startedAt = clock.now().getTime();
  let done = false;
  const watched = work.finally(() => {
    done = true;
  });
  watched.catch(() => undefined);
  const step = async (left: number): Promise<void> => {
    await settle();
    if (done || left === 0) return;
    clock.advance(stepMs);
    await step(left - 1);
  };
  await step(2000);
  return { result: await watched, elapsedMs: clock.now().getTime() - startedAt };
}
