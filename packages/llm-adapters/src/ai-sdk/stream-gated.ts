import { GateRejectedError } from '@kanmon/core/gate';
import { protocolError } from '../errors/map-provider-error.ts';
import type { HostGate, HostResult } from '../hosts/host-gate.ts';
import { asRecord, type UnknownRecord, wordSet } from '../wire/read.ts';
import { asStream } from '../wire/sdk-client.ts';
import {
  endingOf,
  isAsWritten,
  isToolCall,
  type ModelCall,
  optionsFor,
  type Received,
  signalOf,
  toRunAnswer,
} from './gated-call.ts';
import { createAiSdkFold } from './read-ai-sdk.ts';
import { asNoObjectError, rememberRejection } from './rejected-error.ts';

const textId = 'gated';

/** Passes a part on to the reader and waits until it is taken. */
type Show = (part: unknown) => Promise<void>;

/**
 * Calls a model until its answer passes the gate. Returns the result of the first call as soon as it is open, with a
 * stream that holds the text back until it has passed.
 */
export function streamGated(gate: HostGate<unknown>, call: ModelCall): Promise<object> {
  const { model } = call;
  const { readable, writable } = new TransformStream<unknown, unknown>();
  const writer = writable.getWriter();
  const show: Show = (part) => writer.write(part);
  const abandoned = new AbortController();
  writer.closed.catch(() => abandoned.abort());
  const signal = AbortSignal.any([abandoned.signal, ...[signalOf(call) ?? []].flat()]);
  const received: Read[] = [];
  let headers: object | null = null;

  const run = (opened: (result: object) => void): Promise<HostResult<unknown, Read>> =>
    gate.run(async (ask, callSignal) => {
      const options = optionsFor(ask, call, callSignal);
      const result = await model.doStream(options);
      const isFirst = ask.attempt === 1;
      if (isFirst) {
        const response = asRecord(asRecord(result)['response']);
        headers = { ...asRecord(response['headers']) };
        opened({ ...result, stream: readable, response: { ...response, headers } });
      }
      const parts = asStream(result.stream, model.provider);
      const limits = { signal: callSignal, show: isFirst ? show : null };
      const reply = await readParts(parts, call, limits);
      received.push(reply);
      return { reply, answer: toRunAnswer(reply.answer, options, call), isStep: reply.isToolStep };
    }, signal);

  const end = async (result: HostResult<unknown, Read>): Promise<void> => {
    if (result.kind === 'step') return showAll(show, result.reply.held);
    const { outcome, text } = result;
    const held = received[0]?.held.filter((part) => part !== received[0]?.ending) ?? [];
    await showAll(show, isAsWritten(outcome, received) ? held : textParts(text));
    return show({ type: 'finish', ...endingOf(outcome, received, call) });
  };

  const fail = async (error: unknown): Promise<void> => {
    const rejection = GateRejectedError.isInstance(error)
      ? asNoObjectError(error, received.at(-1))
      : null;
    // The SDK retries a call whose stream never opened. An aborted call breaks off.
    if (headers === null || signal.aborted) throw error;
    if (rejection !== null) rememberRejection(headers, rejection);
    await show({ type: 'error', error });
    await show({ type: 'finish', ...endingOf(rejection?.outcome ?? null, received, call) });
  };

  return new Promise((resolve, reject) => {
    run(resolve)
      .then(end, fail)
      .then(() => writer.close())
      // Rejects when the reader has left.
      .catch((error: unknown) => {
        reject(error);
        return writer.abort(error).catch(() => undefined);
      });
  });
}

/** An answer that was read from a stream, with the parts of it that were not shown. */
interface Read extends Received {
  readonly held: readonly unknown[];
  readonly isToolStep: boolean;
}

/** Parts of text, and the end of the answer: held until the answer has passed. */
const heldTypes: ReadonlySet<unknown> = /* @__PURE__ */ wordSet(
  'text-start text-delta text-end finish',
);

/**
 * Reads an answer. Of the first one, everything but its text is shown at once; raw chunks, which repeat the text, are
 * dropped. A step with a tool call is shown as it is, from the call on.
 */
async function readParts(
  parts: AsyncIterable<unknown>,
  { model }: ModelCall,
  { signal, show }: { readonly signal: AbortSignal; readonly show: Show | null },
): Promise<Read> {
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
  isToolStep ||= read.finish === 'tool-calls';
  return { answer: { text, ...read }, ending, response, held, isToolStep };
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
