import type { Gate } from '@kanmon/core/gate';
import { callOptionNames, checkGateCall, type WithOptionalContext } from '../hosts/host-gate.ts';
import { checkOptions } from '../wire/check-options.ts';
import { member } from '../wire/read.ts';
import { assertLanguageModel, type LanguageModelLike } from './ai-sdk-model.ts';
import { gateMiddleware, type GateMiddlewareOptions } from './gate-middleware.ts';
import { type GateOutput, gateOutput, type GateOutputV5, gateOutputV5 } from './gate-output.ts';

/** Options of `withGate`. */
export interface WithGateOptions<Context, Model extends LanguageModelLike, T = never> extends Omit<
  GateMiddlewareOptions<Context, T>,
  'specificationVersion'
> {
  readonly model: Model;
}

/** The members of the language model interface. */
type ModelMember = keyof LanguageModelLike | 'supportedUrls';

/**
 * The options `model` and `output` of a call of the AI SDK, and `maxRetries` where it was set. Models of AI SDK 5 also
 * get its `experimental_output`.
 */
export type GatedCall<T, Model extends LanguageModelLike, Input = unknown> = {
  readonly model: Pick<Model, ModelMember & keyof Model>;
  readonly output: GateOutput<T, Input>;
  readonly maxRetries?: number;
} & (Model extends { readonly specificationVersion: 'v2' }
  ? { readonly experimental_output: GateOutputV5<T, Input> }
  : unknown);

/**
 * Returns the options `model` and `output` of `generateText`, `streamText` and agents, with a gate in both:
 * `gateMiddleware` corrects, `gateOutput` returns the gated value. `maxRetries` belongs in these options: it is returned
 * too, and holds for the first call and for corrections.
 *
 * @example
 * const { output } = await generateText({ ...withGate(gate, { model, context }), prompt });
 *
 * @throws {InvalidArgumentError} The gate, the model or an option is invalid.
 */
export function withGate<T, Model extends LanguageModelLike, Input = unknown>(
  gate: Gate<T, undefined, Input>,
  options: Omit<WithGateOptions<undefined, Model, T>, 'context'>,
): GatedCall<T, Model, Input>;
/** For a gate whose rules need a context. */
export function withGate<T, Context, Model extends LanguageModelLike, Input = unknown>(
  gate: Gate<T, Context, Input>,
  options: WithGateOptions<Context, Model, T>,
): GatedCall<T, Model, Input>;
export function withGate<T, Context, Model extends LanguageModelLike>(
  gate: Gate<T, Context>,
  options: WithOptionalContext<WithGateOptions<Context, Model, T>>,
): object {
  const where = 'withGate(gate, options)';
  checkGateCall(gate, options, where);
  // Without types the options may be missing.
  assertLanguageModel(member(options, 'model') as Model);
  checkOptions(options, `${callOptionNames} model stream maxRetries`, where);
  const { model, ...others } = options;
  // The overload without a context is for gates that need none.
  const output = { context: options.context as Context };
  return {
    model: wrapModel(model, gateMiddleware(gate, { ...others, ...output })),
    output: gateOutput(gate, output),
    ...(others.maxRetries === undefined ? {} : { maxRetries: others.maxRetries }),
    ...(model.specificationVersion === 'v2'
      ? { experimental_output: gateOutputV5(gate, output) }
      : {}),
  };
}

/** Returns a model with a middleware around it, as `wrapLanguageModel` of the AI SDK does. */
function wrapModel(
  model: LanguageModelLike,
  { wrapGenerate, wrapStream }: ReturnType<typeof gateMiddleware>,
): LanguageModelLike & { readonly supportedUrls: unknown } {
  const { specificationVersion, provider, modelId } = model;
  return {
    specificationVersion,
    provider,
    modelId,
    get supportedUrls() {
      return member(model, 'supportedUrls');
    },
    doGenerate: (params) =>
      wrapGenerate({ model, params, doGenerate: () => model.doGenerate(params) }),
    doStream: (params) => wrapStream({ model, params, doStream: () => model.doStream(params) }),
  };
}
