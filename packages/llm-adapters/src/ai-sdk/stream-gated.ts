import type { Gate, GateOutcome } from '@kanmon/core/gate';
import { mapProviderError, protocolError } from '../errors/map-provider-error.ts';
import { type HostCalls, runInHost, type RunOptions } from '../hosts/run-in-host.ts';
import { asRecord, type UnknownRecord, wordSet } from '../wire/read.ts';
import { asStream } from '../wire/sdk-client.ts';
import {
  endingOf,
  isToolCall,
  type ModelCall,
  optionsFor,
  passedText,
  type Received,
  signalsOf,
  toRunAnswer,
} from './gated-call.ts';
import { createAiSdkFold } from './read-ai-sdk.ts';
import { createRejectedError, rememberRejection } from './rejected-error.ts';

const textId = 'gated';

/** Passes a part on to the reader and waits until it is taken. */
type Show = (part: unknown) => Promise<void>;

/**
 * Calls a model until its answer passes the gate. Returns the result of the first call as soon as it is open, with a
 * stream that holds the text back until it has passed.
 */
export function streamGated<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: RunOptions<Context>,
  call: ModelCall,
): Promise<object> {
  const { model } = call;
  const { readable, writable } = new TransformStream<unknown, unknown>();
  const writer = writable.getWriter();
  const show: Show = (part) => writer.write(part);
  const abandoned = new AbortController();
  writer.closed.catch(() => abandoned.abort());
  const signal = AbortSignal.any([abandoned.signal, ...signalsOf(call)]);
  const received: Received[] = [];
  let held: readonly unknown[] = [];
  let headers: object | null = null;

  const ask =
    (opened: (result: object) => void): HostCalls['ask'] =>
    async (step, callSignal) => {
      const callOptions = optionsFor(step, call, callSignal);
      const result = await model.doStream(callOptions);
      const isFirst = step.attempt === 1;
      if (isFirst) {
        const response = asRecord(asRecord(result)['response']);
        headers = { ...asRecord(response['headers']) };
        opened({ ...result, stream: readable, response: { ...response, headers } });
      }
      const parts = asStream(result.stream, model.provider);
      const read = await readParts(parts, call, {
        signal: callSignal,
        show: isFirst ? show : null,
      });
      if (read === null) return null;
      if (isFirst) held = read.held;
      received.push(read);
      return toRunAnswer(read.answer, callOptions, call);
    };

  const fail = async (error: unknown, outcome: GateOutcome<T> | null): Promise<void> => {
    await show({ type: 'error', error });
    await show({ type: 'finish', ...endingOf(outcome, received, call) });
  };

  const end = async (outcome: GateOutcome<T> | null): Promise<void> => {
    if (outcome === null) return;
    if (outcome.status === 'rejected') {
      const error = createRejectedError(gate.name, outcome, received.at(-1));
      // The budget's time may end before the first answer begins.
      if (headers === null) throw error;
      rememberRejection(headers, error);
      await fail(error, outcome);
      return;
    }
    const text = passedText(outcome, received);
    await showAll(show, text === null ? held : textParts(text));
    await show({ type: 'finish', ...endingOf(outcome, received, call) });
  };

  return new Promise((resolve, reject) => {
    runInHost(gate, options, {
      provider: model.provider,
      signal,
      ask: ask(resolve),
      toError: mapProviderError,
    })
      .then(end)
      .catch((error: unknown) => {
        // The SDK retries a call whose stream never opened. An aborted call breaks off.
        if (headers === null) reject(error);
        if (headers === null || signal.aborted) throw error;
        return fail(error, null);
      })
      .then(() => writer.close())
      // Rejects when the reader has left.
      .catch((error: unknown) => writer.abort(error).catch(() => undefined));
  });
}

/** Parts of text, and the end of the answer: held until the answer has passed. */
const heldTypes: ReadonlySet<unknown> = /* @__PURE__ */ wordSet(
  'text-start text-delta text-end finish',
);

/**
 * Reads an answer. Of the first one, everything but its text is shown at once; raw chunks, which repeat the text, are
 * dropped. Returns null for a step with a tool call, which is shown as it is.
 */
async function readParts(
  parts: AsyncIterable<unknown>,
  { model }: ModelCall,
  { signal, show }: { readonly signal: AbortSignal; readonly show: Show | null },
): Promise<(Received & { readonly held: readonly unknown[] }) | null> {
  const fold = createAiSdkFold();
  let text = '';
  let ending: UnknownRecord = {};
  let response: unknown;
  let held: unknown[] = [];
  let isToolStep = false;
  for await (const part of parts) {
    signal.throwIfAborted();
    const event = asRecord(part);
    const { type } = event;
    text += fold.push(part);
    if (type === 'response-metadata') response = event;
    if (type === 'finish') ending = event;
    if (show === null || type === 'raw') continue;
    if (heldTypes.has(type) && !isToolStep) {
      held.push(part);
      continue;
    }
    if (isToolCall(event) && !isToolStep) {
      isToolStep = true;
      await showAll(show, held);
      held = [];
    }
    await show(part);
  }
  const read = fold.end();
  if (read === null) throw protocolError(model.provider, 'its stream has no end');
  if (show !== null && (isToolStep || read.finish === 'tool-calls')) {
    await showAll(show, held);
    return null;
  }
  held = held.filter((part) => part !== ending);
  return { answer: { text, ...read }, ending, response, held };
}

async function showAll(show: Show, parts: readonly unknown[]): Promise<void> {
  for (const part of parts) await show(part);
}

function textParts(text: string): readonly object[] {
  return [
    { type: 'text-start', id: textId },
    { type: 'text-delta', id: textId, delta: text },
    { type: 'text-end', id: textId },
  ];
}
