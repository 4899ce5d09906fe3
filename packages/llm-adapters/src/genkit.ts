import type { LlmFinish, LlmOutput } from '@kanmon/core';
import type { AttemptMode, Gate, GateAsk, RunAnswer } from '@kanmon/core/gate';
import { withoutUndefined } from '@kanmon/core/kit';
import {
  callOptionNames,
  checkGateCall,
  createHostGate,
  type GateCallOptions,
  lastWhole,
  type Passed,
  sumCounts,
  type WithOptionalContext,
} from './hosts/host-gate.ts';
import { checkOptions } from './wire/check-options.ts';
import {
  asList,
  asRecord,
  attempt,
  joinTexts,
  member,
  signalIn,
  type UnknownRecord,
} from './wire/read.ts';
import { readUsage } from './wire/read-answer.ts';

export type { GateCallOptions } from './hosts/host-gate.ts';

/** Middleware for `use` of Genkit's `generate`. Genkit counts its parameters: there must be three. */
export type GenkitMiddleware = <Request extends object, Options, Response extends object>(
  request: Request,
  options: Options,
  next: (request?: Request, options?: Options) => Promise<Response>,
) => Promise<Response>;

/**
 * Creates middleware for Genkit: an answer that is asked for as JSON is judged, and corrected within the budget. Steps
 * with tool calls and answers in plain text are left alone.
 *
 * `response.output` is the JSON that passed, as a copy that Genkit makes: `gate.validate(response.output, context)`
 * returns the gated value. An answer that passes at once keeps its other parts, such as reasoning and media; a corrected
 * one keeps those that belong to no rejected text. A stream holds the chunks of an answer until it has passed, and has
 * one chunk then. `response.usage` is the sum of all attempts, without reviews. `generate` rejects with `GateRejectedError`, or with the error of the model.
 *
 * Genkit retries no call by itself; put its `retry()` behind the gate. A plugin that parses the JSON of a model, such as
 * the one for OpenAI, throws for JSON that is broken or cut off before the gate can see it.
 *
 * @example
 * const { output } = await ai.generate({ prompt, output: { format: 'json' }, use: [gateMiddleware(gate, { context })] });
 *
 * @throws {InvalidArgumentError} An option is unknown or invalid.
 */
export function gateMiddleware<T>(
  gate: Gate<T>,
  options?: Omit<GateCallOptions<undefined, T>, 'context'>,
): GenkitMiddleware;
/** For a gate whose rules need a context. */
export function gateMiddleware<T, Context>(
  gate: Gate<T, Context>,
  options: GateCallOptions<Context, T>,
): GenkitMiddleware;
export function gateMiddleware<T, Context>(
  gate: Gate<T, Context>,
  options: WithOptionalContext<GateCallOptions<Context, T>> = {},
): GenkitMiddleware {
  const where = 'gateMiddleware(gate, options)';
  checkGateCall(gate, options, where);
  checkOptions(options, callOptionNames, where);
  const host = createHostGate(gate, options, 'genkit');
  return async <Request extends object, Options, Response extends object>(
    request: Request,
    callOptions: Options,
    next: (request?: Request, options?: Options) => Promise<Response>,
  ): Promise<Response> => {
    if (!asksForJson(request)) return next(request, callOptions);
    const { onChunk } = asRecord(callOptions);
    const send = isCallback(onChunk) ? onChunk : null;
    const replies: Response[] = [];
    const chunks: unknown[] = [];
    const result = await host.run(
      async (ask, signal) => {
        const held = send === null ? {} : { onChunk: (chunk: unknown) => chunks.push(chunk) };
        // Both are Genkit's own objects with members changed.
        const reply = await next(
          { ...request, ...changesFor(ask, asRecord(request)) },
          { ...callOptions, ...held, abortSignal: signal },
        );
        replies.push(reply);
        return { reply, answer: readReply(reply), isStep: partsOf(reply).some(isToolRequest) };
      },
      signalIn(callOptions, 'abortSignal'),
    );
    if (result.kind === 'step') {
      for (const chunk of chunks) send?.(chunk);
      return result.reply;
    }
    const passed = passedResponse(result, replies);
    send?.({ content: partsOf(passed) });
    // The last response of Genkit, with the text that passed.
    return passed as Response;
  };
}

/**
 * Returns the response for a value that passed. An answer that is this value stays as it is. Otherwise the message has
 * the text that passed, and those parts that belong to no rejected text.
 */
