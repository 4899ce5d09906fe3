import { KanmonError } from '@kanmon/core';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import type { DialogResponse, PlanSource } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';

/** What happened in a turn, without its number. */
export type DialogEventBody =
  | { readonly type: 'turn-started'; readonly sessionId: string }
  | {
      readonly type: 'plan-made';
      readonly source: PlanSource;
      readonly plan: MultiStepQueryPlan;
      readonly reasons: readonly Reason[];
    }
  | { readonly type: 'clarification-asked'; readonly questions: readonly string[] }
  | {
      readonly type: 'search-started';
      readonly stepId?: string;
      readonly query: string;
      readonly topK: number;
    }
  | {
      readonly type: 'search-finished';
      readonly stepId?: string;
      readonly query: string;
      readonly resultCount: number;
    }
  | {
      readonly type: 'search-failed';
      readonly stepId?: string;
      readonly query: string;
      readonly reason: string;
    }
  | { readonly type: 'answer-delta'; readonly text: string }
  | { readonly type: 'turn-finished'; readonly response: DialogResponse }
  | { readonly type: 'turn-failed'; readonly code: string; readonly message: string };

/** One thing that happened in a turn; `sequence` counts from 1. */
export type DialogEvent = { readonly sequence: number } & DialogEventBody;

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

/** Events on their way from a running turn to its one reader. */
export interface EventQueue {
  push(event: DialogEventBody): void;
  /** Puts in the last event. */
  end(event: DialogEventBody): void;
  events(): AsyncGenerator<DialogEventBody, void>;
}

/** A queue without bound: a turn has a bounded number of events beside the text of its answer. */
export function createEventQueue(): EventQueue {
  const queue: DialogEventBody[] = [];
  const waiting: (() => void)[] = [];
  let last: DialogEventBody | null = null;
  const push = (event: DialogEventBody): void => {
    queue.push(event);
    waiting.pop()?.();
  };
  return {
    push,
    end(event) {
      last = event;
      push(event);
    },
    async *events() {
      for (;;) {
        const event = queue.shift();
        if (event === undefined) {
          // The next event comes when it comes.
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
          });
          continue;
        }
        yield event;
        if (event === last) return;
      }
    },
  };
}
