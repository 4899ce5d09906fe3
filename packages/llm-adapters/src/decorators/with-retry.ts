import {
  LlmError,
  type LlmCallOptions,
  type LlmEvent,
  type LlmResponse,
  type LlmUsage,
  retry,
  type RetryOptions as CoreRetryOptions,
} from '@kanmon/core';
import { abortedError, isTokenCount, withoutUndefined } from '@kanmon/core/kit';
import { checkOptions, checkNumbers } from '../wire/check-options.ts';
import { copyLlmError } from '../errors/copy-llm-error.ts';
import { notify } from '../wire/read.ts';
import { type Decorator, wrapClient } from './decorator.ts';

/** An attempt that failed. */
export interface FailedAttempt {
  /** From 1. */
  readonly attempt: number;
  readonly error: LlmError;
}

/** Options of `withRetry`. Limits, waits and their defaults are those of core's `retry`. */
export interface RetryOptions extends Omit<
  CoreRetryOptions,
  'deadline' | 'signal' | 'shouldRetry'
> {
  /** @default (error) => error.retryable */
  readonly shouldRetry?: (error: LlmError) => boolean;
  /** @deprecated Use `shouldRetry`, the name of the same option in core. */
  readonly retryOn?: (error: LlmError) => boolean;
  /** Called with every failed attempt; an error that it throws is ignored. */
  readonly onAttempt?: (failed: FailedAttempt) => void;
}

/** The error of a call that was tried `attempts` times. */
export type RetriedError = LlmError & { readonly attempts: number };

/**
 * Tries again after errors that may pass. The wait is what the provider asks for, up to
 * `maxRetryAfterMs`, else exponential with
 * jitter; one that would end at or after the deadline is not begun: the last error comes at once. Usage of
 * failed attempts is added to the response's or the final error's usage. The error carries `attempts`. A
 * stream is tried again only before its first delta has been handed out.
 */
export function withRetry(options: RetryOptions = {}): Decorator {
  checkOptions(
    options,
    'maxAttempts baseMs maxMs maxRetryAfterMs jitter random shouldRetry retryOn onAttempt clock timer',
    'withRetry(options)',
  );
  const { onAttempt, retryOn, shouldRetry = retryOn ?? isRetryable, ...limits } = options;
  const { maxAttempts, baseMs, maxMs, maxRetryAfterMs } = limits;
  checkNumbers({ maxAttempts }, { least: 1, whole: true });
  checkNumbers({ baseMs, maxMs, maxRetryAfterMs }, { least: 0 });
  const policyFor = ({ signal, deadline }: LlmCallOptions): CoreRetryOptions => ({
    ...limits,
    shouldRetry: (error) => LlmError.isInstance(error) && shouldRetry(error),
    ...withoutUndefined({
      signal,
      deadline: deadline === undefined ? undefined : Math.max(0, deadline),
    }),
  });

  return (inner) => {
    /** Runs `operation` under the policy; returns also what the failed attempts have used. */
    const tryAgain = async <T>(
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
              notify(() => onAttempt?.({ attempt: number, error }));
            }
            throw error;
          }
        }, policyFor(call));
        return { value, spent };
      } catch (error) {
        const { signal } = call;
        const aborted = signal?.aborted === true && !LlmError.isInstance(error);
        // Core's retry rejects with the bare abort reason when a wait is aborted.
        const known = aborted ? abortedError(inner.provider, signal) : error;
        if (!LlmError.isInstance(known)) throw known;
        const usage = spent.length === 0 ? {} : { usage: sumUsage(spent) };
        throw Object.assign(copyLlmError(known, { kind: known.kind, ...usage }), { attempts });
      }
    };

    return wrapClient(inner, {
      async generate(request, call) {
        const { value, spent } = await tryAgain(call, () => inner.generate(request, call));
        return withSpent(value, spent);
      },
      async *stream(request, call, open) {
        const { value, spent } = await tryAgain(call, () => openFirst(open(request, call)));
        const { first, rest } = value;
        try {
          // After the first event nothing is tried again.
          for (let next = first; next.done !== true; next = await rest.next()) {
            const event = next.value;
            yield event.type === 'delta'
              ? event
              : { type: 'end', response: withSpent(event.response, spent) };
          }
        } finally {
          await rest.return?.();
        }
      },
    });
  };
}

const isRetryable = (error: LlmError): boolean => error.retryable;

/** Opens a stream and waits for its first event. */
async function openFirst(events: AsyncIterable<LlmEvent>): Promise<{
  readonly first: IteratorResult<LlmEvent, unknown>;
  readonly rest: AsyncIterator<LlmEvent, unknown>;
}> {
  const rest = events[Symbol.asyncIterator]();
  return { first: await rest.next(), rest };
}

function withSpent(response: LlmResponse, spent: readonly LlmUsage[]): LlmResponse {
  if (spent.length === 0) return response;
  return { ...response, usage: sumUsage([...spent, response.usage]) };
}

/** Adds usages field by field. A field that no usage has stays absent; the others are the sum of what is known. */
function sumUsage(usages: readonly LlmUsage[]): LlmUsage {
  const sums: Record<string, number> = {};
  const counts = usages.flatMap((usage): [string, unknown][] => Object.entries(usage));
  for (const [field, count] of counts) {
    if (isTokenCount(count)) sums[field] = (sums[field] ?? 0) + count;
  }
  return sums;
}
