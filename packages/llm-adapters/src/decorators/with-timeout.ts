import { LlmError, type LlmCallOptions, systemClock, systemTimer, type Timer } from '@kanmon/core';
import {
  boundedStream,
  type CallBounds,
  checkOptions,
  openCallBounds,
  type OptionNames,
  timeoutError,
} from '@kanmon/core/kit';
import { assertNumber } from '../support/assert-number.ts';
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

const optionNames: OptionNames<TimeoutOptions> = {
  perAttemptMs: true,
  totalMs: true,
  idleMs: true,
  clock: true,
  timer: true,
};

/**
 * Ends a call that takes too long with `timeout`, even if the inner client never settles: the deadline
 * becomes the earlier of the given one and now + ms, and the inner signal is aborted. The error is
 * retryable while the caller's own deadline allows. In a stream the time bounds the whole.
 */
export function withTimeout(options: TimeoutOptions): Decorator {
  checkOptions(options, optionNames, 'withTimeout(options)');
  const { perAttemptMs, totalMs, idleMs, clock = systemClock, timer = systemTimer } = options;
  assertNumber('perAttemptMs', perAttemptMs, { least: 1 });
  assertNumber('totalMs', totalMs, { least: 1 });
  assertNumber('idleMs', idleMs, { least: 1 });
  const limitMs = Math.min(perAttemptMs ?? Infinity, totalMs ?? Infinity);
  const now = (): number => clock.now().getTime();

  return (inner) => {
    const { provider } = inner;
    const open = (
      call: LlmCallOptions,
    ): { readonly bounds: CallBounds; readonly inward: LlmCallOptions } => {
      const deadline = earlier(call.deadline, now() + limitMs);
      const bounds = openCallBounds({ provider, clock, timer, signal: call.signal, deadline });
      const { signal } = bounds;
      return { bounds, inward: deadline === undefined ? { signal } : { signal, deadline } };
    };
    // The inner client may see the deadline first and take it for the caller's.
    const toError = (error: unknown, call: LlmCallOptions): unknown => {
      if (!LlmError.isInstance(error) || error.kind !== 'timeout') return error;
      const overdue = call.deadline !== undefined && now() >= call.deadline;
      if (error.retryable === !overdue) return error;
      return timeoutError(provider, { retryable: !overdue, cause: error.cause });
    };
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
          yield* idleMs === undefined
            ? events
            : unlessIdle(events, { idleMs, provider, bounds, timer });
        } catch (error) {
          throw toError(error, call);
        } finally {
          bounds.close();
        }
      },
    });
  };
}

function earlier(first: number | undefined, second: number): number | undefined {
  const least = Math.min(first ?? Infinity, second);
  return least === Infinity ? undefined : least;
}

/** Interrupts the call when one step of `events` takes longer than `idleMs`. */
function unlessIdle<T>(
  events: AsyncGenerator<T, void, undefined>,
  options: {
    readonly idleMs: number;
    readonly provider: string;
    readonly bounds: CallBounds;
    readonly timer: Timer;
  },
): AsyncIterable<T> {
  const { idleMs, provider, bounds, timer } = options;
  const next = async (): Promise<IteratorResult<T, void>> => {
    const arrived = new AbortController();
    timer.sleep(idleMs, arrived.signal).then(
      () => {
        bounds.interrupt(timeoutError(provider, { retryable: true }));
        return undefined;
      },
      () => undefined,
    );
    try {
      return await events.next();
    } finally {
      arrived.abort();
    }
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => events.return(),
    }),
  };
}
