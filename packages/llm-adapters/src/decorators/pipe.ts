import type { LlmClient } from '@kanmon/core';
import type { Decorator } from './decorator.ts';
import type { FallbackClient } from './with-fallback.ts';

/**
 * Decorates a client; the first listed decorator is the innermost. A fallback client in the list is asked
 * when everything before it has failed.
 *
 * @example
 * const client = pipe(adapter, withTimeout({ perAttemptMs: 30_000 }), withRetry(), withTrace(console.log));
 */
export function pipe(
  client: LlmClient,
  ...decorators: readonly (Decorator | FallbackClient)[]
): LlmClient {
  return decorators.reduce<LlmClient>(
    (inner, next) => (typeof next === 'function' ? next(inner) : next.behind(inner)),
    client,
  );
}
