import { LlmError, type LlmErrorOptions } from '@kanmon/core';
import { optional } from '../support/read.ts';

/** A copy of an error with some fields changed, its message and cause kept. Errors are never mutated. */
export function copyLlmError(error: LlmError, changes: Partial<LlmErrorOptions>): LlmError {
  if (Object.keys(changes).length === 0) return error;
  const { kind, retryable, retryAfterMs, status, usage, provider, requestId } = error;
  return new LlmError(error.message, {
    kind,
    retryable,
    ...optional('retryAfterMs', retryAfterMs),
    ...optional('status', status),
    ...optional('usage', usage),
    ...optional('provider', provider),
    ...optional('requestId', requestId),
    ...('cause' in error ? { cause: error.cause } : {}),
    ...changes,
  });
}
