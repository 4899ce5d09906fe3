import { InvalidArgumentError } from '@kanmon/core';
import { type Gate, GateRejectedError } from '@kanmon/core/gate';
import { mapProviderError, protocolError } from '../errors/map-provider-error.ts';
import {
  callOptionNames,
  checkGateCall,
  createHostGate,
  type GateCallOptions,
  type HostGate,
  type HostResult,
  type MakeCall,
  type WithOptionalContext,
} from '../hosts/host-gate.ts';
import { checkNumbers, checkOptions, describeKind } from '../wire/check-options.ts';
import { asList, asRecord, signalIn, type UnknownRecord, wordSet } from '../wire/read.ts';
import {
  assertVersion,
  createAiSdkFold,
  type LanguageModelLike,
  readGenerated,
  type SpecificationVersion,
} from './ai-sdk-model.ts';
import {
  asksForJson,
  endCut,
  endingOf,
  isToolCall,
  type ModelCall,
  optionsFor,
  type Received,
  toRunAnswer,
} from './gated-call.ts';
import { asNoObjectError, rememberFailure } from './rejected-error.ts';
import { asStream } from '../wire/sdk-client.ts';
import { createSettledText } from './settled-text.ts';

/** Options of `gateMiddleware`. */
export interface GateMiddlewareOptions<
  Context,
  T = never,
  V extends SpecificationVersion = SpecificationVersion,
> extends GateCallOptions<Context, T> {
  /**
   * `hold` shows text once it has passed. `settled` shows members of the value once they are finished and no Must rule
   * over single nodes has refused them, and ends an answer at such a Must. A value that does not continue the text
   * begins again after U+001E: read it by `gateOutput` (`partialOutputStream`), not as text. The text that the SDK keeps
   * (`text`, `response.messages`, `onFinish`) has all of it, so that a saved conversation needs `output` instead.
   * @default 'hold'
   */
  readonly stream?: StreamMode;
  /**
   * Retries of the call of a correction that fails for a while. A middleware cannot see `maxRetries` of the call:
   * `withGate` sets both, elsewhere pass the same number twice. @default 2, as in the SDK
   */
  readonly maxRetries?: number;
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
 * reported usage is the sum over all attempts, without reviews, which other models may answer: `onOutcome` gets the
 * usage of both. `providerMetadata.kanmon` has the modes, findings and repairs of the attempts.
 *
 * A stream passes reasoning and tool parts on at once; see the option `stream` for the text.
 *
 * An answer that stays rejected throws a `GateRejectedError`, in a stream as an `error` part.
 * `NoObjectGeneratedError.isInstance` recognises it too.
 *
 * A call of the model that fails: the error of the first one is thrown as it is, and the SDK retries it. A correction is
 * retried here (`maxRetries`), since the SDK would run all attempts again; an error that stays (429, 500) becomes the
 * cause of a `GateRejectedError`. An error that no retry helps (400) is thrown as it is. `onOutcome` gets what was spent.
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
  const where = 'gateMiddleware(gate, options)';
  checkGateCall(gate, options, where);
  checkOptions(options, `${callOptionNames} stream maxRetries specificationVersion`, where);
  const { specificationVersion = 'v4', stream = 'hold', maxRetries = 2, ...runOptions } = options;
  checkNumbers({ maxRetries }, { least: 0, whole: true });
  assertVersion(specificationVersion);
  if (stream !== 'hold' && stream !== 'settled') {
    throw new InvalidArgumentError(
      `expected stream to be 'hold' or 'settled', got ${describeKind(stream)}; leave it out for 'hold'`,
    );
  }
  const host = createHostGate(gate, runOptions, 'ai-sdk', {
    most: maxRetries,
    readError: mapProviderError,
  });
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
      return (await streamGated(host, { model, params: asRecord(params) }, stream)) as Result;
    },
  };
}

