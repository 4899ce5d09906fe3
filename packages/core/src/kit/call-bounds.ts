import { LlmError } from '../errors/llm-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { Timer } from '../ports/timer.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { setAlarm } from './set-alarm.ts';

/** The signal and deadline that may end a call, and its clock. */
export interface CallBoundsOptions {
  readonly provider: string;
  readonly signal?: AbortSignal | undefined;
  /** Epoch milliseconds of `clock`. */
  readonly deadline?: number | undefined;
  readonly clock: Clock;
  readonly timer: Timer;
}

/** The two ways a call ends early, as one thing that any promise can be raced against. */
export interface CallBounds {
  /**
   * The signal of the inner layer: aborted when the call is interrupted or abandoned. Created when first
   * used, since a call that nothing can interrupt does not need it.
   */
  readonly signal: AbortSignal;
  /** True when a signal or a deadline may end the call. */
  readonly interruptible: boolean;
  /** Milliseconds to the deadline, at least 0. */
  remainingMs(): number | undefined;
  /** The result of `work`, or the interruption as soon as it happens. A late result is dropped. */
  race<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Ends the call with `error` now. */
  interrupt(error: LlmError): void;
  /** Ends the wait: stops the timer; `abandon` also aborts the call. */
  close(options?: { readonly abandon?: boolean }): void;
}

/**
 * Starts to watch the caller's signal and the deadline. Throws `aborted` or `timeout` when the call may
 * not even begin, and `InvalidArgumentError` for an unknown option. An inner client that ignores its signal cannot hold the caller up.
 */
export function openCallBounds(options: CallBoundsOptions): CallBounds {
  checkOptions(options, 'provider signal deadline clock timer', 'generate(request, options)');
  const { provider, signal, deadline, clock, timer } = options;
  if (signal?.aborted === true) throw abortedError(provider, signal);
  const now = (): number => clock.now().getTime();
  if (deadline !== undefined && now() >= deadline) throw timeoutError(provider);

  const waiting = new Set<(reason: LlmError) => void>();
  let inner: AbortController | undefined;
  let failure: LlmError | undefined;
  let closed = false;
  let cancelAlarm: (() => void) | undefined;

  const close = (end: { readonly abandon?: boolean } = {}): void => {
    closed = true;
    signal?.removeEventListener('abort', onAbort);
    cancelAlarm?.();
    if (end.abandon === true) inner?.abort();
  };
  const interrupt = (error: LlmError): void => {
    if (failure !== undefined || closed) return;
    failure = error;
    close();
    inner?.abort(signal?.aborted === true ? signal.reason : error);
    for (const reject of waiting) reject(error);
    waiting.clear();
  };
  function onAbort(): void {
    if (signal !== undefined) interrupt(abortedError(provider, signal));
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  if (deadline !== undefined) {
    cancelAlarm = setAlarm(deadline, { clock, timer }, () => {
      interrupt(timeoutError(provider));
    });
  }

  return {
    get signal(): AbortSignal {
      inner ??= new AbortController();
      if (failure !== undefined) inner.abort(failure);
      return inner.signal;
    },
    interruptible: signal !== undefined || deadline !== undefined,
    remainingMs: () => (deadline === undefined ? undefined : Math.max(0, deadline - now())),
    interrupt,
    close,
    race: (work) => {
      if (failure !== undefined) return Promise.reject(failure);
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        start(work).then(
          (value) => {
            waiting.delete(reject);
            resolve(value);
            return value;
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(error);
          },
        );
      });
    },
  };
}

/** The call ended because its caller wanted so; the cause is the reason the caller gave. */
export function abortedError(provider: string, signal: AbortSignal): LlmError {
  return new LlmError(`the call to ${provider} was aborted by its caller`, {
    kind: 'aborted',
    provider,
    cause: signal.reason,
  });
}

/** The deadline is over: trying again would not begin. */
export function timeoutError(
  provider: string,
  options: { readonly retryable?: boolean; readonly cause?: unknown } = {},
): LlmError {
  return new LlmError(`${provider} did not answer before the deadline`, {
    kind: 'timeout',
    retryable: false,
    provider,
    ...options,
  });
}

/** A function that throws before it gives a promise is a failed call like any other. */
async function start<T>(work: () => PromiseLike<T>): Promise<T> {
  return work();
}
