import type { Gate } from '@kanmon/core/gate';
import { mapProviderError } from '../errors/map-provider-error.ts';
import type { GateCallOptions, WithOptionalContext } from '../hosts/gate-call-options.ts';
import { createHostGate } from '../hosts/host-gate.ts';
import { asRecord } from '../wire/read.ts';
import {
  assertVersion,
  type LanguageModelLike,
  type SpecificationVersion,
} from './ai-sdk-model.ts';
import { asksForJson } from './gated-call.ts';
import { generateGated } from './generate-gated.ts';
import { streamGated } from './stream-gated.ts';

/** Options of `gateMiddleware`. */
export interface GateMiddlewareOptions<
  Context,
  T = never,
  V extends SpecificationVersion = SpecificationVersion,
> extends GateCallOptions<Context, T> {
  /** v2 for AI SDK 5, v3 for 6, v4 for 7. @default 'v4' */
  readonly specificationVersion?: V;
}

/** A call as the AI SDK passes it to a middleware. */
interface WrappedCall {
  readonly params: object;
  readonly model: LanguageModelLike;
}

/** A middleware for `wrapLanguageModel`. */
export interface GateMiddleware<V extends SpecificationVersion> {
  readonly specificationVersion: V;
  wrapGenerate<Result extends object>(
    call: WrappedCall & { doGenerate(): PromiseLike<Result> },
  ): Promise<Result>;
  wrapStream<Result extends object>(
    call: WrappedCall & { doStream(): PromiseLike<Result> },
  ): Promise<Result>;
}

/**
 * Puts a gate into a language model of the AI SDK: answers that are asked for as JSON are judged, corrected within the
 * budget, and returned as the JSON that passed. Steps with tool calls and answers in plain text are left alone. The
 * reported usage is the sum over all attempts; `providerMetadata.kanmon` has their modes, findings and repairs.
 *
 * A stream passes reasoning and tool parts on at once and holds the text until it has passed.
 *
 * An answer that stays rejected throws a `GateRejectedError`, in a stream as an `error` part.
 * `NoObjectGeneratedError.isInstance` recognises it too.
 *
 * @example
 * const model = wrapLanguageModel({ model: openai('gpt-5-mini'), middleware: gateMiddleware(gate, { context }) });
 */
export function gateMiddleware<T, V extends SpecificationVersion = 'v4'>(
  gate: Gate<T>,
  options?: Omit<GateMiddlewareOptions<undefined, T, V>, 'context'>,
): GateMiddleware<V>;
/** For a gate whose rules need a context. */
export function gateMiddleware<T, Context, V extends SpecificationVersion = 'v4'>(
  gate: Gate<T, Context>,
  options: GateMiddlewareOptions<Context, T, V>,
): GateMiddleware<V>;
export function gateMiddleware<T, Context>(
  gate: Gate<T, Context>,
  options: WithOptionalContext<GateMiddlewareOptions<Context, T>> = {},
): GateMiddleware<SpecificationVersion> {
  const { specificationVersion = 'v4', ...runOptions } = options;
  assertVersion(specificationVersion);
  const host = createHostGate(gate, runOptions, 'ai-sdk', mapProviderError);
  return {
    specificationVersion,
    async wrapGenerate<Result extends object>({
      params,
      model,
      doGenerate,
    }: WrappedCall & { doGenerate(): PromiseLike<Result> }) {
      if (!asksForJson(params)) return doGenerate();
      // The result of the model itself, with another text.
      return (await generateGated(host, { model, params: asRecord(params) })) as Result;
    },
    async wrapStream<Result extends object>({
      params,
      model,
      doStream,
    }: WrappedCall & { doStream(): PromiseLike<Result> }) {
      if (!asksForJson(params)) return doStream();
      // The result of the model itself, with other parts in the stream.
      return (await streamGated(host, { model, params: asRecord(params) })) as Result;
    },
  };
}
