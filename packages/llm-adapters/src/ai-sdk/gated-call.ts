import type { GateAsk, GateOutcome, RunAnswer } from '@kanmon/core/gate';
import {
  completeUsage,
  isRecord,
  isTokenCount,
  parseJson,
  setOwn,
  withoutUndefined,
} from '@kanmon/core/kit';
import { asList, asRecord, attempt, filledString, type UnknownRecord } from '../wire/read.ts';
import type { WireAnswer } from '../wire/wire.ts';
import { type LanguageModelLike, toPrompt } from './ai-sdk-model.ts';

/** A call of the AI SDK to a model. */
export interface ModelCall {
  readonly model: LanguageModelLike;
  readonly params: UnknownRecord;
}

/** An answer of the model. */
export interface Received {
  readonly answer: WireAnswer;
  /** The result of `doGenerate`, or the part `finish` of a stream. */
  readonly ending: UnknownRecord;
  /** The metadata of the response. */
  readonly response: unknown;
}

/** Returns the signal of a call, if it has one. */
export function signalsOf({ params }: ModelCall): readonly AbortSignal[] {
  const signal = params['abortSignal'];
  return signal instanceof AbortSignal ? [signal] : [];
}

/** Returns true for a call whose answer is asked for as JSON. Other answers are not for a gate. */
export function asksForJson(params: object): boolean {
  return asRecord(asRecord(params)['responseFormat'])['type'] === 'json';
}

/** Returns true for the parts that call a tool which the user runs. */
export function isToolCall(part: UnknownRecord): boolean {
  const { type, providerExecuted } = part;
  return (type === 'tool-call' || type === 'tool-input-start') && providerExecuted !== true;
}

/**
 * Returns the options of the call for a step. A correction follows the prompt of the user, without tools. A patch has no
 * JSON Schema: strict modes refuse one in which a value may be anything.
 */
export function optionsFor(
  { attempt: number, mode, messages, maxOutputTokens = Infinity }: GateAsk,
  { params }: ModelCall,
  signal: AbortSignal,
): UnknownRecord {
  const most = Math.min(Number(params['maxOutputTokens'] ?? Infinity), maxOutputTokens);
  const bounded = {
    ...params,
    abortSignal: signal,
    ...(most === Infinity ? {} : { maxOutputTokens: most }),
  };
  if (number === 1) return bounded;
  return {
    ...bounded,
    prompt: [...asList(params['prompt']), ...toPrompt(messages)],
    ...(asList(params['tools']).length === 0 ? {} : { toolChoice: { type: 'none' } }),
    ...(mode === 'patch' ? { responseFormat: { type: 'json' } } : {}),
    ...(mode === 'continue' ? { responseFormat: { type: 'text' } } : {}),
  };
}

/** Returns an answer for the run, which does not know the prompt of the user: its tokens are estimated here. */
export function toRunAnswer(
  { text, finish, usage, model }: WireAnswer,
  options: UnknownRecord,
  { model: { modelId } }: ModelCall,
): RunAnswer {
  const messages = asList(options['prompt']).map((message) => ({ content: textOf(message) }));
  const { estimate } = completeUsage(usage, { messages, text });
  return { text, finish, usage, model: model ?? modelId, ...withoutUndefined({ estimate }) };
}

function textOf(message: unknown): string {
  const { content } = asRecord(message);
  if (typeof content === 'string') return content;
  return asList(content)
    .map((part) => filledString(asRecord(part)['text']) ?? '')
    .join('');
}

/**
 * Returns the text that has passed: the JSON before defaults and transforms of the schema, since the SDK parses it
 * again. Null when the only answer is this JSON already, so that its parts can stay as they are.
 */
export function passedText(
  { attempts, accepted }: Extract<GateOutcome<unknown>, { readonly status: 'passed' }>,
  received: readonly Received[],
): string | null {
  const isAsWritten =
    attempts.length === 1 &&
    attempts.every(({ repairs }) => repairs.length === 0) &&
    received.every(({ answer }) => isJson(answer.text));
  return isAsWritten ? null : JSON.stringify(accepted);
}

function isJson(text: string): boolean {
  return attempt(() => parseJson(text)) !== undefined;
}

/** Returns the members that end an answer of the model: finish reason, usage of all attempts, metadata. */
export function endingOf(
  outcome: GateOutcome<unknown> | null,
  received: readonly Received[],
  { model }: ModelCall,
): { readonly finishReason: unknown; readonly usage: unknown; readonly providerMetadata: object } {
  const last = received.at(-1)?.ending ?? {};
  const unified = outcome?.status === 'passed' ? 'stop' : 'error';
  const isFlat = model.specificationVersion === 'v2';
  const empty = isFlat ? {} : { inputTokens: {}, outputTokens: {} };
  return {
    finishReason: isFlat ? unified : { unified, raw: asRecord(last['finishReason'])['raw'] },
    usage: received.reduce((sum, { ending }) => addCounts(sum, asRecord(ending['usage'])), empty),
    providerMetadata: {
      ...asRecord(last['providerMetadata']),
      ...(outcome === null ? {} : { kanmon: metadataOf(outcome) }),
    },
  };
}

/** Adds counts field by field, at any depth. */
function addCounts(left: UnknownRecord, right: UnknownRecord): UnknownRecord {
  const sums: Record<string, unknown> = { ...left };
  for (const [field, count] of Object.entries(right)) {
    const sum = sums[field];
    // The provider's own words: they need not be counts.
    if (field === 'raw') continue;
    if (isRecord(count)) setOwn(sums, field, addCounts(asRecord(sum), count));
    else if (isTokenCount(count)) setOwn(sums, field, (isTokenCount(sum) ? sum : 0) + count);
  }
  return sums;
}

/** The run in short, without a word of the model. */
function metadataOf({ attempts, usage }: GateOutcome<unknown>): object {
  return {
    modes: attempts.map(({ mode }) => mode),
    findings: attempts.flatMap(({ findings }) =>
      findings.map(({ rule, code }) => `${rule}/${code}`),
    ),
    repairs: attempts.flatMap(({ repairs }) => repairs.map(({ kind }) => kind)),
    estimated: usage.estimated,
  };
}
