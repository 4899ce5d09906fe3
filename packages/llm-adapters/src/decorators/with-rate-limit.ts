import {
  LlmError,
  type LlmCallOptions,
  type LlmErrorOptions,
  type LlmRequest,
  type LlmUsage,
  type PointRequest,
  type TakenPoints,
} from '@kanmon/core';
import { abortedError, estimateTokens, isTokenCount, openCallBounds } from '@kanmon/core/kit';
import { timeOf } from '../wire/adapter-defaults.ts';
import { checkOptions, checkNumbers } from '../wire/check-options.ts';
import { countedTexts } from '../wire/prompt-usage.ts';
import { type Decorator, type TimeOptions, wrapCalls } from './decorator.ts';
import { checkSharedLimit, correctPoints, type SharedLimit } from './shared-limit.ts';
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
  /**
   * Keeps the requests and tokens of a minute over all processes with this counter and key; the minute goes by the
   * counter's clock. `concurrency` and `maxQueue` are for this process.
   */
  readonly shared?: SharedLimit;
}

/** The share of an admitted call: its place in the window, or its points of a shared counter. */
type Slot = WindowEntry | { readonly taken: readonly TakenPoints[] };

interface Waiting {
  readonly tokens: number;
  readonly deadline: number;
  slot?: Slot;
  admit?: (slot: Slot) => void;
  refuse?: (problem: string, details: Pick<LlmErrorOptions, 'retryAfterMs' | 'cause'>) => void;
}

const minuteMs = 60_000;

/**
 * Keeps calls within a sliding minute and a number at one time; first come, first served. A call that
 * would wait past its deadline fails with `rate-limit` at once, without waiting; so does one that finds
 * the queue full. Every way out frees the slot. One instance keeps one queue for all clients it decorates.
 * With `shared` the head of each queue asks the counter. A counter that fails refuses the call with `rate-limit`.
 */
