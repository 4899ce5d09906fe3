import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { LlmError } from '../errors/llm-error.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import { systemTimer } from '../ports/system-timer.ts';
import type { Timer } from '../ports/timer.ts';
import { checkArgument } from '../vocabulary/check-argument.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';

/**
 * Longest wait that a provider may ask for. Rate limits are counted by the minute, so a window of
 * two minutes is generous; a longer wait is a quota, and the caller should hear of it at once.
 */
const longestRequestedDelay = 120_000;

/** Options of `retry`: attempts, delays and the deadline. */
export interface RetryOptions {
  /** Calls of the operation, the first one included. @default 3 */
  readonly maxAttempts?: number;
  /** Delay in milliseconds after the first failure; each further delay is twice as long. @default 500 */
  readonly baseMs?: number;
  /** Longest computed delay. @default 30_000 */
  readonly maxMs?: number;
  /** Longest delay that a provider may ask for; if it asks for more, the error is thrown at once. @default 120_000 */
  readonly maxRetryAfterMs?: number;
  /** `full`: a random part of the delay, so that many callers do not come back at once. @default 'full' */
  readonly jitter?: 'full' | 'none';
  /** A number from 0 up to, not including, 1. @default Math.random */
  readonly random?: () => number;
  readonly timer?: Timer;
  readonly clock?: Clock;
  /** Epoch milliseconds. A delay that would leave no time for another attempt is not begun. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  /** @default the `retryable` of an `LlmError` */
  readonly shouldRetry?: (error: unknown) => boolean;
}

/**
 * Calls `operation` (with the number of the attempt, from 1) until it succeeds, fails in a way that
 * is not to be retried, or the limits are reached; then the last error is thrown. What the provider
 * asks for (`retryAfterMs` of an `LlmError`) wins over the computed delay, up to `maxRetryAfterMs`. An
 * aborted `signal` throws its reason.
 *
 * @throws {InvalidArgumentError} For an unknown option and for limits that are not numbers.
 */
export async function retry<T>(
  operation: (attempt: number) => Promise<T>,
  options: RetryOptions = {},
): Promise<T> {
  checkLimits(options);
  const {
    maxAttempts = 3,
    maxRetryAfterMs = longestRequestedDelay,
    timer = systemTimer,
    clock = systemClock,
    deadline = Infinity,
  } = options;
  const { signal, shouldRetry = isRetryable } = options;
  checkArgument('operation of retry', 'a function', operation);

  const attemptFrom = async (attempt: number): Promise<T> => {
    signal?.throwIfAborted();
    try {
      return await operation(attempt);
    } catch (error) {
      if (attempt >= maxAttempts || !shouldRetry(error)) throw error;
      const requested = requestedDelay(error);
      if (requested !== undefined && requested > maxRetryAfterMs) throw error;
      const delay = requested ?? computedDelay(attempt, options);
      if (clock.now().getTime() + delay >= deadline) throw error;
      await timer.sleep(delay, signal);
    }
    return attemptFrom(attempt + 1);
  };
  return attemptFrom(1);
}

function isRetryable(error: unknown): boolean {
  return LlmError.isInstance(error) && error.retryable;
}

function requestedDelay(error: unknown): number | undefined {
  const ms = LlmError.isInstance(error) ? error.retryAfterMs : undefined;
  return ms !== undefined && ms >= 0 ? ms : undefined;
}

function computedDelay(attempt: number, options: RetryOptions): number {
  const { baseMs = 500, maxMs = 30_000, jitter = 'full', random = Math.random } = options;
  const delay = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
  return jitter === 'full' ? random() * delay : delay;
}

function checkLimits(options: RetryOptions): void {
  const names =
    'maxAttempts baseMs maxMs maxRetryAfterMs jitter random timer clock deadline signal shouldRetry';
  checkOptions(options, names, 'retry(operation, options)');
  const { maxAttempts = 1 } = options;
  if (!(maxAttempts === Infinity || (Number.isInteger(maxAttempts) && maxAttempts >= 1))) {
    throw new InvalidArgumentError(
      `expected maxAttempts to be a whole number of at least 1, got ${describeValue(maxAttempts)}; use 1 for no retry`,
    );
  }
  for (const name of ['baseMs', 'maxMs', 'maxRetryAfterMs', 'deadline'] as const) {
    const value = options[name] ?? 0;
    if (!(value >= 0)) {
      throw new InvalidArgumentError(
        `expected ${name} to be a number of milliseconds of at least 0, got ${describeValue(value)}; leave it out for the default`,
      );
    }
  }
}
