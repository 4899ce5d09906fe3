import {
  createMemoryCounter,
  type LlmClient,
  LlmError,
  type PointRequest,
  type SharedCounter,
} from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import {
  type BudgetOptions,
  BudgetExceededError,
  createMockClient,
  pipe,
  type RateLimitOptions,
  withBudget,
  withRateLimit,
} from '../src/index.ts';
import { advanceUntil, settle } from './support/advance.ts';
import { ask, collect, failure } from './support/collect.ts';

const answer = { text: 'x', usage: { inputTokens: 10, outputTokens: 5 } };
const endless = (): ReturnType<typeof createMockClient> =>
  createMockClient([answer], { onExhausted: 'repeat-last' });

/** Points of a count of the account `team`. */
async function usedOf(counter: SharedCounter, count: string): Promise<number> {
  const answered = await counter.take([{ key: `team/${count}`, points: 1, limit: 0 }]);
  return answered.ok ? Number.NaN : answered.used;
}

const failing: SharedCounter = {
  take: () => Promise.reject(new Error('no connection')),
  correct: () => Promise.reject(new Error('no connection')),
};

describe('withBudget over processes', () => {
  const one = { price: () => 1.5 } as const;

  it.each<readonly [BudgetOptions, string, number]>([
    [{ maxAttempts: 4 }, 'maxAttempts', 4],
    [{ maxCalls: 4 }, 'maxCalls', 4],
    [{ maxCalls: 9, maxAttempts: 4 }, 'maxAttempts', 4],
    [{ maxInputTokens: 45 }, 'maxInputTokens', 40],
    [{ maxOutputTokens: 20 }, 'maxOutputTokens', 20],
    [{ maxTotalTokens: 60 }, 'maxTotalTokens', 60],
    [{ maxCost: 6.5, ...one }, 'maxCost', 6],
  ])('stops two clients together at %o', async (limits, limit, spent) => {
    const counter = createMemoryCounter();
    const inner = endless();
    const clients = [1, 2].map(() =>
      pipe(inner, withBudget({ ...limits, shared: { counter, key: 'team' } })),
    );
    // Forty ASCII characters are estimated at 10 tokens, which is what the usage reports.
    const request = ask('x'.repeat(40));
    for (const client of [...clients, ...clients]) await client.generate(request);
    const error = await failure(clients[0]?.generate(request) ?? Promise.resolve());
    expect(BudgetExceededError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ limit, spent });
    expect(inner.calls).toHaveLength(4);
  });

  it('never makes more parallel calls than are left, whatever they will use', async () => {
    const counter = createMemoryCounter();
    const inner = endless();
    const client = pipe(
      inner,
      withBudget({ maxOutputTokens: 30, shared: { counter, key: 'team' } }),
    );
    const request = ask('x', { maxOutputTokens: 12 });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => client.generate(request)));
    // 12 + 12 + 6 are reserved before the first call ends.
    expect(inner.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([12, 12, 6]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(await usedOf(counter, 'output-tokens')).toBe(15);
  });

  it('limits the output of a request without a limit to what is reserved', async () => {
    const counter = createMemoryCounter();
    const inner = endless();
    const shared = { counter, key: 'team' };
    await pipe(inner, withBudget({ maxOutputTokens: 10_000, shared })).generate(ask('x'));
    await pipe(inner, withBudget({ maxTotalTokens: 1000, shared })).generate(ask('x'));
    await pipe(inner, withBudget({ maxAttempts: 10, shared })).generate(ask('x'));
    expect(inner.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      4096,
      999,
      undefined,
    ]);
  });

  const timeout = new LlmError('late', { kind: 'timeout' });
  const refused = new LlmError('busy', { kind: 'overloaded' });
  const charged = new LlmError('broken', { kind: 'server', usage: { outputTokens: 7 } });

  it.each([
    ['an answer by its usage', answer, 5],
    ['a refused call not at all', refused, 0],
    ['a failed call by its usage', charged, 7],
    ['a call whose end is unknown by all that it could use', timeout, 100],
  ] as const)('charges %s', async (_, reply, tokens) => {
    const counter = createMemoryCounter();
    const client = pipe(
      createMockClient([reply]),
      withBudget({ maxAttempts: 9, maxOutputTokens: 500, shared: { counter, key: 'team' } }),
    );
    await client.generate(ask('x', { maxOutputTokens: 100 })).catch(() => undefined);
    expect(await usedOf(counter, 'output-tokens')).toBe(tokens);
    expect(await usedOf(counter, 'attempts')).toBe(1);
  });

  it('charges a stream at its end, and one that is left by all that it could use', async () => {
    const counter = createMemoryCounter();
    const shared = { counter, key: 'team' };
    const client = pipe(endless(), withBudget({ maxOutputTokens: 500, shared }));
    await collect(client, ask('x', { maxOutputTokens: 100 }));
    expect(await usedOf(counter, 'output-tokens')).toBe(5);
    for await (const event of client.stream?.(ask('x', { maxOutputTokens: 100 })) ?? []) {
      expect(event.type).toBe('delta');
      break;
    }
    expect(await usedOf(counter, 'output-tokens')).toBe(105);
  });

  it('makes no call when the counter fails before it', async () => {
    const inner = endless();
    const client = pipe(
      inner,
      withBudget({ maxAttempts: 3, shared: { counter: failing, key: 'team' } }),
    );
    const error = await failure(client.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'budget', code: 'budget-unavailable' });
    expect(inner.calls).toHaveLength(0);
  });

  it('returns the answer when the counter fails after the call', async () => {
    const counter = { ...createMemoryCounter(), correct: failing.correct };
    const client = pipe(
      endless(),
      withBudget({ maxOutputTokens: 9, shared: { counter, key: 'team' } }),
    );
    expect(await client.generate(ask('x'))).toMatchObject({ text: 'x' });
    expect(await usedOf(counter, 'output-tokens')).toBe(9);
  });

  it.each<readonly [string, () => unknown]>([
    ['no counter', () => withBudget({ shared: Object({ key: 'a' }) })],
    ['an empty key', () => withBudget({ shared: { counter: failing, key: '' } })],
    [
      'maxCost without a price',
      () => withBudget({ maxCost: 1, shared: { counter: failing, key: 'a' } }),
    ],
    [
      'an unknown member',
      () => withRateLimit({ shared: Object({ counter: failing, key: 'a', n: 1 }) }),
    ],
  ])('refuses %s', (_, make) => {
    expect(make).toThrow(/expected|unknown option/);
  });
});

