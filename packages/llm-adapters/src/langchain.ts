import {
  type Gate,
  type GateAsk,
  type GateOutcome,
  GateRejectedError,
  isGated,
} from '@kanmon/core/gate';
import { checkPorts } from '@kanmon/core/kit';
import {
  callOptionNames,
  checkGateCall,
  createHostGate,
  type GateCallOptions,
  sumCounts,
  type WithOptionalContext,
} from './hosts/host-gate.ts';
import { checkOptions } from './wire/check-options.ts';
import { asList, asRecord, member, signalIn } from './wire/read.ts';
import { createLike, likeMessages, planCall, warnOfTokenLimits } from './langchain/chat-model.ts';

export type { GateCallOptions } from './hosts/host-gate.ts';
export type { ChatModelLike } from './langchain/chat-model.ts';
export {
  fromLangChain,
  type FromLangChainOptions,
  type StreamingChatModelLike,
} from './langchain/from-langchain.ts';
export { gated, type GatedCall } from './langchain/gated.ts';

/** The runtime of an agent, as far as it is used. */
export interface AgentRuntime {
  readonly context?: unknown;
  readonly signal?: AbortSignal;
  /** Stops the graph for a decision of a person; see LangGraph. */
  readonly interrupt?: (value: unknown) => unknown;
}

/** Options of `gateMiddleware`. */
export interface GateMiddlewareOptions<Context, T = never> extends GateCallOptions<Context, T> {
  /**
   * Returns a value for a rejected run, which the gate judges, or nothing: then the run ends with
   * `GateRejectedError`. A value of `runtime.interrupt(outcome.best)` comes from a person.
   */
  readonly onRejected?: (
    outcome: Extract<GateOutcome<unknown>, { readonly status: 'rejected' }>,
    runtime: AgentRuntime,
  ) => unknown;
}

/** The call of a model by an agent, as far as it is used. */
export interface AgentModelRequest {
  readonly model: unknown;
  readonly messages: readonly unknown[];
  readonly tools: readonly unknown[];
  readonly responseFormat?: unknown;
  readonly modelSettings?: object;
  readonly runtime: AgentRuntime;
}

/** Middleware for `createAgent` of LangChain. */
export interface GateMiddleware {
  readonly name: string;
  wrapModelCall<Request extends AgentModelRequest, Message extends object>(
    request: Request,
    handler: (request: Request) => PromiseLike<Message> | Message,
  ): Promise<Message>;
}

/**
 * Creates middleware for `createAgent`: the last answer of the agent passes the gate before anybody sees it, and
 * `structuredResponse` is the gated value. The agent needs a `responseFormat`, which gives the type; the gate does the
 * judging. Without one, and for answers that call tools, the middleware changes nothing.
 *
 * Rejected answers appear in no stream of the agent. `usage_metadata` of the message that stays is the sum of all
 * attempts, without reviews. The agent rejects with `MiddlewareError`, whose cause is a `GateRejectedError`, or the error
 * of the model.
 *
 * The limit of output tokens is a setting of the model there: `budget.maxOutputTokens` and `maxTotalTokens` are counted
 * after each call, with a warning of `logger`.
 *
 * Put `modelRetryMiddleware` behind the gate in the list, with `onFailure: 'error'`. Before it, it would run a rejected
 * run again.
 *
 * @example
 * const agent = createAgent({ model, tools, responseFormat: schema, middleware: [gateMiddleware(gate, { context })] });
 *
 * @throws {InvalidArgumentError} An option is unknown or invalid.
 */
