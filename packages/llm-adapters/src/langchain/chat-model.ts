import type { JsonSchema, LlmFinish, LlmMessage } from '@kanmon/core';
import type { GateAsk } from '@kanmon/core/gate';
import { globalConsole, isRecord, quietLogger, withoutUndefined } from '@kanmon/core/kit';
import type { GateCallOptions, HostReply } from '../hosts/host-gate.ts';
import { lowerJsonSchema } from '../request/lower-json-schema.ts';
import { type OutputPlan, planOutput } from '../request/plan-output.ts';
import { asList, asRecord, filledString, member, type UnknownRecord } from '../wire/read.ts';
import { checkMethods } from '../wire/check-options.ts';
import { readEnding, readUsage } from '../wire/read-answer.ts';

/** A chat model of LangChain, or a runnable around one. Only `invoke` is used. */
export interface ChatModelLike {
  invoke(input: unknown, options?: object): PromiseLike<unknown>;
}

/** Throws `InvalidArgumentError` unless `model` can be invoked. */
export function assertModel(model: unknown): void {
  checkMethods(
    model,
    'invoke',
    'a chat model with invoke',
    'pass a model such as new ChatOpenAI({ model })',
  );
}

/** Returns true for a model whose profile reports structured output, as `createAgent` decides it. */
export function isNative(model: unknown): boolean {
  const profile = member(model, 'profile') ?? member(model, 'bound', 'profile');
  return member(profile, 'structuredOutput') === true;
}

/** Warns of limits that no call can keep: only a setting of a model of LangChain limits its answers. */
export function warnOfTokenLimits(
  { budget = {}, logger = globalConsole() }: Pick<GateCallOptions<unknown>, 'budget' | 'logger'>,
  where: string,
): void {
  const { maxOutputTokens = Infinity, maxTotalTokens = Infinity } = budget;
  if (Math.min(maxOutputTokens, maxTotalTokens) === Infinity) return;
  quietLogger(logger).warn(
    `a call of a model of LangChain takes no limit of tokens, so that the budget of ${where} counts them after each call; set maxTokens of the model too`,
  );
}

/** Plans the call of a model for a step. A model without structured output gets the schema as a message. */
export function planCall(
  gate: string,
  { attempt, mode, output, messages }: GateAsk,
  { model, signal }: { readonly model: unknown; readonly signal: AbortSignal },
) {
  const form = planOutput(output, {
    jsonSchema: isNative(model) ? 'native' : 'prompt',
    dialect: 'openai-strict',
    lenientSchema: true,
    jsonObject: false,
  });
  const instruction = form.type === 'json' ? form.instruction : undefined;
  const asked: readonly LlmMessage[] =
    instruction === undefined ? [] : [{ role: 'user', content: instruction }];
  const watch: CallWatch = { ending: undefined };
  return {
    messages: [...asked, ...messages],
    settings: formSettings(form, output),
    hold: (config: unknown) =>
      holdBack(config, { signal, metadata: { gate, attempt, mode } }, watch),
    read: <Reply>(reply: Reply): HostReply<Reply> => ({
      reply,
      answer: readMessage(reply, watch.ending),
      isStep: callsTools(reply),
    }),
  };
}

/**
 * Returns the call options that ask for a form, as `createAgent` does: one for each family of providers. The last one
 * is for Google, whose package of LangChain lowers the schema itself.
 */
export function formSettings(
  plan: OutputPlan,
  asked: { readonly type?: string; readonly schema?: JsonSchema },
): UnknownRecord {
  if (plan.type === 'text' || plan.schema === undefined) return {};
  const { name, schema, strict } = plan;
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name, schema, strict },
      // A model that does not stream would parse the answer, and lose the text of one that is broken.
      $parseRaw: (text: string) => text,
    },
    outputConfig: {
      format: { type: 'json_schema', schema: lowerJsonSchema(schema, 'claude').schema },
    },
    responseSchema: asked.schema ?? schema,
  };
}

/** The end of a call as LangChain reports it beside the message. */
export interface CallWatch {
  ending: unknown;
}

/** The tag by which LangGraph keeps tokens out of its streams, in both spellings. */
const heldTags = ['nostream', 'langsmith:nostream'];

/** Handlers that pass on what a model writes, token by token and as a whole. */
const streamTracers: ReadonlySet<unknown> = new Set(['event_stream_tracer', 'log_stream_tracer']);

