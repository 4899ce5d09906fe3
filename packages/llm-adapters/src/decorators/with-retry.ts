import {
  LlmError,
  type LlmCallOptions,
  type LlmEvent,
  type LlmResponse,
  type LlmUsage,
  retry,
  type RetryOptions as CoreRetryOptions,
} from '@kanmon/core';
import { abortedError, checkOptions, type OptionNames } from '@kanmon/core/kit';
import { copyLlmError } from '../errors/copy-llm-error.ts';
import { sumUsage } from '../response/sum-usage.ts';
import { assertNumber } from '../support/assert-number.ts';
import { optional } from '../support/read.ts';
import { type Decorator, type TimeOptions, wrapClient } from './decorator.ts';

/** An attempt that failed. */
export interface FailedAttempt {
  /** From 1. */
  readonly attempt: number;
  readonly error: LlmError;
}

/** Options of `withRetry`; milliseconds. */
export interface RetryOptions extends TimeOptions {
  /** The first one included. @default 3 */
  readonly maxAttempts?: number;
  /** Wait after the first failure; doubles with each further one. @default 500 */
  readonly baseMs?: number;
  /** Longest computed wait. @default 30_000 */
  readonly maxMs?: number;
  /** Longest wait that a provider may ask for; if it asks for more, the error comes at once. @default 120_000 */
  readonly maxRetryAfterMs?: number;
  /** @default 'full' */
  readonly jitter?: 'full' | 'none';
  /** @default Math.random */
  readonly random?: () => number;
  /** @default (error) => error.retryable */
  readonly retryOn?: (error: LlmError) => boolean;
  /** Told of every failed attempt; what it throws is ignored. */
  readonly onAttempt?: (failed: FailedAttempt) => void;
}

/** The error of a call that was tried `attempts` times. */
export type RetriedError = LlmError & { readonly attempts: number };

const optionNames: OptionNames<RetryOptions> = {
  maxAttempts: true,
  baseMs: true,
  maxMs: true,
  maxRetryAfterMs: true,
  jitter: true,
  random: true,
  retryOn: true,
  onAttempt: true,
  clock: true,
  timer: true,
};

/**
 * Tries again after errors that may pass. The wait is what the provider asks for, up to
 * `maxRetryAfterMs`, else exponential with
 * jitter; one that would end at or after the deadline is not begun: the last error comes at once. Usage of
 * failed attempts is added to the response's or the final error's usage. The error carries `attempts`. A
 * stream is tried again only before its first delta has been handed out.
 */
export function withRetry(options: RetryOptions = {}): Decorator {
  checkOptions(options, optionNames, 'withRetry(options)');
  const { maxAttempts, baseMs, maxMs, maxRetryAfterMs, onAttempt } = options;
  const { retryOn = (error: LlmError) => error.retryable } = options;
  assertNumber('maxAttempts', maxAttempts, { least: 1, whole: true });
  for (const [name, ms] of Object.entries({ baseMs, maxMs, maxRetryAfterMs })) {
    assertNumber(name, ms, { least: 0 });
  }

  const policy: CoreRetryOptions = {
    // What is not set has core's default: one ceiling for all packages.
    ...optional('maxAttempts', maxAttempts),
    ...optional('baseMs', baseMs),
    ...optional('maxMs', maxMs),
    ...optional('maxRetryAfterMs', maxRetryAfterMs),
    ...optional('jitter', options.jitter),
    ...optional('random', options.random),
    ...optional('timer', options.timer),
    ...optional('clock', options.clock),
    shouldRetry: (error) => LlmError.isInstance(error) && retryOn(error),
  };
  const policyFor = ({ signal, deadline }: LlmCallOptions): CoreRetryOptions => ({
    ...policy,
    ...(signal === undefined ? {} : { signal }),
    ...(deadline === undefined ? {} : { deadline: Math.max(0, deadline) }),
  });

  return (inner) => {
    /** Runs `operation` under the policy and gives what the failed attempts have used. */
    const attempt = async <T>(
      call: LlmCallOptions,
      operation: () => Promise<T>,
    ): Promise<{ readonly value: T; readonly spent: readonly LlmUsage[] }> => {
      const spent: LlmUsage[] = [];
      let attempts = 0;
      try {
        const value = await retry(async (number) => {
          attempts = number;
          try {
            return await operation();
          } catch (error) {
            if (LlmError.isInstance(error)) {
              if (error.usage !== undefined) spent.push(error.usage);
              tell(onAttempt, { attempt: number, error });
            }
            throw error;
          }
        }, policyFor(call));
        return { value, spent };
      } catch (error) {
        throw finalError(error, { provider: inner.provider, call, attempts, spent });
      }
    };

    return wrapClient(inner, {
      async generate(request, call) {
        const { value, spent } = await attempt(call, () => inner.generate(request, call));
        return withSpent(value, spent);
      },
      async *stream(request, call, open) {
        const { value, spent } = await attempt(call, () => openFirst(open(request, call)));
        try {
          yield* startedWith(value, spent);
        } finally {
          await value.rest.return?.();
        }
      },
    });
  };
}

/** A stream whose first event has come: from here on nothing is tried again. */
interface StartedStream {
  readonly first: IteratorResult<LlmEvent, unknown>;
  readonly rest: AsyncIterator<LlmEvent, unknown>;
}

async function openFirst(events: AsyncIterable<LlmEvent>): Promise<StartedStream> {
  const rest = events[Symbol.asyncIterator]();
  return { first: await rest.next(), rest };
}

/**
 * The events of a started stream.
 *
 * @yields Events, the end with the usage of failed attempts added.
 */
async function* startedWith(
  { first, rest }: StartedStream,
  spent: readonly LlmUsage[],
): AsyncGenerator<LlmEvent, void, undefined> {
  if (first.done === true) return;
  yield toSpent(first.value, spent);
  const remaining: AsyncIterable<LlmEvent> = {
    [Symbol.asyncIterator]: () => ({ next: () => rest.next() }),
  };
  for await (const event of remaining) yield toSpent(event, spent);
}

function toSpent(event: LlmEvent, spent: readonly LlmUsage[]): LlmEvent {
  if (event.type === 'delta') return event;
  return { type: 'end', response: withSpent(event.response, spent) };
}

function withSpent(response: LlmResponse, spent: readonly LlmUsage[]): LlmResponse {
  if (spent.length === 0) return response;
  return { ...response, usage: sumUsage([...spent, response.usage]) };
}

function finalError(
  error: unknown,
  details: {
    readonly provider: string;
    readonly call: LlmCallOptions;
    readonly attempts: number;
    readonly spent: readonly LlmUsage[];
  },
): unknown {
  const { provider, call, attempts, spent } = details;
  const usage = spent.length === 0 ? {} : { usage: sumUsage(spent) };
  // Core's retry rejects with the bare abort reason when a wait is aborted.
  const aborted = call.signal?.aborted === true && !LlmError.isInstance(error);
  const known = aborted && call.signal !== undefined ? abortedError(provider, call.signal) : error;
  if (!LlmError.isInstance(known)) return known;
  return Object.assign(copyLlmError(known, { kind: known.kind, ...usage }), { attempts });
}

function tell(listener: RetryOptions['onAttempt'], failed: FailedAttempt): void {
  try {
    listener?.(failed);
  } catch {
    // Watching must not change what is watched.
  }
}