export function gateMiddleware<T>(
  gate: Gate<T>,
  options?: Omit<GateMiddlewareOptions<undefined, T>, 'context'>,
): GateMiddleware;
/** For a gate whose rules need a context. */
export function gateMiddleware<T, Context>(
  gate: Gate<T, Context>,
  options: GateMiddlewareOptions<Context, T>,
): GateMiddleware;
export function gateMiddleware<T, Context>(
  gate: Gate<T, Context>,
  options: WithOptionalContext<GateMiddlewareOptions<Context, T>> = {},
): GateMiddleware {
  const where = 'gateMiddleware(gate, options)';
  checkGateCall(gate, options, where);
  checkOptions(options, `${callOptionNames} onRejected`, where);
  checkPorts(options, { onRejected: 'call' });
  const { onRejected, ...runOptions } = options;
  const host = createHostGate(gate, runOptions, 'langchain');
  warnOfTokenLimits(options, where);
  return {
    name: `GateMiddleware(${gate.name})`,
    async wrapModelCall<Request extends AgentModelRequest, Message extends object>(
      request: Request,
      handler: (request: Request) => PromiseLike<Message> | Message,
    ): Promise<Message> {
      const { responseFormat, runtime, tools, messages } = request;
      if (!asksForJson(responseFormat)) return handler(request);
      const model = await instanceOf(request.model);
      const replies: Message[] = [];
      /** `createAgent` takes an answer with a structured response too; its types name the message only. */
      const answerOf = (structuredResponse: unknown, message: unknown): Message =>
        ({ structuredResponse, messages: [message] }) as unknown as Message;
      const call = async (ask: GateAsk, signal: AbortSignal) => {
        const plan = planCall(gate.name, ask, { model, signal });
        const reply = await handler({
          ...request,
          model: held(model, plan.hold),
          messages: [...messages, ...likeMessages(plan.messages, [...messages, ...replies])],
          modelSettings: { ...request.modelSettings, ...plan.settings },
          // Undefined would mean the format of the agent, which loses the text of a broken answer.
          responseFormat: null,
          ...(ask.mode === 'initial' || tools.length === 0 ? {} : { toolChoice: 'none' }),
        });
        replies.push(reply);
        return plan.read(reply);
      };
      try {
        const result = await host.run(call, signalIn(runtime));
        if (result.kind === 'step') return result.reply;
        const { value, text, isAsWritten } = result;
        return answerOf(value, isAsWritten ? replies[0] : joined(text, replies));
      } catch (error) {
        if (onRejected === undefined || !GateRejectedError.isInstance(error)) throw error;
        const offered = await onRejected(error.outcome, runtime);
        const message = joined(JSON.stringify(offered), replies);
        if (isGated(offered, gate)) return answerOf(offered, message);
        // The overload without a context is for gates that need none.
        const verdict = gate.validate(offered, options.context as Context);
        if (!verdict.ok) throw error;
        return answerOf(verdict.value, message);
      }
    },
  };
}

/** Returns true for a response format of an agent. LangChain marks an absent one by a member. */
function asksForJson(responseFormat: unknown): boolean {
  return (
    typeof responseFormat === 'object' &&
    responseFormat !== null &&
    !('__responseFormatUndefined' in responseFormat)
  );
}

/** Returns the model behind a name such as `openai:gpt-5`, which LangChain loads when it is used. */
async function instanceOf(model: unknown): Promise<unknown> {
  const load = member(model, '_getModelInstance');
  return typeof load === 'function' ? load.call(model) : model;
}

/**
 * Returns a model that changes the config of each call. The agent binds tools and settings to the model before it
 * calls it, so that the bound model is changed too.
 */
function held<Model>(model: Model, change: (config: unknown) => object): Model {
  if (typeof model !== 'object' || model === null) return model;
  return new Proxy(model, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'bound') return held(value, change);
      if (name === 'steps') return asList(value).map((step) => held(step, change));
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      if (name === 'invoke')
        return (input: unknown, config: unknown) => method(input, change(config));
      if (name === 'bindTools') return (...args: unknown[]) => held(method(...args), change);
      return method;
    },
  });
}

/** Returns the last message with the text that passed and the usage of all attempts. */
function joined(text: string, replies: readonly object[]): object {
  const last = replies.at(-1) ?? {};
  const { content, id, name, response_metadata, additional_kwargs } = asRecord(last);
  const blocks = asList(content).filter((block) => member(block, 'type') !== 'text');
  return createLike(last, {
    content: blocks.length === 0 ? text : [...blocks, { type: 'text', text }],
    id,
    name,
    response_metadata,
    usage_metadata: sumCounts(replies.map((reply) => member(reply, 'usage_metadata'))),
    // Signatures of a provider belong to the text they came with.
    ...(replies.length === 1 ? { additional_kwargs } : {}),
  });
}
