import { KanmonError } from '@kanmon/core';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import type { DialogResponse, PlanSource } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';

/** An event of a turn, without its number. */
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
  | {
      readonly type: 'answer-delta';
      readonly text: string;
      /** True: the deltas before it are void, because the answer tool failed or was late. */
      readonly replaces?: true;
    }
  | { readonly type: 'turn-finished'; readonly response: DialogResponse }
  | { readonly type: 'turn-failed'; readonly code: string; readonly message: string };

/** One thing that happened in a turn; `sequence` counts from 1. */
export type DialogEvent = { readonly sequence: number } & DialogEventBody;

/** Returns a function that numbers the events it passes on, from 1. */
export function numbered(emit: (event: DialogEvent) => void): (event: DialogEventBody) => void {
  let sequence = 0;
  return (event) => {
    sequence += 1;
    emit({ sequence, ...event });
  };
}

/** Runs one turn; `emit` receives its events but the last one. */
export type RunTurn = (
  signal: AbortSignal,
  emit: (event: DialogEventBody) => void,
) => Promise<DialogResponse>;

/** Returns the response of a turn whose events are not read; rejects with the error of the turn. */
export async function runTurn(
  signal: AbortSignal = new AbortController().signal,
  run: RunTurn,
): Promise<DialogResponse> {
  try {
    return await run(signal, () => undefined);
  } catch (error) {
    // Errors after an abort are its consequences.
    throw signal.aborted ? signal.reason : error;
  }
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
  // Another value than a signal is refused as the turn begins.
  const signal = outer instanceof AbortSignal ? AbortSignal.any([outer, left.signal]) : left.signal;
  // Without bound: a turn has a bounded number of events beside the text of its answer.
  const queue: DialogEvent[] = [];
  let wake = ignore;
  let hasEnded = false;
  const emit = numbered((event) => {
    queue.push(event);
    wake();
  });
  const end = (last: DialogEventBody): void => {
    hasEnded = true;
    emit(last);
  };
  runTurn(signal, () => run(signal, emit)).then(
    (response) => end({ type: 'turn-finished', response }),
    (error: unknown) => end(failureOf(error, signal)),
  );
  try {
    for (;;) {
      const event = queue.shift();
      if (event !== undefined) yield event;
      else if (hasEnded) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    if (!hasEnded) left.abort(new DOMException('the reader of the turn has left', 'AbortError'));
  }
}

function ignore(): void {
  // No reader waits.
}

/** The text of an unknown error may contain internals; only a `KanmonError` is shown. */
function failureOf(error: unknown, signal: AbortSignal): DialogEventBody {
  if (signal.aborted)
    return { type: 'turn-failed', code: 'aborted', message: 'the turn was aborted' };
  if (KanmonError.isInstance(error))
    return { type: 'turn-failed', code: error.code, message: error.message };
  return { type: 'turn-failed', code: 'internal-error', message: 'the turn failed' };
}
