import {
  LlmError,
  type LlmCallOptions,
  type LlmRequest,
  type LlmUsage,
  systemClock,
  systemTimer,
} from '@kanmon/core';
import {
  abortedError,
  estimateTokens,
  isTokenCount,
  openCallBounds,
  withoutUndefined,
} from '@kanmon/core/kit';
import { checkNames, checkNumbers } from '../wire/check-options.ts';
import { type Decorator, type TimeOptions, wrapCalls } from './decorator.ts';
import { createSlidingWindow, type WindowEntry } from './sliding-window.ts';

/** Options of `withRateLimit`. A limit that is left out does not bind. */
export interface RateLimitOptions extends TimeOptions {
  readonly requestsPerMinute?: number;
  /** Input and output together; estimated at the start, corrected by the usage. */
  readonly tokensPerMinute?: number;
  /** Calls under way at one time. */
  readonly concurrency?: number;
  /** Calls that may wait. @default 1000 */
  readonly maxQueue?: number;
}

interface Waiting {
  readonly tokens: number;
  slot?: WindowEntry;
  admit?: (slot: WindowEntry) => void;
}

/**
 * Keeps calls within a sliding minute and a number at one time; first come, first served. A call that
 * would wait past its deadline fails with `rate-limit` at once, without waiting; so does one that finds
 * the queue full. Every way out frees the slot. One instance keeps one queue for all clients it decorates.
 */
export function withRateLimit(options: RateLimitOptions): Decorator {
  checkNames(
    options,
    'requestsPerMinute tokensPerMinute concurrency maxQueue clock timer',
    'withRateLimit(options)',
  );
  const { requestsPerMinute, tokensPerMinute, concurrency = Infinity, maxQueue = 1000 } = options;
  const { clock = systemClock, timer = systemTimer } = options;
  checkNumbers({ requestsPerMinute, concurrency }, { least: 1, whole: true });
  checkNumbers({ tokensPerMinute }, { least: 1 });
  checkNumbers({ maxQueue }, { least: 0, whole: true });
  const now = (): number => clock.now().getTime();
  const window = createSlidingWindow({ requestsPerMinute, tokensPerMinute });
  let queue: readonly Waiting[] = [];
  let running = 0;
  let wake: AbortController | undefined;

  const admit = (tokens: number): WindowEntry => {
    running += 1;
    return window.add(now(), tokens);
  };

  /** Admits from the head of the queue as long as it may start; else sleeps until it may. */
  const pump = (): void => {
    wake?.abort();
    wake = undefined;
    for (;;) {
      const [head] = queue;
      if (head === undefined || running >= concurrency) return;
      const waitMs = window.startAt(now(), [head.tokens]) - now();
      if (waitMs > 0) {
        wake = new AbortController();
        timer.sleep(waitMs, wake.signal).then(pump, () => undefined);
        return;
      }
      queue = queue.slice(1);
      head.slot = admit(head.tokens);
      head.admit?.(head.slot);
    }
  };

  const enter = async (
    provider: string,
    request: LlmRequest,
    call: LlmCallOptions,
  ): Promise<WindowEntry> => {
    const { signal, deadline } = call;
    if (signal?.aborted === true) throw abortedError(provider, signal);
    // Without a limit of tokens the estimate, which costs a look at every character, is not needed.
    const tokens = tokensPerMinute === undefined ? 0 : estimateRequest(request);
    const at = now();
    const startAt = window.startAt(at, [...queue.map((waiting) => waiting.tokens), tokens]);
    if (queue.length === 0 && startAt <= at && running < concurrency) return admit(tokens);
    if (deadline !== undefined && startAt >= deadline) {
      throw refused(provider, 'its turn would come after the deadline', startAt - at);
    }
    if (queue.length >= maxQueue) throw refused(provider, `${maxQueue} calls wait already`);
    // When a running call ends is not known beforehand, so this wait may turn out too long.
    const bounds = openCallBounds({ provider, clock, timer, ...call });
    const entry: Waiting = { tokens };
    try {
      return await bounds.race(
        () =>
          new Promise<WindowEntry>((resolve) => {
            entry.admit = resolve;
            queue = [...queue, entry];
            pump();
          }),
      );
    } catch (error) {
      // It was admitted in the moment in which the wait ended.
      if (entry.slot !== undefined) return entry.slot;
      queue = queue.filter((waiting) => waiting !== entry);
      pump();
      const late = LlmError.isInstance(error) && error.kind === 'timeout';
      throw late ? refused(provider, 'its turn did not come before the deadline') : error;
    } finally {
      bounds.close();
    }
  };

  return (inner) =>
    wrapCalls(inner, async (request, call) => {
      const slot = await enter(inner.provider, request, call);
      let usage: LlmUsage | undefined;
      return {
        finished(response) {
          ({ usage } = response);
        },
        failed(error) {
          usage = LlmError.isInstance(error) ? error.usage : undefined;
        },
        closed() {
          running -= 1;
          const counts = [usage?.inputTokens, usage?.outputTokens].filter(isTokenCount);
          if (counts.length > 0) {
            const total = counts.reduce((sum, count) => sum + count);
            window.correct(slot, total);
          }
          pump();
        },
      };
    });
}

/** Returns what a call will read, and what it may write at most when the request limits that. */
function estimateRequest(request: LlmRequest): number {
  const input = request.messages.map((message) => message.content).join('');
  return estimateTokens(input) + (request.maxOutputTokens ?? 0);
}

function refused(provider: string, problem: string, retryAfterMs?: number): LlmError {
  return new LlmError(`the call to ${provider} was not made under the rate limit: ${problem}`, {
    kind: 'rate-limit',
    provider,
    ...withoutUndefined({ retryAfterMs }),
  });
}
