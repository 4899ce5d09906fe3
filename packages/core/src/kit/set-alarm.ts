import type { Clock } from '../ports/clock.ts';
import { systemTimer } from '../ports/system-timer.ts';
import type { Timer } from '../ports/timer.ts';

/** `setTimeout` holds its delay in 32 bits; above that it fires at once. */
const longestTimeout = 2 ** 31 - 1;

/**
 * Calls `ring` once the clock has reached `at`; the result cancels it. Timers may fire a millisecond early
 * and clocks may be injected, so the clock has the last word.
 *
 * With the system's timer this uses `setTimeout` itself: a sleep that can be aborted costs an
 * AbortController and its listener, which was a third of what a decorated call costs (benchmarks/src/llm-adapters.ts).
 */
export function setAlarm(
  at: number,
  time: { readonly clock: Clock; readonly timer: Timer },
  ring: () => void,
): () => void {
  const { clock, timer } = time;
  const left = (): number => at - clock.now().getTime();
  return timer === systemTimer ? alarmByTimeout(left, ring) : alarmBySleep(left, timer, ring);
}

function alarmByTimeout(left: () => number, ring: () => void): () => void {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const arm = (): void => {
    const ms = left();
    if (ms <= 0) ring();
    else handle = setTimeout(arm, Math.min(ms, longestTimeout));
  };
  arm();
  return () => {
    clearTimeout(handle);
  };
}

function alarmBySleep(left: () => number, timer: Timer, ring: () => void): () => void {
  const cancelled = new AbortController();
  const arm = (): void => {
    const ms = left();
    if (cancelled.signal.aborted) return;
    if (ms <= 0) ring();
    else timer.sleep(ms, cancelled.signal).then(arm, () => undefined);
  };
  arm();
  return () => {
    cancelled.abort();
  };
}
