import { InvalidArgumentError } from '@kanmon/core';
import type { Gate, Gated } from '@kanmon/core/gate';
import {
  callOptionNames,
  checkGateCall,
  createHostGate,
  type GateCallOptions,
  type WithOptionalContext,
} from '../hosts/host-gate.ts';
import { checkOptions, describeKind } from '../wire/check-options.ts';
import { asList, filledString, member, signalIn } from '../wire/read.ts';
import { assertModel, type ChatModelLike, planCall, warnOfTokenLimits } from './chat-model.ts';

/** Takes what a chat model takes, and resolves to the gated value. LangChain takes it as a runnable. */
export type GatedCall<T> = (input: unknown, config?: object) => Promise<Gated<T>>;

/**
 * Returns a function that asks a chat model until its answer passes the gate. It is a step of a chain:
 * `prompt.pipe(gated(model, gate, { context }))`. A stream of the chain has one chunk, the gated value; no event
 * shows an answer that was rejected.
 *
 * The function rejects with `GateRejectedError`, with the error of the model, or with the reason of an aborted signal.
 * The limit of output tokens is a setting of the model there: `budget.maxOutputTokens` and `maxTotalTokens` are counted
 * after each call, with a warning of `logger`. Retries belong to the model (`maxRetries`, `model.withRetry()`): `withRetry` of the chain would run a rejected run again.
 *
 * @example
 * const task = await prompt.pipe(gated(model, gate, { context })).invoke({ question });
 *
 * @throws {InvalidArgumentError} The model or an option is invalid.
 */
export function gated<T>(
  model: ChatModelLike,
  gate: Gate<T>,
  options?: Omit<GateCallOptions<undefined, T>, 'context'>,
): GatedCall<T>;
/** For a gate whose rules need a context. */
export function gated<T, Context>(
  model: ChatModelLike,
  gate: Gate<T, Context>,
  options: GateCallOptions<Context, T>,
): GatedCall<T>;
export function gated<T, Context>(
  model: ChatModelLike,
  gate: Gate<T, Context>,
  options: WithOptionalContext<GateCallOptions<Context, T>> = {},
): GatedCall<T> {
  assertModel(model);
  const where = 'gated(model, gate, options)';
  checkGateCall(gate, options, where);
  checkOptions(options, callOptionNames, where);
  const host = createHostGate(gate, options, 'langchain');
  warnOfTokenLimits(options, where);
  return async (input, config) => {
    const task = messagesOf(input);
    const result = await host.run(async (ask, signal) => {
      const { messages, settings, hold, read } = planCall(gate.name, ask, { model, signal });
      const reply = await model.invoke([...task, ...messages], { ...hold(config), ...settings });
      assertMessage(reply);
      return read(reply);
    }, signalIn(config));
    if (result.kind === 'passed') return result.value;
    throw new InvalidArgumentError(
      'expected a model without tools, got an answer that calls one; a chain does not run tools, so use createAgent with gateMiddleware',
    );
  };
}

/** A model with a parser behind it returns no message, and has parsed what the gate is to judge. */
function assertMessage(reply: unknown): void {
  if (typeof reply === 'string' || member(reply, 'content') !== undefined) return;
  throw new InvalidArgumentError(
    `expected a chat model, got one that returned ${describeKind(reply)}; pass the model itself, without withStructuredOutput or a parser`,
  );
}

/** Returns the messages of an input: a text, a prompt value or messages. */
function messagesOf(input: unknown): readonly unknown[] {
  const text = filledString(input);
  if (text !== undefined) return [{ role: 'user', content: text }];
  const messages = isPrompt(input) ? input.toChatMessages() : asList(input);
  if (messages.length > 0) return messages;
  throw new InvalidArgumentError(
    `expected a text, messages or a prompt value, got ${describeKind(input)}; put a prompt template before the gate`,
  );
}

function isPrompt(input: unknown): input is { toChatMessages(): readonly unknown[] } {
  return typeof member(input, 'toChatMessages') === 'function';
}
