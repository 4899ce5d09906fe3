import type { GateAsk, GateOutcome, RunAnswer } from '@kanmon/core/gate';
import { completeUsage, withoutUndefined } from '@kanmon/core/kit';
import { sumCounts } from '../hosts/host-gate.ts';
import { asList, asRecord, filledString, joinTexts, type UnknownRecord } from '../wire/read.ts';
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
 * Returns the options of the call for a step. A correction follows the prompt of the user, without tools; a stored
 * conversation has the prompt already. A patch has no JSON Schema: strict modes refuse one in which a value may be
 * anything.
 */
export function optionsFor(
  { attempt: number, mode, messages, maxOutputTokens = Infinity }: GateAsk,
  { params, model }: ModelCall,
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
    prompt: [...(isStored(params, model) ? [] : asList(params['prompt'])), ...toPrompt(messages)],
    ...(asList(params['tools']).length === 0 ? {} : { toolChoice: { type: 'none' } }),
    ...(mode === 'patch' ? { responseFormat: { type: 'json' } } : {}),
    ...(mode === 'continue' ? { responseFormat: { type: 'text' } } : {}),
  };
}

/** The providers that store conversations, as their models name them: `openai.responses`, `azure.responses`. */
const storing = /^(?:openai|azure)\b.*\.responses$/;

/** Returns true for a call in a conversation that the provider stores, with each prompt and answer. */
function isStored({ providerOptions }: UnknownRecord, { provider }: LanguageModelLike): boolean {
  if (!storing.test(provider)) return false;
  const { azure, openai } = asRecord(providerOptions);
  const options = provider.startsWith('azure') ? (azure ?? openai) : openai;
  return filledString(asRecord(options)['conversation']) !== undefined;
}

/** Returns an answer for the run, which does not know the prompt of the user: its tokens are estimated here. */
export function toRunAnswer(
  { text, finish, usage, model }: WireAnswer,
  options: UnknownRecord,
  { model: { modelId } }: ModelCall,
): RunAnswer {
  const { estimate } = completeUsage(usage, { messages: textsOf(options), text });
  return { text, finish, usage, model: model ?? modelId, ...withoutUndefined({ estimate }) };
}

/** Returns the end of an answer that was ended early. A model never reports its usage, so that it is estimated. */
export function endCut(
  text: string,
  options: UnknownRecord,
  { model }: ModelCall,
): Pick<Received, 'answer' | 'ending'> {
  const { usage } = completeUsage({}, { messages: textsOf(options), text });
  const { inputTokens = 0, outputTokens = 0 } = usage;
  const counts =
    model.specificationVersion === 'v2'
      ? { ...usage, totalTokens: inputTokens + outputTokens }
      : { inputTokens: { total: inputTokens }, outputTokens: { total: outputTokens } };
  return { answer: { text, finish: 'other', usage, warnings: [] }, ending: { usage: counts } };
}

/** Returns the texts that a provider counts as input: the prompt, the tools, and the schema of the answer. */
function textsOf({
  prompt,
  tools,
  responseFormat,
}: UnknownRecord): readonly { readonly content: string }[] {
  const { schema } = asRecord(responseFormat);
  const data = [schema, ...asList(tools)].filter((each) => each !== undefined);
  return [
    ...asList(prompt).map((message) => ({ content: textOf(message) })),
    ...data.map((each) => ({ content: JSON.stringify(each) })),
  ];
}

function textOf(message: unknown): string {
  const { content } = asRecord(message);
  if (typeof content === 'string') return content;
  const parts = asList(content).map(asRecord);
  // The size of images and files in tokens is not that of their data.
  const data = parts.flatMap(({ input, output }) =>
    [input, asRecord(output)['type'] === 'content' ? undefined : output].flatMap((each) =>
      each === undefined ? [] : JSON.stringify(each),
    ),
  );
  return [joinTexts(parts), ...data].join('');
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
    usage: { ...empty, ...sumCounts(received.map(({ ending }) => ending['usage'])) },
    providerMetadata: {
      ...asRecord(last['providerMetadata']),
      ...(outcome === null ? {} : { kanmon: metadataOf(outcome) }),
    },
  };
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
