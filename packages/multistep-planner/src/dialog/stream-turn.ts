import { KanmonError } from '@kanmon/core';
import type { DialogResponse } from '../wire/dialog-schema.ts';
import type { DialogEvent, DialogEventBody } from './dialog-event.ts';
import { createEventQueue } from './event-queue.ts';

/** Runs one turn; `emit` is told what happens in it. */
export type RunTurn = (
  signal: AbortSignal,
  emit: (event: DialogEventBody) => void,
) => Promise<DialogResponse>;

type Ending =
  | { readonly ok: true; readonly response: DialogResponse }
  | { readonly ok: false; readonly error: unknown };

/** The response of a turn, for who reads no events; rejects with what the turn threw. */
export async function runTurn(
  outer: AbortSignal | undefined,
  run: RunTurn,
): Promise<DialogResponse> {
  const ending = await settle(run, outer ?? new AbortController().signal, ignore);
  if (ending.ok) return ending.response;
  throw ending.error;
}

/**
 * Runs a turn when its events are first asked for, and numbers them. Exactly one `turn-finished` or
 * `turn-failed` ends them; leaving the loop early aborts the turn's signal.
 */
export async function* streamTurn(
  outer: AbortSignal | undefined,
  run: RunTurn,
): AsyncGenerator<DialogEvent, void> {
  const left = new AbortController();
  const signal = outer === undefined ? left.signal : AbortSignal.any([outer, left.signal]);
  const queue = createEventQueue();
  let hasEnded = false;
  const turn = settle(run, signal, (event) => queue.push(event)).then((ending) => {
    hasEnded = true;
    return queue.end(lastEvent(ending, signal));
  });
  let sequence = 0;
  try {
    for await (const event of queue.events()) {
      sequence += 1;
      yield { sequence, ...event };
    }
    await turn;
  } finally {
    if (!hasEnded) left.abort(new DOMException('the reader of the turn has left', 'AbortError'));
  }
}

function ignore(): void {
  // Nobody reads the events.
}

async function settle(
  run: RunTurn,
  signal: AbortSignal,
  emit: (event: DialogEventBody) => void,
): Promise<Ending> {
  try {
    return { ok: true, response: await run(signal, emit) };
  } catch (error) {
    // Whatever broke because of the abort: the reason is the abort.
    return { ok: false, error: signal.aborted ? (signal.reason as unknown) : error };
  }
}

/** The text of an unknown error may tell internals; only our own errors speak. */
function lastEvent(ending: Ending, signal: AbortSignal): DialogEventBody {
  if (ending.ok) return { type: 'turn-finished', response: ending.response };
  if (signal.aborted)
    return { type: 'turn-failed', code: 'aborted', message: 'the turn was aborted' };
  const { error } = ending;
  if (KanmonError.isInstance(error))
    return { type: 'turn-failed', code: error.code, message: error.message };
  return { type: 'turn-failed', code: 'internal-error', message: 'the turn failed' };
}
