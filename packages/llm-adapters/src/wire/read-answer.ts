import type { LlmFinish, LlmUsage } from '@kanmon/core';
import { isRecord, isTokenCount, withoutUndefined } from '@kanmon/core/kit';
import { asRecord, filledString, type UnknownRecord } from './read.ts';
import type { WireAnswer } from './wire.ts';

/** Why an answer ended, and the warning about a word that is not known. */
export interface FinishReading {
  readonly finish: LlmFinish;
  readonly warnings: readonly string[];
}

/** Every provider's words for why it stopped. One table: the words do not contradict each other. */
const finishWords: ReadonlyMap<string, LlmFinish> = /* @__PURE__ */ finishesByWord({
  stop: 'stop end_turn stop_sequence completed',
  length: 'length max_tokens max_output_tokens model_context_window_exceeded',
  'content-filter': 'content_filter content-filter content_filtered guardrail_intervened',
  refusal: 'refusal',
  'tool-calls': 'tool_calls tool-calls function_call tool_use',
});

function finishesByWord(
  table: Partial<Readonly<Record<LlmFinish, string>>>,
): ReadonlyMap<string, LlmFinish> {
  return new Map(
    Object.entries(table).flatMap(([finish, words]) =>
      // The cast restores the key type that Object.entries drops.
      words.split(' ').map((word) => [word, finish as LlmFinish] as const),
    ),
  );
}

const noWarnings: readonly string[] = [];

/** Reads a finish word; an unknown one is `other` and a warning that quotes it. */
export function readFinish(word: unknown): FinishReading {
  const known = typeof word === 'string' ? finishWords.get(word) : undefined;
  if (known !== undefined) return { finish: known, warnings: noWarnings };
  const shown = typeof word === 'string' ? word.slice(0, 64) : 'absent';
  return { finish: 'other', warnings: [`unknown-finish:${shown}`] };
}

/** Reads why an answer ended: a refusal or a tool call decides before the provider's word. */
export function readEnding(signs: {
  readonly word: unknown;
  readonly refused?: boolean;
  readonly calledTool?: boolean;
}): FinishReading {
  if (signs.refused === true) return { finish: 'refusal', warnings: noWarnings };
  if (signs.calledTool === true) return { finish: 'tool-calls', warnings: noWarnings };
  return readFinish(signs.word);
}

/** Returns true when an answer that ended so has text: one may be empty where the model was cut, filtered or called a tool. */
export function expectsText(finish: LlmFinish): boolean {
  return finish === 'stop' || finish === 'other' || finish === 'refusal';
}

/** Id of an answer, and the model that gave it. */
export type Identity = Pick<WireAnswer, 'id' | 'model'>;

/** Reads id and model of an answer; the AI SDK calls the second one `modelId`. */
export function readIdentity(
  answer: UnknownRecord,
  modelKey: 'model' | 'modelId' = 'model',
): Identity {
  return withoutUndefined({
    id: filledString(answer['id']),
    model: filledString(answer[modelKey]),
  });
}

/** Assembles an answer, without its text, from what was read of it. */
export function toAnswer(
  reading: UsageReading,
  ending: FinishReading,
  identity: Identity,
): Omit<WireAnswer, 'text'> {
  return {
    finish: ending.finish,
    usage: reading.usage,
    warnings: [...reading.warnings, ...ending.warnings],
    ...identity,
  };
}

/** Usage in neutral terms, and the warning about what could not be read. */
export interface UsageReading {
  readonly usage: LlmUsage;
  readonly warnings: readonly string[];
}

export const usageUnreadable = 'usage-unreadable';

/** The reading of an answer that reports no usage. */
export const noUsage: UsageReading = { usage: {}, warnings: noWarnings };

/**
 * Keys of each count. The dialects share no key with two meanings, so one table serves all:
 * openai chat, openai responses, claude, converse, LangChain, and the flat form of hosts.
 */
const countKeys = {
  input: ['prompt_tokens', 'input_tokens', 'inputTokens'],
  output: ['completion_tokens', 'output_tokens', 'outputTokens'],
  cacheRead: ['cache_read_input_tokens', 'cacheReadInputTokens'],
  cacheWrite: ['cache_creation_input_tokens', 'cacheWriteInputTokens'],
  cachedInside: ['cached_tokens', 'cache_read'],
  writtenInside: ['cache_write_tokens', 'cache_creation'],
  reasoning: ['reasoning_tokens', 'thinking_tokens', 'reasoning'],
} as const;

const inputDetails =
  'prompt_tokens_details input_tokens_details input_token_details inputTokensDetails';
const outputDetails =
  'completion_tokens_details output_tokens_details output_token_details outputTokensDetails';

/**
 * Reads a provider's usage object. Input counts everything read, cached included: claude and converse
 * report cached tokens beside `input_tokens`, openai inside it. Counts that are not a whole number of at
 * least 0 are absent and leave the warning `usage-unreadable`.
 */
export function readUsage(reported: unknown): UsageReading {
  if (reported === undefined) return noUsage;
  if (!isRecord(reported)) return { usage: {}, warnings: [usageUnreadable] };
  const input = readCount(reported, countKeys.input, 'required');
  const output = readCount(reported, countKeys.output, 'required');
  const cacheRead = readCount(reported, countKeys.cacheRead, 'nullable');
  const cacheWrite = readCount(reported, countKeys.cacheWrite, 'nullable');
  // Details are optional everywhere and often null; only a wrong count in them is worth a warning.
  const inside = detailsOf(reported, inputDetails);
  const cachedInside = readCount(inside, countKeys.cachedInside, 'nullable');
  const writtenInside = readCount(inside, countKeys.writtenInside, 'nullable');
  const reasoning = readCount(detailsOf(reported, outputDetails), countKeys.reasoning, 'nullable');
  const usage: { -readonly [Field in keyof LlmUsage]: number } = {};
  if (isTokenCount(input)) usage.inputTokens = input + (cacheRead || 0) + (cacheWrite || 0);
  if (isTokenCount(output)) usage.outputTokens = output;
  const cached = isTokenCount(cacheRead) ? cacheRead : cachedInside;
  if (isTokenCount(cached)) usage.cachedInputTokens = cached;
  const written = isTokenCount(cacheWrite) ? cacheWrite : writtenInside;
  if (isTokenCount(written)) usage.cacheWriteTokens = written;
  if (isTokenCount(reasoning)) usage.reasoningTokens = reasoning;
  const counts = [input, output, cacheRead, cacheWrite, cachedInside, writtenInside, reasoning];
  const unreadable = counts.some(Number.isNaN);
  return { usage, warnings: unreadable ? [usageUnreadable] : noWarnings };
}

/** Details are one object, or a list of one for each request, of which the first counts. */
function detailsOf(reported: UnknownRecord, holders: string): UnknownRecord {
  const found = holders.split(' ').flatMap((key) => reported[key]);
  return asRecord(found.find(isRecord));
}

/** Returns a count; undefined where it is missing, NaN where it cannot be read. */
function readCount(
  source: UnknownRecord,
  keys: readonly string[],
  presence: 'required' | 'nullable',
): number | undefined {
  for (const key of keys) {
    const value = source[key];
    if (value === undefined) continue;
    if (value === null && presence === 'nullable') return undefined;
    return isTokenCount(value) ? value : Number.NaN;
  }
  return undefined;
}
