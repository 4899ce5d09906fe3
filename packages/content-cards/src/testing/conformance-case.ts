import { KanmonError } from '@kanmon/core';

/** One case of a conformance suite: run it in any test runner; it rejects when it does not hold. */
export interface ConformanceCase {
  readonly name: string;
  run(): Promise<void>;
}

/** Rejects with both values when they differ as JSON. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const got = JSON.stringify(actual);
  const wanted = JSON.stringify(expected);
  if (got === wanted) return;
  throw new KanmonError(`${what}: expected ${wanted}, got ${got}`, {
    code: 'conformance',
  });
}
