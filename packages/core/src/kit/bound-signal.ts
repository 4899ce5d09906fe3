import type { Clock } from '../ports/clock.ts';
import { systemTimer } from '../ports/system-timer.ts';
import { timeoutError } from './call-bounds.ts';
import { setAlarm } from './set-alarm.ts';

/** A signal for one call, and what ends the watch over it. */
export interface BoundSignal {
  /** Aborted with the caller's signal, or at the deadline with an `LlmError` of kind `timeout`. Undefined without both. */
  readonly signal: AbortSignal | undefined;
  readonly close: () => void;
}

/** Joins a caller's signal and a deadline, epoch milliseconds of `clock`, into one signal. `provider` names who is late. */
export function boundSignal(
  provider: string,
  signal: AbortSignal | undefined,
  deadline: number | undefined,
  clock: Clock,
): BoundSignal {
  if (deadline === undefined) return { signal, close: () => undefined };
  const late = new AbortController();
  const close = setAlarm(deadline, { clock, timer: systemTimer }, () =>
    late.abort(timeoutError(provider)),
  );
  const joined = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  return { signal: joined, close };
}
