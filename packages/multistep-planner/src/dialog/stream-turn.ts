import { KanmonError } from '@kanmon/core';
import type { DialogResponse } from '../wire/dialog-schema.ts';
import type { DialogEvent, DialogEventBody } from './dialog-event.ts';
import { createEventQueue } from './event-queue.ts';

/** A turn as it runs. */
export interface RunningTurn {
  readonly events: AsyncIterable<DialogEvent>;
  /** Drains the events and gives the response; rejects with what the turn threw. */
  response(): Promise<DialogResponse>;
}

type Ending =
  | { readonly ok: true; readonly response: DialogResponse }
  | { readonly ok: false; readonly error: unknown };

/**
 * Runs a turn when its events are first asked for, and numbers them. Exactly one `turn-finished` or
 * `turn-failed` ends them; leaving the loop early aborts the turn's signal.
 */
export function streamTurn(
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal, emit: (event: DialogEventBody) => void) => Promise<DialogResponse>,
): RunningTurn {
  const endings: Ending[] = [];
  const events: AsyncIterable<DialogEvent> = {
    async *[Symbol.asyncIterator]() {
      const left = new AbortController();
      const signal = outer === undefined ? left.signal : AbortSignal.any([outer, left.signal]);
      const queue = createEventQueue();
      const turn = settle(run, signal, (event) => queue.push(event)).then((ended) => {
        endings.push(ended);
        return queue.end(lastEvent(ended, signal));
      });
      let sequence = 0;
      try {
        for await (const event of queue.events()) {
          sequence += 1;
          yield { sequence, ...event };
        }
        await turn;
      } finally {
        if (endings.length === 0) {
          left.abort(new DOMException('the reader of the turn has left', 'AbortError'));
        }
      }
    },
  };
  return {
    events,
    async response() {
      const reader = events[Symbol.asyncIterator]();
      // Events come one after the other.
      // oxlint-disable-next-line no-await-in-loop
      while ((await reader.next()).done !== true);
      const [ending] = endings;
      if (ending?.ok === true) return ending.response;
      throw ending?.error;
    },
  };
}

async function settle(
  run: (signal: AbortSignal, emit: (event: DialogEventBody) => void) => Promise<DialogResponse>,
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
