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
  checkOptions,
  estimateTokens,
  isTokenCount,
  type OptionNames,
} from '@kanmon/core/kit';
import { assertNumber } from '../support/assert-number.ts';
import { type Decorator, type TimeOptions, wrapClient } from './decorator.ts';
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
  readonly admit: (slot: WindowEntry) => void;
}

const optionNames: OptionNames<RateLimitOptions> = {
  requestsPerMinute: true,
  tokensPerMinute: true,
  concurrency: true,
  maxQueue: true,
  clock: true,
  timer: true,
};

/**
 * Keeps calls within a sliding minute and a number at one time; first come, first served. A call that
 * would wait past its deadline fails with `rate-limit` at once, without waiting; so does one that finds
 * the queue full. Every way out frees the slot. One instance keeps one queue for all clients it decorates.
 */
export function withRateLimit(options: RateLimitOptions): Decorator {
  checkOptions(options, optionNames, 'withRateLimit(options)');
  const { requestsPerMinute, tokensPerMinute, concurrency = Infinity, maxQueue = 1000 } = options;
  const { clock = systemClock, timer = systemTimer } = options;
  assertNumber('requestsPerMinute', requestsPerMinute, { least: 1, whole: true });
  assertNumber('tokensPerMinute', tokensPerMinute, { least: 1 });
  assertNumber('concurrency', concurrency, { least: 1, whole: true });
  assertNumber('maxQueue', maxQueue, { least: 0, whole: true });
  const now = (): number => clock.now().getTime();
  const window = createSlidingWindow({ requestsPerMinute, tokensPerMinute });
  let queue: readonly Waiting[] = [];
  let running = 0;
  let wake: AbortController | undefined;

  /** Admits from the head of the queue as long as it may start; else sleeps until it may. */
  const pump = (): void => {
    wake?.abort();
    wake = undefined;
    let [head] = queue;
    while (
      head !== undefined &&
      running < concurrency &&
      window.startAt(now(), [head.tokens]) <= now()
    ) {
      queue = queue.slice(1);
      running += 1;
      head.admit(window.add(now(), head.tokens));
      [head] = queue;
    }
    if (head === undefined || running >= concurrency) return;
    const sleep = new AbortController();
    wake = sleep;
    timer
      .sleep(window.startAt(now(), [head.tokens]) - now(), sleep.signal)
      .then(pump, () => undefined);
  };

  const enter = async (
    provider: string,
    request: LlmRequest,
    call: LlmCallOptions,
  ): Promise<WindowEntry> => {
    const { signal, deadline } = call;
    if (signal?.aborted === true) throw abortedError(provider, signal);
    // Without a limit for tokens nobody reads the estimate, which costs a look at every character.
    const tokens = tokensPerMinute === undefined ? 0 : estimateRequest(request);
    const at = now();
    const startAt = window.startAt(at, [...queue.map((waiting) => waiting.tokens), tokens]);
    const mustWait = queue.length > 0 || startAt > at || running >= concurrency;
    if (mustWait && deadline !== undefined && startAt >= deadline) {
      throw refused(provider, 'its turn would come after the deadline', startAt - at);
    }
    if (mustWait && queue.length >= maxQueue) {
      throw refused(provider, `${maxQueue} calls wait already`);
    }
    if (!mustWait) {
      running += 1;
      return window.add(now(), tokens);
    }
    return new Promise((resolve, reject) => {
      const ended = new AbortController();
      const leave = (error: LlmError): void => {
        ended.abort();
        signal?.removeEventListener('abort', onAbort);
        queue = queue.filter((waiting) => waiting !== entry);
        reject(error);
        pump();
      };
      const entry: Waiting = {
        tokens,
        admit: (slot) => {
          ended.abort();
          signal?.removeEventListener('abort', onAbort);
          resolve(slot);
        },
      };
      function onAbort(): void {
        if (signal !== undefined) leave(abortedError(provider, signal));
      }
      queue = [...queue, entry];
      pump();
      if (ended.signal.aborted) return;
      signal?.addEventListener('abort', onAbort, { once: true });
      if (deadline === undefined) return;
      // When a running call ends is not known beforehand, so this wait may turn out too long.
      timer.sleep(Math.max(0, deadline - now()), ended.signal).then(
        () => {
          leave(refused(provider, 'its turn did not come before the deadline'));
          return undefined;
        },
        () => undefined,
      );
    });
  };
  const exit = (slot: WindowEntry, usage: LlmUsage | undefined): void => {
    running -= 1;
    const counts = [usage?.inputTokens, usage?.outputTokens].filter(isTokenCount);
    if (counts.length > 0) {
      window.correct(
        slot,
        counts.reduce((sum, count) => sum + count),
      );
    }
    pump();
  };

  return (inner) =>
    wrapClient(inner, {
      async generate(request, call) {
        const slot = await enter(inner.provider, request, call);
        let usage: LlmUsage | undefined;
        try {
          const response = await inner.generate(request, call);
          ({ usage } = response);
          return response;
        } catch (error) {
          usage = LlmError.isInstance(error) ? error.usage : undefined;
          throw error;
        } finally {
          exit(slot, usage);
        }
      },
      async *stream(request, call, open) {
        const slot = await enter(inner.provider, request, call);
        let usage: LlmUsage | undefined;
        try {
          for await (const event of open(request, call)) {
            if (event.type === 'end') ({ usage } = event.response);
            yield event;
          }
        } finally {
          exit(slot, usage);
        }
      },
    });
}

/** What a call will read, and what it may write at most when it says so. */
function estimateRequest(request: LlmRequest): number {
  const input = request.messages.map((message) => message.content).join('');
  return estimateTokens(input) + (request.maxOutputTokens ?? 0);
}

function refused(provider: string, problem: string, retryAfterMs?: number): LlmError {
  return new LlmError(`the call to ${provider} was not made under the rate limit: ${problem}`, {
    kind: 'rate-limit',
    provider,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
