import type { LlmEvent, LlmRequest, LlmUsage } from '@kanmon/core';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { member } from './read.ts';

type Delta = Extract<LlmEvent, { readonly type: 'delta' }>;

/** A delta with the tokens of the prompt, where the provider has reported them before its first text. */
interface CountedDelta extends Delta {
  readonly usage?: LlmUsage;
}

/** Creates a delta. Without counts it has no `usage`. */
export function createDelta(text: string, usage: LlmUsage): CountedDelta {
  const delta = { type: 'delta', text } as const;
  return Object.keys(usage).length === 0 ? delta : { ...delta, usage };
}

/** Returns the counts of a delta; undefined when it has none. */
export function countsOf(delta: Delta): LlmUsage | undefined {
  const usage = member(delta, 'usage');
  return isRecord(usage) ? usage : undefined;
}

/** Returns the counts of the prompt. Those of the answer are not final while it is written. */
export function promptCounts(usage: LlmUsage): LlmUsage {
  const { inputTokens, cachedInputTokens, cacheWriteTokens } = usage;
  return withoutUndefined({ inputTokens, cachedInputTokens, cacheWriteTokens });
}

/** Returns the texts of a request that a provider counts as input: its messages, and the schema of its answer. */
export function countedTexts({
  messages,
  output,
}: Pick<LlmRequest, 'messages' | 'output'>): readonly { readonly content: string }[] {
  const schema = output?.type === 'json' ? output.schema : undefined;
  return schema === undefined ? messages : [...messages, { content: JSON.stringify(schema) }];
}
