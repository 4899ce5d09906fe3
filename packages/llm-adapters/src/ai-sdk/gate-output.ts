import { type Gate, type Gated, openRun } from '@kanmon/core/gate';
import { withoutUndefined } from '@kanmon/core/kit';
import { createPartialReader, type DeepPartial, type PartialReader } from '@kanmon/core/stream';
import { checkGateCall, createRejectedError } from '../hosts/host-gate.ts';
import { checkOptions } from '../wire/check-options.ts';
import { asNoObjectError, failureOf } from './rejected-error.ts';
import { lastRecord } from './settled-text.ts';

/** Options of `gateOutput`. */
export interface GateOutputOptions<Context> {
  /** The data that the rules judge against. */
  readonly context: Context;
}

/** The format that the model is asked for. */
interface ResponseFormat {
  readonly type: 'json';
  readonly schema?: object;
  readonly name: string;
}

type ParseComplete<T> = (
  answer: { text: string },
  context: { response: object; finishReason: string },
) => Promise<Gated<T>>;

type ParsePartial<Input> = (answer: {
  text: string;
}) => Promise<{ partial: DeepPartial<Input> } | undefined>;

/** A gate as the `output` of AI SDK 6 and 7. `Input` is the type of partial values, before defaults and transforms. */
export interface GateOutput<T, Input = unknown> {
  readonly name: string;
  readonly responseFormat: Promise<ResponseFormat>;
  readonly parseCompleteOutput: ParseComplete<T>;
  readonly parsePartialOutput: ParsePartial<Input>;
  readonly createElementStreamTransform: () => undefined;
}

/** A gate as the `experimental_output` of AI SDK 5. */
export interface GateOutputV5<T, Input = unknown> {
  readonly type: 'object';
  readonly responseFormat: ResponseFormat;
  readonly parseOutput: ParseComplete<T>;
  readonly parsePartial: ParsePartial<Input>;
}

/**
 * Returns a gate as the `output` of `generateText`, `streamText` and agents: it asks for JSON, and the value it
 * returns is gated. Alone it judges and blocks; `gateMiddleware` in the model also corrects. Partial values have only
 * finished members that no Must rule over single nodes refused, before defaults and transforms of the schema.
 *
 * @example
 * const { output } = await generateText({ model, output: gateOutput(gate, { context }), prompt });
 */
export function gateOutput<T, Input = unknown>(
  gate: Gate<T, undefined, Input>,
): GateOutput<T, Input>;
/** For a gate whose rules need a context. */
export function gateOutput<T, Context, Input = unknown>(
  gate: Gate<T, Context, Input>,
  options: GateOutputOptions<Context>,
): GateOutput<T, Input>;
export function gateOutput<T, Context, Input = unknown>(
  gate: Gate<T, Context, Input>,
  options: { readonly context?: Context } = {},
): GateOutput<T, Input> {
  const where = 'gateOutput(gate, options)';
  checkGateCall(gate, options, where);
  checkOptions(options, 'context', where);
  // The overload without a context is for gates that need none.
  const context = options.context as Context;
  const { responseFormat, parseOutput, parsePartial } = gateOutputV5(gate, { context });
  return {
    name: gate.name,
    responseFormat: Promise.resolve(responseFormat),
    parseCompleteOutput: parseOutput,
    parsePartialOutput: parsePartial,
    createElementStreamTransform: () => undefined,
  };
}

/** Returns a gate in the form of AI SDK 5. */
export function gateOutputV5<T, Context, Input = unknown>(
  gate: Gate<T, Context, Input>,
  { context }: GateOutputOptions<Context>,
): GateOutputV5<T, Input> {
  const { name, jsonSchema } = gate.definition;
  let reader: PartialReader<Input>;
  let read = '';
  let partial: DeepPartial<Input> | undefined;
  return {
    type: 'object',
    responseFormat: { type: 'json', name, ...withoutUndefined({ schema: jsonSchema }) },
    // A run of one attempt reads, judges and reports as the runs of the middleware do.
    async parseOutput({ text }, { response, finishReason }) {
      const failure = failureOf(response);
      if (failure !== undefined) throw failure.error;
      const run = openRun(gate, { context, budget: { maxAttempts: 1 } });
      let { step } = run;
      while (step.status === 'ask') step = run.answer({ text: lastRecord(text) });
      if (step.status === 'passed') return step.value;
      const answer = { text, finish: finishReason };
      throw asNoObjectError(createRejectedError(name, step), { answer, response });
    },
    async parsePartial({ text: whole }) {
      const text = lastRecord(whole);
      // The SDK passes the whole text each time. Only what is new is read.
      if (reader === undefined || !text.startsWith(read)) {
        reader = createPartialReader(gate, { context });
        read = '';
        partial = undefined;
      }
      const hasGrown = reader.feed(text.slice(read.length));
      read = text;
      // The reader grows one object in place, and the SDK hands out each of its states.
      if (hasGrown) partial = structuredClone(reader.value);
      return partial === undefined ? undefined : { partial };
    },
  };
}