/** Calls a model until its answer passes the gate. Returns the result of the first call with the JSON that passed. */
async function generateGated(gate: HostGate<unknown>, call: ModelCall): Promise<object> {
  const { model } = call;
  const received: Received[] = [];
  const run = gate.run(
    async (ask, signal) => {
      const options = optionsFor(ask, call, signal);
      const reply = asRecord(await model.doGenerate(options));
      const read = readGenerated(reply, model.provider);
      const isStep =
        read.finish === 'tool-calls' || asList(reply['content']).map(asRecord).some(isToolCall);
      received.push({ answer: read, ending: reply, response: reply['response'] });
      return { reply, answer: toRunAnswer(read, options, call), isStep };
    },
    signalIn(call.params, 'abortSignal'),
  );
  const result = await run.catch((error: unknown) => {
    throw GateRejectedError.isInstance(error) ? asNoObjectError(error, received.at(-1)) : error;
  });
  if (result.kind === 'step') return result.reply;
  const { outcome, text, isAsWritten } = result;
  const first = received[0]?.ending ?? {};
  const ended = { ...first, ...endingOf(outcome, received, call) };
  if (isAsWritten) return ended;
  const others = asList(first['content']).filter((part) => asRecord(part)['type'] !== 'text');
  return {
    ...ended,
    content: [...others, { type: 'text', text }],
    ...('structuredOutputText' in first ? { structuredOutputText: text } : {}),
    response: received.at(-1)?.response,
  };
}

/** The ways to show an answer; see `GateMiddlewareOptions`. */
type StreamMode = 'hold' | 'settled';

/** Passes a part on to the reader and waits until it is taken. */
type Show = (part: unknown) => Promise<void>;

/**
 * Calls a model until its answer passes the gate. Returns the result of the first call as soon as it is open, with a
 * stream that shows no text before it has passed, or only what is settled.
 */
function streamGated(gate: HostGate<unknown>, call: ModelCall, mode: StreamMode): Promise<object> {
  const { model } = call;
  const { readable, writable } = new TransformStream<unknown, unknown>();
  const writer = writable.getWriter();
  const show: Show = (part) => writer.write(part);
  const block = createTextBlock(show);
  const settled = mode === 'settled' ? createSettledText(gate.jsonSchema) : null;
  const abandoned = new AbortController();
  writer.closed.catch(() => abandoned.abort());
  const signal = AbortSignal.any([
    abandoned.signal,
    ...[signalIn(call.params, 'abortSignal') ?? []].flat(),
  ]);
  const received: Received[] = [];
  let held: readonly unknown[] = [];
  let headers: object | null = null;

  const makeCall =
    (opened: (result: object) => void): MakeCall<null> =>
    async (ask, callSignal, hasMust) => {
      const options = optionsFor(ask, call, callSignal);
      const result = await model.doStream(options);
      const isFirst = ask.attempt === 1;
      // A patch and a continuation are no values.
      const growing = ask.mode === 'initial' || ask.mode === 'full' ? settled : null;
      growing?.begin();
      if (isFirst) {
        const response = asRecord(asRecord(result)['response']);
        headers = { ...asRecord(response['headers']) };
        opened({ ...result, stream: readable, response: { ...response, headers } });
      }
      const read = await readParts(asStream(result.stream, model.provider), {
        provider: model.provider,
        signal: callSignal,
        show: isFirst ? show : null,
        async isOver(delta) {
          if (growing === null) return false;
          const isOver = hasMust(delta);
          await block.add(growing.next(delta));
          return isOver;
        },
        // The text that a step with a tool call has shown ends there.
        release: (parts) => (block.isOpen() ? block.end() : showAll(show, parts)),
      });
      if (isFirst) held = read.held;
      if (read.kind === 'cut') {
        const { answer, ending } = endCut(read.text, options, call);
        received.push({ answer, ending, response: read.response });
        const { usage } = answer;
        return { reply: null, answer: { isCut: true, usage, model: model.modelId }, isStep: false };
      }
      received.push(read);
      const answer = toRunAnswer(read.answer, options, call);
      return { reply: null, answer, isStep: read.kind === 'step' };
    };

  const end = async (result: HostResult<unknown, null>): Promise<void> => {
    if (result.kind === 'step') return showAll(show, held);
    const { outcome, text, isAsWritten } = result;
    if (settled === null && isAsWritten) {
      await showAll(
        show,
        held.filter((part) => part !== received[0]?.ending),
      );
    } else {
      await block.add(settled?.finish(text) ?? text);
      await block.end();
    }
    return show({ type: 'finish', ...endingOf(outcome, received, call) });
  };

  const fail = async (error: unknown): Promise<void> => {
    const rejection = GateRejectedError.isInstance(error)
      ? asNoObjectError(error, received.at(-1))
      : null;
    // The SDK retries a call whose stream never opened. An aborted call breaks off.
    if (headers === null || signal.aborted) throw error;
    rememberFailure(headers, error);
    await block.end();
    await show({ type: 'error', error });
    await show({ type: 'finish', ...endingOf(rejection?.outcome ?? null, received, call) });
  };

  const showValue = (value: unknown): void => settled?.grow(value);

  return new Promise((resolve, reject) => {
    gate
      .run(makeCall(resolve), signal, settled === null ? undefined : showValue)
      .then(end, fail)
      .then(() => writer.close())
      // Rejects when the reader has left.
      .catch((error: unknown) => {
        reject(error);
        return writer.abort(error).catch(() => undefined);
      });
  });
}