function passedResponse(
  { outcome, text, isAsWritten }: Passed,
  replies: readonly object[],
): object {
  const last = replies.at(-1) ?? {};
  const parts = partsOf(last);
  // Genkit reads the text of an answer that has both, and the value was judged.
  const isMixed = parts.some(isValue) && joinTexts(parts) !== '';
  if (isAsWritten && !isMixed) return last;
  const { custom, raw, message, ...others } = asRecord(last);
  const { index, isPatched } = lastWhole(outcome);
  const kept = replies
    .slice(index)
    .flatMap(partsOf)
    .filter((part) => !isAnswer(part) && !(isPatched && part['reasoning'] !== undefined));
  return {
    ...others,
    // They describe the only text.
    ...(replies.length === 1 ? withoutUndefined({ custom, raw }) : {}),
    message: {
      ...(replies.length === 1 ? asRecord(message) : { role: 'model' }),
      content: [...kept, { text }],
    },
    finishReason: 'stop',
    usage: sumCounts(replies.map((reply) => member(reply, 'usage'))),
  };
}

function isCallback(value: unknown): value is (chunk: unknown) => void {
  return typeof value === 'function';
}

const jsonType = /^application\/json\b/i;

/** Returns true for a request whose answer is asked for as JSON. Other answers are not for a gate. */
function asksForJson(request: object): boolean {
  const { format, schema, contentType } = asRecord(asRecord(request)['output']);
  return format === 'json' || schema !== undefined || jsonType.test(String(contentType));
}

/** Returns the members of the request that differ in a step. A correction follows the messages, without tools. */
function changesFor(
  { mode, messages, output: form, maxOutputTokens = Infinity }: GateAsk,
  request: UnknownRecord,
): object {
  const config = asRecord(request['config']);
  const limit = Math.min(Number(config['maxOutputTokens'] ?? Infinity), maxOutputTokens);
  const bounded = limit === Infinity ? {} : { config: { ...config, maxOutputTokens: limit } };
  const output = formFor(mode, form, asRecord(request['output']));
  if (mode === 'initial') return { ...bounded, output };
  const more = messages.map(({ role, content }) => ({
    role: role === 'assistant' ? 'model' : role,
    content: [{ text: content }],
  }));
  return {
    ...bounded,
    messages: [...asList(request['messages']), ...more],
    ...(asList(request['tools']).length === 0 ? {} : { toolChoice: 'none' }),
    output,
  };
}

/**
 * Returns the form of output for a step. A request without a schema gets that of the gate. A patch is asked for as text:
 * constrained modes refuse a schema in which a value may be anything, and a model that has the schema in its prompt
 * would get a JSON mode that its other answers do not have.
 */
function formFor(mode: AttemptMode, form: LlmOutput, asked: UnknownRecord): object {
  if (form.type === 'text' || mode === 'patch') return {};
  const { schema } = form;
  if (asked['schema'] !== undefined || schema === undefined) return asked;
  return { ...asked, format: 'json', contentType: 'application/json', schema, constrained: true };
}

/** Genkit's words for the end of an answer. */
const finishes: ReadonlyMap<unknown, LlmFinish> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['blocked', 'content-filter'],
]);

function readReply(reply: object): RunAnswer {
  const { finishReason, usage } = asRecord(reply);
  const { inputTokens, outputTokens, cachedContentTokens, thoughtsTokens } = asRecord(usage);
  return {
    text: textOf(partsOf(reply)),
    finish: finishes.get(finishReason) ?? 'other',
    usage: readUsage({
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      input_tokens_details: { cached_tokens: cachedContentTokens },
      output_tokens_details: { reasoning_tokens: thoughtsTokens },
    }).usage,
  };
}

/** Returns the text of an answer; a plugin that has parsed the JSON passes the value on. */
function textOf(parts: readonly UnknownRecord[]): string {
  const value = parts.find(isValue);
  if (value === undefined) return joinTexts(parts);
  return attempt(() => JSON.stringify(value['data'])) ?? '';
}

function partsOf(reply: object): readonly UnknownRecord[] {
  return asList(member(reply, 'message', 'content')).map(asRecord);
}

const isToolRequest = ({ toolRequest }: UnknownRecord): boolean => toolRequest !== undefined;

const isValue = ({ data }: UnknownRecord): boolean => data !== undefined;

/** Returns true for the parts that a passed text replaces, and for calls of tools in a correction. */
const isAnswer = (part: UnknownRecord): boolean =>
  part['text'] !== undefined || isValue(part) || isToolRequest(part);
