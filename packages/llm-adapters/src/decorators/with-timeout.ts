import { LlmError, type LlmCallOptions } from '@kanmon/core';
import {
  boundedStream,
  type CallBounds,
  openCallBounds,
  timeoutError,
  withoutUndefined,
} from '@kanmon/core/kit';
import { timeOf } from '../wire/adapter-defaults.ts';
import { checkOptions, checkNumbers } from '../wire/check-options.ts';
import { copyLlmError } from '../errors/copy-llm-error.ts';
import { type Decorator, type TimeOptions, wrapClient } from './decorator.ts';

/** Options of `withTimeout`; milliseconds. */
export interface TimeoutOptions extends TimeOptions {
  /** For an instance inside retry: bounds each attempt. */
  readonly perAttemptMs?: number;
  /** For an instance outside retry: bounds all attempts together. */
  readonly totalMs?: number;
  /** The longest silence between two deltas of a stream, the first one included. */
  readonly idleMs?: number;
}

/**
 * Ends a call that takes too long with `timeout`, even if the inner client never answers: the deadline
 * becomes the earlier of the given one and now + ms, and the inner signal is aborted. The error is
 * retryable while the caller's own deadline allows. In a stream the time bounds the whole.
 */
export function withTimeout(options: TimeoutOptions): Decorator {
  checkOptions(options, 'perAttemptMs totalMs idleMs clock timer', 'withTimeout(options)');
  const { perAttemptMs, totalMs, idleMs } = options;
  const { clock, timer, now } = timeOf(options);
  checkNumbers({ perAttemptMs, totalMs, idleMs }, { least: 1 });
  const limitMs = Math.min(perAttemptMs ?? Infinity, totalMs ?? Infinity);

  // The inner client may see the deadline first and take it for the caller's.
  const toError = (error: unknown, call: LlmCallOptions): unknown => {
    if (!LlmError.isInstance(error) || error.kind !== 'timeout') return error;
    const overdue = call.deadline !== undefined && now() >= call.deadline;
    if (error.retryable === !overdue) return error;
    return copyLlmError(error, { retryable: !overdue });
  };

  return (inner) => {
    const { provider } = inner;
    const open = (call: LlmCallOptions) => {
      const earliest = Math.min(call.deadline ?? Infinity, now() + limitMs);
      const deadline = earliest === Infinity ? undefined : earliest;
      const bounds = openCallBounds({ provider, clock, timer, ...call, deadline });
      return { bounds, inward: withoutUndefined({ signal: bounds.signal, deadline }) };
    };
    /** Interrupts the call when one step of `events` takes longer than `ms`. */
    async function* unlessIdle<T>(
      events: AsyncGenerator<T, void, undefined>,
      ms: number,
      bounds: CallBounds,
    ): AsyncGenerator<T, void, undefined> {
      try {
        for (;;) {
          const arrived = new AbortController();
          timer.sleep(ms, arrived.signal).then(
            () => bounds.interrupt(timeoutError(provider, { retryable: true })),
            () => undefined,
          );
          const next = await events.next().finally(() => arrived.abort());
          if (next.done === true) return;
          yield next.value;
        }
      } finally {
        await events.return();
      }
    }

    return wrapClient(inner, {
      async generate(request, call) {
        const { bounds, inward } = open(call);
        try {
          return await bounds.race(() => inner.generate(request, inward));
        } catch (error) {
          throw toError(error, call);
        } finally {
          bounds.close();
        }
      },
      async *stream(request, call, openStream) {
        const { bounds, inward } = open(call);
        try {
          const events = boundedStream(bounds, openStream(request, inward));
          yield* idleMs === undefined ? events : unlessIdle(events, idleMs, bounds);
        } catch (error) {
          throw toError(error, call);
        } finally {
          bounds.close();
        }
      },
    });
  };
}
