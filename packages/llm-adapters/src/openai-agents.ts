import { type Gate, type GateAsk, isGated, type RunAnswer } from '@kanmon/core/gate';
import { checkOneOf, isRecord, withoutUndefined } from '@kanmon/core/kit';
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
import { checkMethods, checkOptions } from './wire/check-options.ts';
import {
  asList,
  asRecord,
  joinTexts,
  member,
  signalIn,
  type UnknownRecord,
  wordSet,
} from './wire/read.ts';
import type { Finding, Locale } from '@kanmon/core';
import { readEnding, readUsage } from './wire/read-answer.ts';

export type { GateCallOptions } from './hosts/host-gate.ts';

/** A model of the OpenAI Agents SDK, as far as it is used. */
export interface AgentModelLike {
  getResponse(request: never): PromiseLike<object>;
  getStreamedResponse(request: never): AsyncIterable<object>;
}

/** The members of a model that the SDK calls, with its own types. */
export type GatedAgentModel<Model extends AgentModelLike> = Pick<
  Model,
  keyof Model &
    ('getResponse' | 'getStreamedResponse' | 'getRetryAdvice' | 'supportsPromptModelSelection')
>;

/**
 * Puts a gate into a model of the OpenAI Agents SDK: the answer of an agent that has an `outputType` is judged, and
 * corrected within the budget, before the SDK sees it. Steps with tool calls or handoffs, and agents whose output is
 * text, are left alone. With `outputType: gateSchema(gate, { context })`, `finalOutput` is the gated value.
 *
 * An answer that passes at once keeps its other items, such as reasoning, calls of hosted tools and citations; a
 * corrected one keeps those that belong to no rejected text. A stream holds the events of an answer until it has passed. The usage of an answer counts all its attempts, without
 * reviews. The run rejects with `GateRejectedError`, whose `outcome.usage` has what was spent, or with the error of the
 * model.
 *
 * An answer that is cut off is continued over Chat Completions. Over the Responses API the SDK throws a
 * `ModelBehaviorError` for it before the gate can see it.
 *
 * @example
 * const agent = new Agent({
 *   name: 'planner',
 *   model: gateModel(new OpenAIResponsesModel(openai, 'gpt-5-mini'), gate, { context }),
 *   outputType: gateSchema(gate, { context }),
 * });
 *
 * @throws {InvalidArgumentError} The model or an option is invalid.
 */
export function gateModel<T, Model extends AgentModelLike>(
  model: Model,
  gate: Gate<T>,
  options?: Omit<GateCallOptions<undefined, T>, 'context'>,
): GatedAgentModel<Model>;
/** For a gate whose rules need a context. */
export function gateModel<T, Context, Model extends AgentModelLike>(
  model: Model,
  gate: Gate<T, Context>,
  options: GateCallOptions<Context, T>,
): GatedAgentModel<Model>;
export function gateModel<T, Context>(
  model: AgentModelLike,
  gate: Gate<T, Context>,
  options: WithOptionalContext<GateCallOptions<Context, T>> = {},
): object {
  checkMethods(
    model,
    'getResponse',
    'a model with getResponse',
    "pass a model such as new OpenAIResponsesModel(openai, 'gpt-5-mini')",
  );
  const where = 'gateModel(model, gate, options)';
  checkGateCall(gate, options, where);
  checkOptions(options, callOptionNames, where);
  // The type of a request is the SDK's; it is passed on with a few members changed.
  const inner = model as {
    getResponse(request: object): PromiseLike<object>;
    getStreamedResponse(request: object): AsyncIterable<object>;
    getRetryAdvice?(args: object): unknown;
    readonly supportsPromptModelSelection?: boolean;
  };
  const host = createHostGate(gate, options, 'openai-agents');

  /** Runs the gate over the calls that follow a request. Returns the reply to it: as it came, or with the text that passed. */
  const run = async (
    given: object,
    call: (request: object) => Promise<ModelReply>,
  ): Promise<ModelReply> => {
    const request = asRecord(given);
    const replies: ModelReply[] = [];
    const result = await host.run(async (ask, inside) => {
      const reply = await call(requestFor(ask, request, inside));
      replies.push(reply);
      return { reply, answer: readReply(reply), isStep: isStep(reply) };
    }, signalIn(request));
    return result.kind === 'step' ? result.reply : passedReply(result, replies);
  };

  return {
    async getResponse(request: object): Promise<object> {
      if (!asksForJson(request)) return inner.getResponse(request);
      const { response } = await run(request, async (each) => {
        const given = asRecord(await inner.getResponse(each));
        return { response: given, raw: given['providerData'], events: [] };
      });
      return response;
    },

    /** @yields The events of a step, or of an answer once it has passed. */
    async *getStreamedResponse(request: object): AsyncGenerator<object, void, undefined> {
      if (!asksForJson(request)) {
        yield* inner.getStreamedResponse(request);
        return;
      }
      const { events } = await run(request, async (each) => {
        const given: object[] = [];
        for await (const event of inner.getStreamedResponse(each)) given.push(event);
        return { ...readEnd(given), events: given };
      });
      yield* events;
    },

    ...withoutUndefined({
      getRetryAdvice: inner.getRetryAdvice?.bind(inner),
      supportsPromptModelSelection: inner.supportsPromptModelSelection,
    }),
  };
}

