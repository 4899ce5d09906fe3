import {
  LlmError,
  type LlmCallOptions,
  type LlmEvent,
  retry,
  type RetryOptions as CoreRetryOptions,
} from '@kanmon/core';
import {
  abortedError,
  checkOneOf,
  checkPorts,
  portMethods,
  withoutUndefined,
} from '@kanmon/core/kit';
import { checkOptions, checkNumbers } from '../wire/check-options.ts';
import { copyLlmError } from '../errors/copy-llm-error.ts';
import { notify } from '../wire/read.ts';
import { type Decorator, wrapClient } from './decorator.ts';
import { errorWithSpent, withSpent } from './spent-usage.ts';

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
  /** Called with every failed attempt; an error that it throws, or a promise of it that rejects, is ignored. */
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
  const { random, jitter, clock, timer } = limits;
  const functions = { shouldRetry, onAttempt, random };
  checkPorts(functions, { shouldRetry: 'call', onAttempt: 'call', random: 'call' });
  checkPorts({ clock, timer }, portMethods);
  checkOneOf('jitter', jitter, 'full none');
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
    /** Runs `operation` under the policy; returns also the errors of the failed attempts. */
    const tryAgain = async <T>(
      call: LlmCallOptions,
      operation: () => Promise<T>,
    ): Promise<{ readonly value: T; readonly failed: readonly LlmError[] }> => {
      const failed: LlmError[] = [];
      let attempts = 0;
      try {
        const value = await retry(async (number) => {
          attempts = number;
          try {
            return await operation();
          } catch (error) {
            if (LlmError.isInstance(error)) {
              failed.push(error);
              notify(() => onAttempt?.({ attempt: number, error }));
            }
            throw error;
          }
        }, policyFor(call));
        return { value, failed };
      } catch (error) {
        const { signal } = call;
        const aborted = signal?.aborted === true && !LlmError.isInstance(error);
        // Core's retry rejects with the bare abort reason when a wait is aborted.
        const known = aborted ? abortedError(inner.provider, signal) : error;
        if (!LlmError.isInstance(known)) throw known;
        const earlier = known === failed.at(-1) ? failed.slice(0, -1) : failed;
        const { kind } = known;
        const final = copyLlmError(errorWithSpent(known, earlier), { kind });
        throw Object.assign(final, { attempts });
      }
    };

    return wrapClient(inner, {
      async generate(request, call) {
        const { value, failed } = await tryAgain(call, () => inner.generate(request, call));
        return withSpent(value, failed);
      },
      async *stream(request, call, open) {
        const { value, failed } = await tryAgain(call, () => openFirst(open(request, call)));
        const { first, rest } = value;
        try {
          // After the first event nothing is tried again.
          for (let next = first; next.done !== true; next = await rest.next()) {
            const event = next.value;
            yield event.type === 'delta'
              ? event
              : { type: 'end', response: withSpent(event.response, failed) };
          }
        } catch (error) {
          throw errorWithSpent(error, failed);
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
