import type { Clock, Timer } from '@kanmon/core';

/** How a call of a port ended. */
export type TimedOutcome<Value> =
  | { readonly status: 'settled'; readonly value: Value }
  | { readonly status: 'failed'; readonly cause: unknown }
  | { readonly status: 'late' };

/** What bounds a call. */
export interface TimeBounds {
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
  const inner = new AbortController();
  const stop = (): void => inner.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const aborted = new Promise<TimedOutcome<Value>>((resolve) => {
    inner.signal.addEventListener(
      'abort',
      () => resolve({ status: 'failed', cause: inner.signal.reason }),
      { once: true },
    );
  });
  const waiting = new AbortController();
  try {
    const late = timer.sleep(remaining, waiting.signal).then(
      (): TimedOutcome<Value> => ({ status: 'late' }),
      (): Promise<TimedOutcome<Value>> => new Promise(() => undefined),
    );
    const outcome = await Promise.race([settled(call, inner.signal), late, aborted]);
    if (outcome.status === 'late')
      inner.abort(new DOMException('the time of the turn is over', 'TimeoutError'));
    return outcome;
  } finally {
    // With a reason of its own: making the default one costs a stack trace.
    waiting.abort('over');
    signal.removeEventListener('abort', stop);
  }
}

async function settled<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): Promise<TimedOutcome<Value>> {
  try {
    return { status: 'settled', value: await call(signal) };
  } catch (cause) {
    return { status: 'failed', cause };
  }
}