/** The answer to one call: the response, the raw data that names its end, and the events of its stream. */
interface ModelReply {
  readonly response: UnknownRecord;
  readonly raw: unknown;
  readonly events: readonly object[];
}

/** Returns true for a request of an agent with an output type. Other answers are not for a gate. */
function asksForJson(request: object): boolean {
  return isRecord(asRecord(request)['outputType']);
}

/**
 * Returns the request for a step of the run. A correction follows the input of the agent, without tools. A stored
 * conversation has the input already.
 */
function requestFor(
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

/** Returns true for an item that the agent answers, or a person with an approval. */
function isCall({ type, name }: UnknownRecord): boolean {
  return callItems.has(String(type)) || name === 'mcp_approval_request';
}

/** Items without an answer and without a call. */
const silentItems = /* @__PURE__ */ wordSet('reasoning compaction');

/** Returns true for an answer that calls tools, hands over or asks for an approval. */
function isStep({ response }: ModelReply): boolean {
  const items = asList(response['output']).map(asRecord);
  if (items.some(isCall)) return true;
  const types = items.map(({ type }) => String(type));
  return !types.includes('message') && types.some((type) => !silentItems.has(type));
}

/** Reads the end of a stream: its response, and the raw events of the provider, which alone name why it ended. */
function readEnd(events: readonly object[]): Pick<ModelReply, 'response' | 'raw'> {
  const raw: unknown[] = events.flatMap((event) => member(event, 'event') ?? []);
  const ending = raw
    .map((event) => member(event, 'response') ?? event)
    .filter((event) => endingIn(event) !== undefined);
  const done = events.find((event) => member(event, 'type') === 'response_done');
  return { response: asRecord(member(done, 'response')), raw: ending.at(-1) };
}

/** Reads the answer to a call. */
function readReply(reply: ModelReply): RunAnswer {
  const blocks = blocksOf(reply);
  return {
    text: textIn(reply),
    finish: readEnding({
      word: endingIn(reply.raw) ?? 'stop',
      refused: blocks.some(({ type }) => type === 'refusal'),
    }).finish,
    usage: readUsage(reply.response['usage']).usage,
  };
}

/** Returns the text of an answer. */
function textIn(reply: ModelReply): string {
  return joinTexts(blocksOf(reply));
}

function blocksOf(reply: ModelReply): readonly UnknownRecord[] {
  return messagesIn(reply).flatMap(({ content }) => asList(content).map(asRecord));
}

function messagesIn({ response }: ModelReply): readonly UnknownRecord[] {
  return asList(response['output']).map(asRecord).filter(isAnswer);
}

/** Comments on the way to an answer are messages too. */
function isAnswer({ type, phase }: UnknownRecord): boolean {
  return type === 'message' && phase !== 'commentary';
}

/** The end in the words of Chat Completions or Responses; the SDK does not carry it over. */
function endingIn(raw: unknown): unknown {
  const word =
    member(raw, 'choices', '0', 'finish_reason') ?? member(raw, 'incomplete_details', 'reason');
  return word ?? undefined;
}

/** Details come as one object, or as one for each request. */
function detailsIn(details: unknown): readonly unknown[] {
  return isRecord(details) ? [details] : asList(details);
}

/**
 * Returns the reply for a value that passed. An answer that is this value stays as it is. Otherwise the output has the
 * text that passed, and those items that belong to no rejected text.
 */
function passedReply(passed: Passed, replies: readonly ModelReply[]): ModelReply {
  const last = replies.at(-1) ?? { response: {}, raw: undefined, events: [] };
  // The SDK reads one block of an answer that has several.
  if (passed.isAsWritten && blocksOf(last).length === 1) return last;
  const { text, outcome } = passed;
  const { index, isPatched } = lastWhole(outcome);
  const output = replies.flatMap((reply, number) => keptItems(reply, isPatched || number < index));
  const message = {
    type: 'message',
    role: 'assistant',
    ...(isPatched ? {} : withoutUndefined({ id: messagesIn(last).at(-1)?.['id'] })),
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
  const { id, responseId, requestId } = last.response;
  const response = {
    ...withoutUndefined({ id, responseId, requestId }),
    output: [...output, message],
    usage: sumUsage(replies.map((reply) => asRecord(reply.response['usage']))),
  };
  const events = [
    { type: 'response_started' },
    { type: 'output_text_delta', delta: text },
    { type: 'response_done', response },
  ];
  return { response, raw: last.raw, events };
}

/**
 * Returns the items of an answer that are kept beside another text. Reasoning and comments before a rejected text belong
 * to it; those before the call of a hosted tool belong to the call.
 */
function keptItems(reply: ModelReply, isRejected: boolean): readonly UnknownRecord[] {
  const items = asList(reply.response['output']).map(asRecord);
  const calls = items.findLastIndex(({ type }) => type !== 'message' && type !== 'reasoning') + 1;
  return items
    .slice(0, isRejected ? calls : items.length)
    .filter((item) => !isAnswer(item) && !isCall(item));
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

/** Options of `gateGuardrail`. */
export interface GateGuardrailOptions<Context> {
  /** The data that the rules judge against. */
  readonly context: Context;
  /** The language of the errors. @default 'en' */
  readonly locale?: Locale;
}

/** An output guardrail of the OpenAI Agents SDK. */
export interface GateGuardrail {
  readonly name: string;
  execute(args: { readonly agentOutput: unknown }): Promise<{
    readonly tripwireTriggered: boolean;
    /** The findings, and their texts. */
    readonly outputInfo: {
      readonly findings: readonly Finding[];
      readonly errors: readonly string[];
    };
  }>;
}

/**
 * Creates an output guardrail for the OpenAI Agents SDK: it trips on an output that the gate refuses, with the findings
 * as `outputInfo`. It judges and blocks; it cannot correct, and it sees an output only after its stream was shown. Use
 * `gateModel` where a stream must not show what is refused.
 *
 * @example
 * const agent = new Agent({ name: 'planner', outputGuardrails: [gateGuardrail(gate, { context })] });
 *
 * @throws {InvalidArgumentError} The gate or an option is invalid.
 */
export function gateGuardrail<T>(
  gate: Gate<T>,
  options?: Omit<GateGuardrailOptions<undefined>, 'context'>,
): GateGuardrail;
/** For a gate whose rules need a context. */
export function gateGuardrail<T, Context>(
  gate: Gate<T, Context>,
  options: GateGuardrailOptions<Context>,
): GateGuardrail;
export function gateGuardrail<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: WithOptionalContext<GateGuardrailOptions<Context>> = {},
): GateGuardrail {
  const where = 'gateGuardrail(gate, options)';
  checkGateCall(gate, options, where);
  checkOptions(options, 'context locale', where);
  const { context, locale = 'en' } = options;
  checkOneOf('locale', locale, 'en ja');
  return {
    name: `gate:${gate.name}`,
    async execute({ agentOutput }) {
      if (isGated(agentOutput, gate)) {
        return { tripwireTriggered: false, outputInfo: { findings: [], errors: [] } };
      }
      const { ok, findings, errors } =
        typeof agentOutput === 'string'
          ? gate.read(agentOutput, context, { locale })
          : gate.validate(agentOutput, context, { locale });
      return { tripwireTriggered: !ok, outputInfo: { findings, errors } };
    },
  };
}
