import type { LlmUsage } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import type { UnknownRecord } from '../support/read.ts';

/** Usage in our terms, and the warning about what could not be read. */
export interface UsageReading {
  readonly usage: LlmUsage;
  readonly warnings: readonly string[];
}

export const usageUnreadable = 'usage-unreadable';

/**
 * Where a count may stand. The dialects share no key with two meanings, so one table serves all:
 * openai chat, openai responses, claude, converse, and the flat form of the AI SDK's v2.
 */
const countKeys = {
  input: ['prompt_tokens', 'input_tokens', 'inputTokens'],
  output: ['completion_tokens', 'output_tokens', 'outputTokens'],
  cacheRead: ['cache_read_input_tokens', 'cacheReadInputTokens'],
  cacheWrite: ['cache_creation_input_tokens', 'cacheWriteInputTokens'],
} as const;

const inputDetails = ['prompt_tokens_details', 'input_tokens_details'];
const outputDetails = ['completion_tokens_details', 'output_tokens_details'];

/**
 * Reads a provider's usage object. Input counts everything read, cached included: claude and converse
 * report cached tokens beside `input_tokens`, openai inside it. Counts that are no whole number from 0
 * are absent and leave the warning `usage-unreadable`.
 */
export function readUsage(reported: unknown): UsageReading {
  if (reported === undefined) return noUsage;
  if (!isRecord(reported)) return { usage: {}, warnings: [usageUnreadable] };
  const input = readCount(reported, countKeys.input, 'required');
  const output = readCount(reported, countKeys.output, 'required');
  const cacheRead = readCount(reported, countKeys.cacheRead, 'nullable');
  const cacheWrite = readCount(reported, countKeys.cacheWrite, 'nullable');
  const cachedInside = readDetail(reported, inputDetails, cachedKeys);
  const reasoning = readDetail(reported, outputDetails, reasoningKeys);
  const usage: { -readonly [Field in keyof LlmUsage]: number } = {};
  if (isCount(input)) usage.inputTokens = input + (cacheRead || 0) + (cacheWrite || 0);
  if (isCount(output)) usage.outputTokens = output;
  const cached = isCount(cacheRead) ? cacheRead : cachedInside;
  if (isCount(cached)) usage.cachedInputTokens = cached;
  if (isCount(reasoning)) usage.reasoningTokens = reasoning;
  const unreadable = [input, output, cacheRead, cacheWrite, cachedInside, reasoning].some(
    Number.isNaN,
  );
  return { usage, warnings: unreadable ? [usageUnreadable] : [] };
}

const noUsage: UsageReading = { usage: {}, warnings: [] };
const cachedKeys = ['cached_tokens'];
const reasoningKeys = ['reasoning_tokens', 'thinking_tokens'];

/** A count; undefined where there is none, NaN where it cannot be read. Plain loops: every call comes here. */
type Reading = number | undefined;

/** Details are optional everywhere and often null; only a wrong count in them is worth a warning. */
function readDetail(
  reported: UnknownRecord,
  holders: readonly string[],
  keys: readonly string[],
): Reading {
  for (const key of holders) {
    const holder = reported[key];
    if (isRecord(holder)) return readCount(holder, keys, 'nullable');
  }
  return undefined;
}

function readCount(
  source: UnknownRecord,
  keys: readonly string[],
  presence: 'required' | 'nullable',
): Reading {
  for (const key of keys) {
    const value = source[key];
    if (value === undefined) continue;
    if (value === null && presence === 'nullable') return undefined;
    return isCount(value) ? value : Number.NaN;
  }
  return undefined;
}

/** True for a number of tokens: whole, not negative. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
