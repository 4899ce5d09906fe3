import { LlmError } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockClient, pipe, withRetry, withTimeout } from '../src/index.ts';
import { advanceUntil, settle } from './support/advance.ts';
import { type ChaosServer, json, startChaosServer } from './support/chaos-server.ts';
import { ask, collect, failure } from './support/collect.ts';
import { unhandledRejections } from './support/unhandled-rejections.ts';
import { lateMs } from './support/patience.ts';
import { providers } from './support/providers.ts';

const busy = (more: object = {}): LlmError =>
  new LlmError('busy', { kind: 'rate-limit', status: 429, ...more });

describe('withRetry', () => {
  it('makes exactly maxAttempts attempts, the first one included', async () => {
    const clock = createManualClock();
    const client = createMockClient([busy()], { onExhausted: 'repeat-last' });
    const retried = pipe(client, withRetry({ maxAttempts: 3, clock, timer: clock }));
    const { result: error } = await advanceUntil(clock, failure(retried.generate(ask('x'))));
    expect(client.calls).toHaveLength(3);
    expect(error).toMatchObject({ kind: 'rate-limit', attempts: 3 });
  });

  it.each([
    ['quota', false],
    ['bad-request', false],
    ['auth', false],
    ['overloaded', true],
    ['network', true],
  ] as const)('decides for %s by the error: %s', async (kind, again) => {
    const clock = createManualClock();
    const client = createMockClient([new LlmError('x', { kind }), 'fine']);
    const retried = pipe(client, withRetry({ clock, timer: clock }));
    await advanceUntil(
      clock,
      retried.generate(ask('x')).catch(() => undefined),
    );
    expect(client.calls).toHaveLength(again ? 2 : 1);
  });

  it.each(['shouldRetry', 'retryOn'])('lets %s decide instead', async (name) => {
    const client = createMockClient([new LlmError('x', { kind: 'bad-request' }), 'fine']);
    const retried = pipe(client, withRetry({ baseMs: 0, [name]: () => true }));
    expect((await retried.generate(ask('x'))).text).toBe('fine');
  });

  it('waits what the provider asks for', async () => {
    const clock = createManualClock();
    const client = createMockClient([busy({ retryAfterMs: 12_000 }), 'fine']);
    const retried = pipe(client, withRetry({ maxMs: 1, clock, timer: clock }));
    const { elapsedMs } = await advanceUntil(clock, retried.generate(ask('x')), 500);
    expect(elapsedMs).toBe(12_000);
  });

  it('gives up at once when the wait would end at the deadline', async () => {
    const clock = createManualClock();
    const client = createMockClient([busy({ retryAfterMs: 2000 }), 'fine'], { clock });
    const retried = pipe(client, withRetry({ clock, timer: clock }));
    const deadline = clock.now().getTime() + 2000;
    const error = await failure(retried.generate(ask('x'), { deadline }));
    expect(error).toMatchObject({ kind: 'rate-limit', attempts: 1 });
    expect(client.calls).toHaveLength(1);
  });

  it('adds up what failed attempts have used', async () => {
    const spent = busy({ usage: { inputTokens: 5, cacheWriteTokens: 3 } });
    const client = createMockClient([
      spent,
      { text: 'fine', usage: { inputTokens: 7, outputTokens: 2, cacheWriteTokens: 4 } },
    ]);
    const response = await pipe(client, withRetry({ baseMs: 0 })).generate(ask('x'));
    expect(response.usage).toEqual({ inputTokens: 12, outputTokens: 2, cacheWriteTokens: 7 });
    const failing = pipe(
      createMockClient([spent], { onExhausted: 'repeat-last' }),
      withRetry({ baseMs: 0 }),
    );
    expect(await failure(failing.generate(ask('x')))).toMatchObject({
      usage: { inputTokens: 15 },
    });
  });

  it('ends its wait at once when aborted', async () => {
    const clock = createManualClock();
    const controller = new AbortController();
    const reason = new Error('left');
    const retried = pipe(createMockClient([busy(), 'late']), withRetry({ clock, timer: clock }));
    const call = failure(retried.generate(ask('x'), { signal: controller.signal }));
    await settle();
    controller.abort(reason);
    expect(await call).toMatchObject({ kind: 'aborted', cause: reason });
  });

  it('tries a stream again only before its first delta', async () => {
    const client = createMockClient([{ deltas: ['a', 'b'], failAfter: 0 }, 'fine']);
    const events = await collect(pipe(client, withRetry({ baseMs: 0 })), ask('x'));
    expect(events.at(-1)).toMatchObject({ type: 'end', response: { text: 'fine' } });
    const broken = createMockClient([{ deltas: ['a', 'b'], failAfter: 1 }, 'never']);
    const error = await failure(collect(pipe(broken, withRetry({ baseMs: 0 })), ask('x')));
    expect(error).toMatchObject({ kind: 'network' });
    expect(broken.calls).toHaveLength(1);
  });

  it('goes on when a promise of onAttempt rejects', async () => {
    const onAttempt = (() => Promise.reject(new Error('the disk is full'))) as () => void;
    const client = pipe(
      createMockClient([busy(), 'an answer']),
      withRetry({ baseMs: 0, onAttempt }),
    );
    expect(await unhandledRejections(() => client.generate(ask('x')))).toEqual([]);
  });

  it('reports every failed attempt, and survives a listener that throws', async () => {
    const seen: number[] = [];
    const onAttempt = ({ attempt }: { attempt: number }): void => {
      seen.push(attempt);
      throw new Error('listener');
    };
    const client = createMockClient([busy(), busy(), 'fine']);
    await pipe(client, withRetry({ baseMs: 0, onAttempt })).generate(ask('x'));
    expect(seen).toEqual([1, 2]);
  });

  it.each([{ maxAttempts: 0 }, { maxAttempts: 1.5 }, { baseMs: -1 }, { maxMs: Number.NaN }])(
    'refuses %o',
    (options) => {
      expect(() => withRetry(options)).toThrow(/expected/);
    },
  );

  it('waits and counts as the model predicts', async () => {
    const scenario = fc.record({
      maxAttempts: fc.integer({ min: 1, max: 6 }),
      baseMs: fc.integer({ min: 0, max: 2000 }),
      maxMs: fc.integer({ min: 0, max: 4000 }),
      failures: fc.array(fc.option(fc.integer({ min: 0, max: 5000 })), { maxLength: 7 }),
      leftMs: fc.option(fc.integer({ min: 1, max: 15_000 })),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ maxAttempts, baseMs, maxMs, failures, leftMs }) => {
        const waits: number[] = [];
        let now = 0;
        const clock = { now: () => new Date(now) };
        const timer = {
          sleep: async (ms: number) => {
            waits.push(ms);
            now += ms;
          },
        };
        const errors = failures.map((after) => busy(after === null ? {} : { retryAfterMs: after }));
        const client = createMockClient([...errors, 'fine'], { clock });
        const retried = pipe(
          client,
          withRetry({ maxAttempts, baseMs, maxMs, jitter: 'none', clock, timer }),
        );
        await retried
          .generate(ask('x'), leftMs === null ? {} : { deadline: leftMs })
          .catch(() => undefined);
        const expected = modelWaits(failures, { maxAttempts, baseMs, maxMs, leftMs });
        expect(waits).toEqual(expected);
        expect(client.calls).toHaveLength(expected.length + 1);
      }),
      { numRuns: 200 },
    );
  });
});

