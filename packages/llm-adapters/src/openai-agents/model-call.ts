import type { LlmUsage } from '@kanmon/core';
import type { GateAsk, RunAnswer } from '@kanmon/core/gate';
import { isRecord, withoutUndefined } from '@kanmon/core/kit';
import { sumCounts } from '../hosts/sum-counts.ts';
import { asList, asRecord, joinTexts, member, type UnknownRecord, wordSet } from '../wire/read.ts';
import { readEnding, readUsage } from '../wire/read-answer.ts';

/** The answer to one call: the response, the raw data that names its end, and the events of its stream. */
export interface ModelReply {
  readonly response: UnknownRecord;
  readonly raw: unknown;
  readonly events: readonly object[];
}

/** Returns true for a request of an agent with an output type. Other answers are not for a gate. */
export function asksForJson(request: object): boolean {
  return isRecord(asRecord(request)['outputType']);
}

/**
 * Returns the request for a step of the run. A correction follows the input of the agent, without tools. A stored
 * conversation has the input already.
 */
export function requestFor(
  { mode, messages, output, maxOutputTokens }: GateAsk,
  request: UnknownRecord,
  signal: AbortSignal,
): object {
  const settings = asRecord(request['modelSettings']);
  const limit = Math.min(Number(settings['maxTokens'] ?? Infinity), maxOutputTokens ?? Infinity);
  const bounded = {
    ...request,
    signal,
    modelSettings: { ...settings, ...(limit === Infinity ? {} : { maxTokens: limit }) },
  };
  if (mode === 'initial') return bounded;
  const { input, conversationId, tools, handoffs } = request;
  const given = typeof input === 'string' ? [{ role: 'user', content: input }] : asList(input);
  const hasTools = asList(tools).length + asList(handoffs).length > 0;
  return {
    ...bounded,
    input: [...(conversationId === undefined ? given : []), ...messages.map(toItem)],
    modelSettings: { ...bounded.modelSettings, ...(hasTools ? { toolChoice: 'none' } : {}) },
    ...(mode === 'patch' && output.type === 'json'
      ? { outputType: { type: 'json_schema', name: 'patch', strict: false, schema: output.schema } }
      : {}),
    ...(mode === 'continue' ? { outputType: 'text' } : {}),
  };
}

function toItem({ role, content }: GateAsk['messages'][number]): object {
  if (role !== 'assistant') return { type: 'message', role, content };
  const blocks = [{ type: 'output_text', text: content }];
  return { type: 'message', role, status: 'completed', content: blocks };
}

/** Items that the agent answers before it ends. */
const callItems = /* @__PURE__ */ wordSet(
  'function_call computer_call shell_call apply_patch_call program',
);

/** Items without an answer and without a call. */
const silentItems = /* @__PURE__ */ wordSet('reasoning compaction');

/** Returns true for an answer that calls tools, hands over or asks for an approval. */
export function isStep({ response }: ModelReply): boolean {
  const items = asList(response['output']).map(asRecord);
  const types = items.map(({ type }) => String(type));
  if (types.some((type) => callItems.has(type))) return true;
  if (items.some(({ name }) => name === 'mcp_approval_request')) return true;
  return !types.includes('message') && types.some((type) => !silentItems.has(type));
}

/** Reads the end of a stream: its response, and the raw events of the provider, which alone name why it ended. */
export function readEnd(events: readonly object[]): Pick<ModelReply, 'response' | 'raw'> {
  const raw: unknown[] = events.flatMap((event) => member(event, 'event') ?? []);
  const ending = raw
    .map((event) => member(event, 'response') ?? event)
    .filter((event) => endingIn(event) !== undefined);
  const done = events.find((event) => member(event, 'type') === 'response_done');
  return { response: asRecord(member(done, 'response')), raw: ending.at(-1) };
}

/** Reads the answer to a call. */
export function readReply(reply: ModelReply): RunAnswer {
  const blocks = blocksOf(reply);
  return {
    text: textIn(reply),
    finish: readEnding({
      word: endingIn(reply.raw) ?? 'stop',
      refused: blocks.some(({ type }) => type === 'refusal'),
      calledTool: false,
    }).finish,
    usage: usageOf(asRecord(reply.response['usage'])),
  };
}

/** Returns the text of an answer. */
export function textIn(reply: ModelReply): string {
  return joinTexts(blocksOf(reply));
}

/** Comments on the way to an answer are messages too. */
function blocksOf({ response }: ModelReply): readonly UnknownRecord[] {
  return asList(response['output'])
    .map(asRecord)
    .filter(({ type, phase }) => type === 'message' && phase !== 'commentary')
    .flatMap(({ content }) => asList(content).map(asRecord));
}

/** The end in the words of Chat Completions or Responses; the SDK does not carry it over. */
function endingIn(raw: unknown): unknown {
  const word =
    member(raw, 'choices', '0', 'finish_reason') ?? member(raw, 'incomplete_details', 'reason');
  return word ?? undefined;
}

function usageOf({ inputTokens, outputTokens, ...details }: UnknownRecord): LlmUsage {
  return readUsage({
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_tokens_details: detailsIn(details['inputTokensDetails'])[0],
    output_tokens_details: detailsIn(details['outputTokensDetails'])[0],
  }).usage;
}

/** Details come as one object, or as one for each request. */
function detailsIn(details: unknown): readonly unknown[] {
  return isRecord(details) ? [details] : asList(details);
}

/** Returns the response with the text that passed, and the usage of all answers. */
export function passedResponse(text: string, replies: readonly ModelReply[]): UnknownRecord {
  const { id, responseId, requestId } = replies.at(-1)?.response ?? {};
  const content = [{ type: 'output_text', text }];
  return {
    ...withoutUndefined({ id, responseId, requestId }),
    output: [{ type: 'message', role: 'assistant', status: 'completed', content }],
    usage: sumUsage(replies.map(({ response }) => asRecord(response['usage']))),
  };
}

/** Adds usage as the SDK does: details and entries stay apart, one for each request. */
function sumUsage(usages: readonly UnknownRecord[]): object {
  const sum = {
    ...sumCounts(usages.map((usage) => ({ requests: 1, ...usage }))),
    inputTokensDetails: usages.flatMap((usage) => detailsIn(usage['inputTokensDetails'])),
    outputTokensDetails: usages.flatMap((usage) => detailsIn(usage['outputTokensDetails'])),
    requestUsageEntries: usages.map(({ inputTokens, outputTokens, totalTokens, ...details }) => ({
      inputTokens,
      outputTokens,
      totalTokens,
      inputTokensDetails: detailsIn(details['inputTokensDetails'])[0] ?? {},
      outputTokensDetails: detailsIn(details['outputTokensDetails'])[0] ?? {},
    })),
  };
  // A response has an instance of the class Usage, whose constructor takes these members; a stream has plain data.
  const Usage = usages[0]?.constructor as (new (input: object) => object) | undefined;
  return Usage === undefined ? sum : new Usage(sum);
}
