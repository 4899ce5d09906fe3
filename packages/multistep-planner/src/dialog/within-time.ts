import type { Clock, Timer } from '@kanmon/core';
import { untilAborted } from '@kanmon/core/kit';

/** The outcome of a call of a port. */
export type TimedOutcome<Value> =
  | { readonly status: 'settled'; readonly value: Value }
  | { readonly status: 'failed'; readonly cause: unknown }
  | { readonly status: 'late' };

/** The bounds of a call. */
export interface TimeBounds {
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly timer: Timer;
}

/**
 * Calls a port and waits no longer than the deadline, whether or not the port honours it; the port's
 * signal is aborted then. Never rejects: an abort of `signal` shows as a failure.
 */
export async function withinTime<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  { deadline, signal, clock, timer }: TimeBounds,
): Promise<TimedOutcome<Value>> {
  const remaining = deadline - clock.now().getTime();
  if (remaining <= 0) return { status: 'late' };
  const late = new AbortController();
  const finished = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  const start = async (): Promise<Value> => call(either);
  timer.sleep(remaining, finished.signal).then(
    () => late.abort(new DOMException('the time of the turn is over', 'TimeoutError')),
    () => undefined,
  );
  try {
    return { status: 'settled', value: await untilAborted(start(), either) };
  } catch (cause) {
    return late.signal.aborted ? { status: 'late' } : { status: 'failed', cause };
  } finally {
    // With a reason: creating the default one costs a stack trace.
    finished.abort('over');
  }
}
