import type { Gate } from '@kanmon/core/gate';
import { withoutUndefined } from '@kanmon/core/kit';
import type { GateCallOptions, WithOptionalContext } from '../hosts/gate-call-options.ts';
import { createHostGate } from '../hosts/host-gate.ts';
import { checkMethods } from '../wire/check-options.ts';
import { asRecord, signalIn } from '../wire/read.ts';
import {
  asksForJson,
  isStep,
  type ModelReply,
  passedResponse,
  readEnd,
  readReply,
  requestFor,
} from './model-call.ts';

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
 * A stream holds the events of an answer until it has passed. The usage of an answer counts all its attempts. The run
 * rejects with `GateRejectedError`, whose `outcome.usage` has what was spent.
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
  // The type of a request is the SDK's; it is passed on with a few members changed.
  const inner = model as {
    getResponse(request: object): PromiseLike<object>;
    getStreamedResponse(request: object): AsyncIterable<object>;
    getRetryAdvice?(args: object): unknown;
    readonly supportsPromptModelSelection?: boolean;
  };
  const host = createHostGate(gate, options, 'openai-agents');

  /** Runs the gate over the calls that follow a request. */
  const run = async (given: object, call: (request: object) => Promise<ModelReply>) => {
    const request = asRecord(given);
    const replies: ModelReply[] = [];
    const result = await host.run(async (ask, inside) => {
      const reply = await call(requestFor(ask, request, inside));
      replies.push(reply);
      return { reply, answer: readReply(reply), isStep: isStep(reply) };
    }, signalIn(request));
    return { result, replies };
  };

  /** @yields The events of a step as they came, or of one answer: the text that has passed. */
  async function* streamGated(request: object): AsyncGenerator<object, void, undefined> {
    const { result, replies } = await run(request, async (each) => {
      const events: object[] = [];
      for await (const event of inner.getStreamedResponse(each)) events.push(event);
      return { ...readEnd(events), events };
    });
    if (result.kind === 'step') {
      yield* result.reply.events;
      return;
    }
    yield { type: 'response_started' };
    yield { type: 'output_text_delta', delta: result.text };
    yield { type: 'response_done', response: passedResponse(result.text, replies) };
  }

  return {
    async getResponse(request: object): Promise<object> {
      if (!asksForJson(request)) return inner.getResponse(request);
      const { result, replies } = await run(request, async (each) => {
        const response = asRecord(await inner.getResponse(each));
        return { response, raw: response['providerData'], events: [] };
      });
      return result.kind === 'step' ? result.reply.response : passedResponse(result.text, replies);
    },

    async *getStreamedResponse(request: object): AsyncGenerator<object, void, undefined> {
      yield* asksForJson(request) ? streamGated(request) : inner.getStreamedResponse(request);
    },

    ...withoutUndefined({
      getRetryAdvice: inner.getRetryAdvice?.bind(inner),
      supportsPromptModelSelection: inner.supportsPromptModelSelection,
    }),
  };
}