/** The waits, written down a second time and another way. */
function modelWaits(
  failures: readonly (number | null)[],
  rule: { maxAttempts: number; baseMs: number; maxMs: number; leftMs: number | null },
): readonly number[] {
  const waits: number[] = [];
  let now = 0;
  for (const [index, after] of failures.entries()) {
    const wait = after ?? Math.min(rule.maxMs, rule.baseMs * 2 ** index);
    if (index + 1 >= rule.maxAttempts) break;
    if (rule.leftMs !== null && now + wait >= rule.leftMs) break;
    waits.push(wait);
    now += wait;
  }
  return waits;
}

describe('attempts on the wire', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  const error = { type: 'told', message: 'told' };
  const quota = { ...error, code: 'insufficient_quota' };

  it.each(providers)('$name: a permanent 429 is tried exactly 3 times', async (provider) => {
    server.behave(json(429, { error }));
    const client = pipe(provider.make(server.url), withRetry({ maxAttempts: 3, baseMs: 1 }));
    expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'rate-limit' });
    expect(server.journal).toHaveLength(3);
  });

  it.each(providers)('$name: insufficient_quota is tried once', async (provider) => {
    server.behave(json(429, { error: quota }));
    const client = pipe(provider.make(server.url), withRetry({ maxAttempts: 3, baseMs: 1 }));
    expect(await failure(client.generate(ask('x')))).toMatchObject({ kind: 'quota' });
    expect(server.journal).toHaveLength(1);
  });

  it.each(providers)(
    '$name: Retry-After beyond the deadline gives up at once',
    async (provider) => {
      server.behave(json(429, { error }, { 'retry-after': '3600' }));
      const client = pipe(provider.make(server.url), withRetry(), withTimeout({ totalMs: lateMs }));
      const given = await failure(client.generate(ask('x')));
      expect(given).toMatchObject({ kind: 'rate-limit', attempts: 1, retryAfterMs: 3_600_000 });
      expect(server.journal).toHaveLength(1);
    },
  );
});
