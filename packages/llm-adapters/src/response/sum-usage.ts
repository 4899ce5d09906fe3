import type { LlmUsage } from '@kanmon/core';

const fields = [
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'reasoningTokens',
] as const satisfies readonly (keyof LlmUsage)[];

/** Adds usages field by field. A field nobody reported stays absent; one somebody reported is the sum of what is known. */
export function sumUsage(usages: readonly LlmUsage[]): LlmUsage {
  const sums: { -readonly [Field in keyof LlmUsage]: number } = {};
  for (const field of fields) {
    const known = usages.flatMap((usage) => usage[field] ?? []);
    if (known.length > 0) sums[field] = known.reduce((sum, count) => sum + count, 0);
  }
  return sums;
}