describe('withRateLimit over processes', () => {
  /** Two clients with separate queues and one counter; notes when each call starts. */
  function twoClients(options: RateLimitOptions): {
    readonly clock: ReturnType<typeof createManualClock>;
    readonly clients: readonly LlmClient[];
    readonly starts: readonly number[];
  } {
    const clock = createManualClock();
    const origin = clock.now().getTime();
    const starts: number[] = [];
    const inner = createMockClient(() => {
      starts.push(clock.now().getTime() - origin);
      return { text: 'x', usage: { inputTokens: 30, outputTokens: 20 } };
    });
    const shared = options.shared ?? { counter: createMemoryCounter({ clock }), key: 'team' };
    const clients = [1, 2].map(() =>
      pipe(inner, withRateLimit({ ...options, shared, clock, timer: clock })),
    );
    return { clock, clients, starts };
  }

  it('lets so many requests of both start in any minute', async () => {
    const { clock, clients, starts } = twoClients({ requestsPerMinute: 3 });
    const work = Promise.all(
      [...clients, ...clients, ...clients, ...clients].map((client) => client.generate(ask('x'))),
    );
    await advanceUntil(clock, work, 10_000);
    expect(starts).toEqual([0, 0, 0, 60_000, 60_000, 60_000, 120_000, 120_000]);
  });

  it('counts the tokens of both, corrected by the usage', async () => {
    const { clock, clients, starts } = twoClients({ tokensPerMinute: 100 });
    // Each call is estimated at 1 + 40 and turns out to have used 50: two fit into a minute.
    const request = ask('x', { maxOutputTokens: 40 });
    const work = (async () => {
      for (const client of [...clients, ...clients]) await client.generate(request);
    })();
    await advanceUntil(clock, work, 10_000);
    expect(starts).toEqual([0, 0, 60_000, 60_000]);
  });

  it('starts a call that is larger than the limit when the minute is empty', async () => {
    const { clock, clients, starts } = twoClients({ tokensPerMinute: 100 });
    const request = ask('x', { maxOutputTokens: 4000 });
    const work = Promise.all(clients.map((client) => client.generate(request)));
    await advanceUntil(clock, work, 10_000);
    expect(starts).toEqual([0, 60_000]);
  });

  it('keeps the order of arrival and asks for the head of the queue only', async () => {
    const requests: (readonly PointRequest[])[] = [];
    const clock = createManualClock();
    const counter = createMemoryCounter({ clock });
    const counting: SharedCounter = {
      ...counter,
      take: (list) => {
        requests.push(list);
        return counter.take(list);
      },
    };
    const order: number[] = [];
    const client = pipe(
      endless(),
      withRateLimit({
        requestsPerMinute: 2,
        shared: { counter: counting, key: 'team' },
        clock,
        timer: clock,
      }),
    );
    const work = Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => {
        await client.generate(ask('x'));
        order.push(index);
      }),
    );
    await advanceUntil(clock, work, 1000);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    // One question for each call, and one for each call that ended while the head waited, not one a second.
    expect(requests.length).toBeLessThanOrEqual(12);
  });

  it('fails at once when the minute ends after the deadline', async () => {
    const { clock, clients } = twoClients({ requestsPerMinute: 1 });
    const deadline = clock.now().getTime() + 30_000;
    await clients[0]?.generate(ask('x'));
    const late = clients[1]?.generate(ask('x'), { deadline }) ?? Promise.resolve();
    expect(await failure(late)).toMatchObject({ kind: 'rate-limit', retryAfterMs: 60_000 });
  });

  it('gives the points of a call back whose caller left while the counter was asked', async () => {
    const clock = createManualClock();
    const counter = createMemoryCounter({ clock });
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow: SharedCounter = {
      ...counter,
      take: async (list) => {
        await gate;
        return counter.take(list);
      },
    };
    const { clients, starts } = twoClients({
      requestsPerMinute: 1,
      shared: { counter: slow, key: 'team' },
    });
    const left = new AbortController();
    const first = clients[0]?.generate(ask('x'), { signal: left.signal }) ?? Promise.resolve();
    left.abort();
    expect(await failure(first)).toMatchObject({ kind: 'aborted' });
    open();
    await settle();
    await clients[1]?.generate(ask('x'));
    expect(starts).toEqual([0]);
  });

  it('makes no call when the counter fails', async () => {
    const { clients, starts } = twoClients({
      requestsPerMinute: 5,
      shared: { counter: failing, key: 'team' },
    });
    const error = await failure(clients[0]?.generate(ask('x')) ?? Promise.resolve());
    expect(error).toMatchObject({ kind: 'rate-limit' });
    expect(error.message).toContain('the counter of the shared limit failed');
    expect(starts).toEqual([]);
  });
});