/** The reader of one answer. */
interface AnswerReader {
  readonly provider: string;
  readonly signal: AbortSignal;
  /** Shows the parts that are no text. Null for a correction, of which no part is shown. */
  readonly show: Show | null;
  /** Takes a part of the text. True ends the answer. */
  isOver(delta: string): Promise<boolean>;
  /** Shows the parts that were held before a tool call. */
  release(parts: readonly unknown[]): Promise<void>;
}

/** An answer, a step with a tool call, or the text of an answer that was ended early. `held` was not shown. */
type Read = { readonly held: readonly unknown[]; readonly response: unknown } & (
  | ({ readonly kind: 'answer' | 'step' } & Received)
  | { readonly kind: 'cut'; readonly text: string }
);

/** Parts of text, and the end of the answer: held until the answer has passed. */
const heldTypes: ReadonlySet<unknown> = /* @__PURE__ */ wordSet(
  'text-start text-delta text-end finish',
);

/**
 * Reads an answer. Everything but its text is shown at once; raw chunks, which repeat the text, are dropped. A step with
 * a tool call is shown as it is, from the call on.
 */
async function readParts(parts: AsyncIterable<unknown>, reader: AnswerReader): Promise<Read> {
  const { provider, signal, show, isOver, release } = reader;
  const fold = createAiSdkFold();
  let text = '';
  let ending: UnknownRecord = {};
  let response: unknown;
  let held: unknown[] = [];
  let isStep = false;
  for await (const part of parts) {
    signal.throwIfAborted();
    const event = asRecord(part);
    const { type } = event;
    const delta = fold.push(part);
    text += delta;
    if (type === 'response-metadata') response = event;
    if (type === 'finish') ending = event;
    if (delta !== '' && !isStep && (await isOver(delta))) {
      return { kind: 'cut', text, held, response };
    }
    if (show === null || type === 'raw') continue;
    if (heldTypes.has(type) && !isStep) {
      held.push(part);
      continue;
    }
    if (isToolCall(event) && !isStep) {
      isStep = true;
      await release(held);
      held = [];
    }
    await show(part);
  }
  const read = fold.end();
  if (read === null) throw protocolError(provider, 'its stream has no end');
  const kind = isStep || read.finish === 'tool-calls' ? 'step' : 'answer';
  return { kind, answer: { text, ...read }, ending, response, held };
}

async function showAll(show: Show, parts: readonly unknown[]): Promise<void> {
  for (const part of parts) await show(part);
}

/** Creates a block of text, which begins with its first text. */
function createTextBlock(show: Show) {
  const id = 'gated';
  let isOpen = false;
  return {
    isOpen: (): boolean => isOpen,
    async add(delta: string): Promise<void> {
      if (delta === '') return;
      if (!isOpen) await show({ type: 'text-start', id });
      isOpen = true;
      await show({ type: 'text-delta', id, delta });
    },
    async end(): Promise<void> {
      if (isOpen) await show({ type: 'text-end', id });
      isOpen = false;
    },
  };
}
