import { GateRejectedError } from '@kanmon/core/gate';
import { protocolError } from '../errors/map-provider-error.ts';
import type { HostGate, HostResult, MakeCall } from '../hosts/host-gate.ts';
import { asRecord, signalIn, type UnknownRecord, wordSet } from '../wire/read.ts';
import { asStream } from '../wire/sdk-client.ts';
import {
  endCut,
  endingOf,
  isAsWritten,
  isToolCall,
  type ModelCall,
  optionsFor,
  type Received,
  toRunAnswer,
} from './gated-call.ts';
import { createAiSdkFold } from './read-ai-sdk.ts';
import { asNoObjectError, rememberRejection } from './rejected-error.ts';
import { createSettledText } from './settled-text.ts';

/** The ways to show an answer; see `GateMiddlewareOptions`. */
export type StreamMode = 'hold' | 'settled';

/** Passes a part on to the reader and waits until it is taken. */
type Show = (part: unknown) => Promise<void>;

/**
 * Calls a model until its answer passes the gate. Returns the result of the first call as soon as it is open, with a
 * stream that shows no text before it has passed, or only what is settled.
 */
export function streamGated(
  gate: HostGate<unknown>,
  call: ModelCall,
  mode: StreamMode,
): Promise<object> {
  const { model } = call;
  const { readable, writable } = new TransformStream<unknown, unknown>();
  const writer = writable.getWriter();
  const show: Show = (part) => writer.write(part);
  const block = createTextBlock(show);
  const settled = mode === 'settled' ? createSettledText() : null;
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
      if (isFirst) {
        const response = asRecord(asRecord(result)['response']);
        headers = { ...asRecord(response['headers']) };
        opened({ ...result, stream: readable, response: { ...response, headers } });
      }
      const read = await readParts(asStream(result.stream, model.provider), {
        provider: model.provider,
        signal: callSignal,
        show: isFirst ? show : null,
        async isOver(delta, length) {
          if (settled === null) return false;
          const isOver = hasMust(delta);
          await block.add(settled.next(length));
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
    const { outcome, text } = result;
    if (settled === null && isAsWritten(outcome, received)) {
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
    if (rejection !== null) rememberRejection(headers, rejection);
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
  isOver(delta: string, length: number): Promise<boolean>;
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
    if (delta !== '' && !isStep && (await isOver(delta, text.length))) {
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
