import { LlmError, type LlmResponse, type LlmUsage } from '@kanmon/core';
import { isTokenCount } from '@kanmon/core/kit';
import { copyLlmError } from '../errors/copy-llm-error.ts';

/** Returns a response whose usage includes that of failed attempts before it. */
export function withSpent(response: LlmResponse, failed: readonly LlmError[]): LlmResponse {
  const spent = usagesOf(failed);
  if (spent.length === 0) return response;
  return { ...response, usage: sumUsage([...spent, response.usage]) };
}

/** Returns an error of a client with a usage that includes that of failed attempts before it. */
export function errorWithSpent<Thrown>(
  error: Thrown,
  failed: readonly LlmError[],
): Thrown | LlmError {
  const spent = usagesOf(failed);
  if (spent.length === 0 || !LlmError.isInstance(error)) return error;
  return copyLlmError(error, { usage: sumUsage([...spent, error.usage ?? {}]) });
}

function usagesOf(errors: readonly LlmError[]): readonly LlmUsage[] {
  return errors.flatMap(({ usage }) => usage ?? []);
}

/** Adds usages field by field. A field that no usage has stays absent; the others are the sum of what is known. */
function sumUsage(usages: readonly LlmUsage[]): LlmUsage {
  const sums: Record<string, number> = {};
  const counts = usages.flatMap((usage): [string, unknown][] => Object.entries(usage));
  for (const [field, count] of counts) {
    if (isTokenCount(count)) sums[field] = (sums[field] ?? 0) + count;
  }
  return sums;
}