/**
 * Returns the config of a call whose answer stays inside until it has passed. The model streams, since
 * `@langchain/openai` otherwise parses JSON itself and loses the text of an answer that is broken or cut.
 */
export function holdBack(
  config: unknown,
  changes: { readonly signal?: AbortSignal; readonly metadata?: UnknownRecord },
  watch: CallWatch,
): object {
  const given = asRecord(config);
  const handler = {
    name: 'kanmon_gate',
    lc_prefer_streaming: true,
    awaitHandlers: true,
    handleLLMEnd(result: unknown): void {
      watch.ending = member(result, 'generations', '0', '0', 'generationInfo');
    },
  };
  return {
    ...given,
    ...changes,
    metadata: { ...asRecord(given['metadata']), ...changes.metadata },
    tags: [...asList(given['tags']), ...heldTags],
    callbacks: withHandler(given['callbacks'], handler),
  };
}

/** The callback manager of LangChain, as far as it is used. */
interface CallbackManagerLike {
  readonly handlers: readonly unknown[];
  copy(handlers: readonly unknown[]): CallbackManagerLike;
  removeHandler(handler: unknown): void;
}

function withHandler(callbacks: unknown, handler: object): unknown {
  if (!isManager(callbacks)) {
    return [...asList(callbacks).filter((each) => !isStreamTracer(each)), handler];
  }
  const manager = callbacks.copy([handler]);
  for (const each of callbacks.handlers.filter(isStreamTracer)) manager.removeHandler(each);
  return manager;
}

function isManager(callbacks: unknown): callbacks is CallbackManagerLike {
  return typeof member(callbacks, 'copy') === 'function';
}

function isStreamTracer(handler: unknown): boolean {
  return streamTracers.has(member(handler, 'name'));
}

/** Returns true for a message that calls tools. */
function callsTools(message: unknown): boolean {
  return asList(member(message, 'tool_calls')).length > 0;
}

/** Reads a message of a model, with the end of its call. */
export function readMessage(message: unknown, ending: unknown) {
  const metadata = { ...asRecord(member(message, 'response_metadata')), ...asRecord(ending) };
  const usage = member(message, 'usage_metadata');
  return {
    text: textOf(message),
    finish: finishOf(message, metadata),
    // Chunks whose server names no role have the usage of the provider only.
    usage: readUsage(isRecord(usage) ? usage : metadata['usage']).usage,
    ...withoutUndefined({
      id: filledString(member(message, 'id')),
      model: filledString(metadata['model_name'] ?? metadata['model']),
    }),
  };
}

/** `text` joins the text blocks of a message. Models that are not chat models answer with a bare text. */
function textOf(message: unknown): string {
  const text = member(message, 'text') ?? member(message, 'content') ?? message;
  return filledString(text) ?? '';
}

/** The type of a message of LangChain for each role of a correction. */
const messageTypes = { user: 'human', assistant: 'ai', system: 'system' } as const;

/**
 * Returns messages as instances of the classes that the known messages have, since other middleware may call their
 * methods. A role that no known message has stays a plain object, which models take too.
 */
export function likeMessages(
  messages: readonly LlmMessage[],
  known: readonly unknown[],
): readonly unknown[] {
  return messages.map((message) => {
    const sample = known.find((each) => member(each, 'type') === messageTypes[message.role]);
    return sample === undefined ? message : createLike(sample, { content: message.content });
  });
}

/** Creates a message of the class of another one: LangChain's classes take their fields as an object. */
export function createLike(sample: unknown, fields: object): object {
  const Message = member(sample, 'constructor') as new (fields: object) => object;
  return new Message(fields);
}

function finishOf(message: unknown, metadata: UnknownRecord): LlmFinish {
  const { finish_reason, stop_reason, finishReason, stopReason, incomplete_details, status } =
    metadata;
  const chat = finish_reason ?? stop_reason ?? finishReason ?? stopReason;
  const word = chat ?? member(incomplete_details, 'reason') ?? status;
  return readEnding({
    word: typeof word === 'string' ? word.toLowerCase() : word,
    refused: filledString(member(message, 'additional_kwargs', 'refusal')) !== undefined,
    calledTool: callsTools(message),
  }).finish;
}