export function withRateLimit(options: RateLimitOptions): Decorator {
  checkOptions(
    options,
    'requestsPerMinute tokensPerMinute concurrency maxQueue shared clock timer',
    'withRateLimit(options)',
  );
  const { requestsPerMinute, tokensPerMinute, concurrency = Infinity, maxQueue = 1000 } = options;
  const { shared } = options;
  const { clock, timer, now } = timeOf(options);
  checkNumbers({ requestsPerMinute, concurrency }, { least: 1, whole: true });
  checkNumbers({ tokensPerMinute }, { least: 1 });
  checkNumbers({ maxQueue }, { least: 0, whole: true });
  checkSharedLimit(shared, 'withRateLimit({ shared })');
  // A shared counter holds the minute of all processes; then the window here has no limits.
  const window = createSlidingWindow(
    shared === undefined ? { requestsPerMinute, tokensPerMinute } : {},
  );
  let queue: readonly Waiting[] = [];
  let running = 0;
  let asking = false;
  let wake: AbortController | undefined;

  const admit = (tokens: number): WindowEntry => {
    running += 1;
    return window.add(now(), tokens);
  };

  /** Admits from the head of the queue as long as it may start; else sleeps until it may. */
  const pump = (): void => {
    wake?.abort();
    wake = undefined;
    if (asking) return;
    for (;;) {
      const [head] = queue;
      if (head === undefined || running >= concurrency) return;
      if (shared !== undefined) {
        // Only the head asks: those behind it would take its turn.
        void askNext(head, shared);
        return;
      }
      const waitMs = window.startAt(now(), [head.tokens]) - now();
      if (waitMs > 0) {
        sleep(waitMs);
        return;
      }
      start(head, admit(head.tokens));
    }
  };

  const askNext = async (head: Waiting, limit: SharedLimit): Promise<void> => {
    asking = true;
    const waitMs = await askCounter(head, limit);
    asking = false;
    if (waitMs === 0) pump();
    else sleep(waitMs);
  };

  const sleep = (ms: number): void => {
    wake = new AbortController();
    timer.sleep(ms, wake.signal).then(pump, () => undefined);
  };

  const leave = (entry: Waiting): void => {
    queue = queue.filter((waiting) => waiting !== entry);
  };

  const start = (entry: Waiting, slot: Slot): void => {
    leave(entry);
    entry.slot = slot;
    entry.admit?.(slot);
  };

  /** Starts or refuses the head as the counter answers; else returns the milliseconds until it may ask again. */
  const askCounter = async (head: Waiting, limit: SharedLimit): Promise<number> => {
    try {
      const answer = await limit.counter.take(pointsOf(limit, head.tokens));
      if (!queue.includes(head)) {
        // Its caller has gone meanwhile.
        if (answer.ok) {
          const unused = answer.taken.map(() => 0);
          await correctPoints(limit, answer.taken, unused);
        }
      } else if (answer.ok) {
        running += 1;
        start(head, answer);
      } else {
        const retryAfterMs = answer.retryAfterMs ?? minuteMs;
        if (now() + retryAfterMs < head.deadline) return retryAfterMs;
        leave(head);
        head.refuse?.('its turn would come after the deadline', { retryAfterMs });
      }
    } catch (cause) {
      leave(head);
      head.refuse?.('the counter of the shared limit failed; see the cause', { cause });
    }
    return 0;
  };

  const pointsOf = ({ key }: SharedLimit, tokens: number): readonly PointRequest[] =>
    [
      { name: 'requests', points: 1, most: requestsPerMinute },
      { name: 'tokens', points: tokens, most: tokensPerMinute },
    ].flatMap(({ name, points, most = Infinity }) => {
      if (most === Infinity) return [];
      const limit = Math.floor(most);
      // A call larger than the whole limit starts when the window is empty: refusing it would never end.
      return { key: `${key}/${name}`, points: Math.min(points, limit), limit, windowMs: minuteMs };
    });

  /** Replaces the estimate of a call by what it used. */
  const correct = (slot: Slot, tokens: number): void | Promise<void> => {
    if (!('taken' in slot)) return window.correct(slot, tokens);
    if (shared === undefined) return undefined;
    const { taken } = slot;
    const used = taken.map(({ key }) => (key.endsWith('/tokens') ? tokens : 1));
    return correctPoints(shared, taken, used);
  };

  const enter = async (
    provider: string,
    request: LlmRequest,
    call: LlmCallOptions,
  ): Promise<Slot> => {
    const { signal, deadline = Infinity } = call;
    if (signal?.aborted === true) throw abortedError(provider, signal);
    // Without a limit of tokens the estimate, which costs a look at every character, is not needed.
    const tokens = tokensPerMinute === undefined ? 0 : estimateRequest(request);
    const at = now();
    const startAt = window.startAt(at, [...queue.map((waiting) => waiting.tokens), tokens]);
    const isFree = queue.length === 0 && startAt <= at && running < concurrency;
    if (isFree && shared === undefined) return admit(tokens);
    if (startAt >= deadline) {
      const retryAfterMs = startAt - at;
      throw refused(provider, 'its turn would come after the deadline', { retryAfterMs });
    }
    if (queue.length >= maxQueue) throw refused(provider, `${maxQueue} calls wait already`);
    // When a running call ends is not known beforehand, so this wait may turn out too long.
    const bounds = openCallBounds({ provider, clock, timer, ...call });
    const entry: Waiting = { tokens, deadline };
    try {
      return await bounds.race(
        () =>
          new Promise<Slot>((resolve, reject) => {
            entry.admit = resolve;
            entry.refuse = (problem, details) => reject(refused(provider, problem, details));
            queue = [...queue, entry];
            pump();
          }),
      );
    } catch (error) {
      // It was admitted in the moment in which the wait ended.
      if (entry.slot !== undefined) return entry.slot;
      leave(entry);
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
          const total = counts.reduce((sum, count) => sum + count, 0);
          const corrected = counts.length === 0 ? undefined : correct(slot, total);
          pump();
          return corrected;
        },
      };
    });
}

/** Returns what a call will read, and what it may write at most when the request limits that. */
function estimateRequest(request: LlmRequest): number {
  const input = countedTexts(request)
    .map(({ content }) => content)
    .join('');
  return estimateTokens(input) + (request.maxOutputTokens ?? 0);
}

function refused(
  provider: string,
  problem: string,
  details: Pick<LlmErrorOptions, 'retryAfterMs' | 'cause'> = {},
): LlmError {
  return new LlmError(`the call to ${provider} was not made under the rate limit: ${problem}`, {
    kind: 'rate-limit',
    provider,
    ...details,
  });
}
