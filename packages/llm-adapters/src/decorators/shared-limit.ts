import { InvalidArgumentError, type SharedCounter, type TakenPoints } from '@kanmon/core';
import { checkMethods, checkOptions, describeKind } from '../wire/check-options.ts';

/** A counter that processes share, and the name of their common limit in it. */
export interface SharedLimit {
  /** E.g. `createPostgresCounter(pool)` of `@kanmon/event-store/postgres`. */
  readonly counter: SharedCounter;
  /** Begins the keys of this limit. Processes with the same key share it, and should have the same limits. */
  readonly key: string;
}

/** Checks the option `shared`. @throws {InvalidArgumentError} */
export function checkSharedLimit(shared: SharedLimit | undefined, where: string): void {
  if (shared === undefined) return;
  checkOptions(shared, 'counter key', where);
  const { counter, key } = shared;
  // Without types a wrong counter is possible; without this check the first call would fail.
  checkMethods(
    counter,
    'take correct',
    'shared.counter with take and correct',
    'e.g. createMemoryCounter() of @kanmon/core',
  );
  if (typeof key === 'string' && key !== '') return;
  throw new InvalidArgumentError(
    `expected shared.key as text that is not empty, got ${describeKind(key)}; name the limit, e.g. 'team-a'`,
  );
}

/**
 * Corrects points when a call has ended. Its answer is paid for and must not be lost, so a failing counter is
 * ignored: the points that were taken stay, and the limit binds sooner.
 */
export async function correctPoints(
  { counter }: SharedLimit,
  taken: readonly TakenPoints[],
  used: readonly number[],
): Promise<void> {
  try {
    await counter.correct(taken, used);
  } catch {
    // See above.
  }
}
