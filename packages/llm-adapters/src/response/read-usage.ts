import type { LlmUsage } from '@kanmon/core';
import { asRecord, isRecord, type UnknownRecord } from '../support/read.ts';

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

type Reading = { readonly value?: number; readonly unreadable: boolean };

/**
 * Reads a provider's usage object. Input counts everything read, cached included: claude and converse
 * report cached tokens beside `input_tokens`, openai inside it. Counts that are no whole number from 0
 * are absent and leave the warning `usage-unreadable`.
 */
export function readUsage(reported: unknown): UsageReading {
  if (reported === undefined) return { usage: {}, warnings: [] };
  if (!isRecord(reported)) return { usage: {}, warnings: [usageUnreadable] };
  const input = readCount(reported, countKeys.input, 'required');
  const output = readCount(reported, countKeys.output, 'required');
  const cacheRead = readCount(reported, countKeys.cacheRead, 'nullable');
  const cacheWrite = readCount(reported, countKeys.cacheWrite, 'nullable');
  const cachedInside = readDetail(reported, inputDetails, ['cached_tokens']);
  const reasoning = readDetail(reported, outputDetails, ['reasoning_tokens', 'thinking_tokens']);
  const cached = cacheRead.value ?? cachedInside.value;
  const read = [input, cacheRead, cacheWrite].map((reading) => reading.value ?? 0);
  const unreadable = [input, output, cacheRead, cacheWrite, cachedInside, reasoning].some(
    (reading) => reading.unreadable,
  );
  return {
    usage: {
      ...(input.value === undefined
        ? {}
        : { inputTokens: read.reduce((sum, count) => sum + count, 0) }),
      ...(output.value === undefined ? {} : { outputTokens: output.value }),
      ...(cached === undefined ? {} : { cachedInputTokens: cached }),
      ...(reasoning.value === undefined ? {} : { reasoningTokens: reasoning.value }),
    },
    warnings: unreadable ? [usageUnreadable] : [],
  };
}

/** Details are optional everywhere and often null; only a wrong count in them is worth a warning. */
function readDetail(
  reported: UnknownRecord,
  holders: readonly string[],
  keys: readonly string[],
): Reading {
  const holder = holders.map((key) => reported[key]).find(isRecord);
  return readCount(asRecord(holder), keys, 'nullable');
}

function readCount(
  source: UnknownRecord,
  keys: readonly string[],
  presence: 'required' | 'nullable',
): Reading {
  const key = keys.find((candidate) => source[candidate] !== undefined);
  if (key === undefined) return { unreadable: false };
  const value = source[key];
  if (value === null && presence === 'nullable') return { unreadable: false };
  return isCount(value) ? { value, unreadable: false } : { unreadable: true };
}

/** True for a number of tokens: whole, not negative. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
