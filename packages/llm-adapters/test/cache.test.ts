import { LlmError, silentLogger } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import {
  type CacheStore,
  createMemoryCache,
  createMockClient,
  pipe,
  withCache,
} from '../src/index.ts';
import { advanceUntil, settle } from './support/advance.ts';
import { ask, collect, failure } from './support/collect.ts';

const usage = { inputTokens: 3, outputTokens: 2 };

describe('withCache', () => {
  it('answers an equal request from the store, with the warning `cache-hit`', async () => {
    const inner = createMockClient([{ text: 'one', usage, latencyMs: 40 }]);
    const client = pipe(inner, withCache({ store: createMemoryCache() }));
    await client.generate(ask('x', { metadata: { user: 'a' } }));
    const hit = await client.generate(ask('x', { metadata: { user: 'b' } }));
    expect(hit).toMatchObject({
      text: 'one',
      usage: {},
      cachedUsage: usage,
      latencyMs: 0,
      warnings: ['cache-hit'],
    });
    expect(inner.calls).toHaveLength(1);
  });

  it('distinguishes requests, models and providers', async () => {
    const store = createMemoryCache();
    const first = createMockClient(['a', 'b'], { model: 'm1' });
    const second = createMockClient(['c'], { model: 'm2' });
    await pipe(first, withCache({ store })).generate(ask('x'));
    await pipe(first, withCache({ store })).generate(ask('y'));
    await pipe(second, withCache({ store })).generate(ask('x'));
    expect(first.calls).toHaveLength(2);
    expect(second.calls).toHaveLength(1);
  });

  it('forgets at exactly ttlMs', async () => {
    const clock = createManualClock();
    const inner = createMockClient(['a', 'b']);
    const client = pipe(inner, withCache({ store: createMemoryCache(), ttlMs: 1000, clock }));
    await client.generate(ask('x'));
    clock.advance(999);
    expect((await client.generate(ask('x'))).text).toBe('a');
    clock.advance(1);
    expect((await client.generate(ask('x'))).text).toBe('b');
  });

  it('keeps only answers that are done, and no errors', async () => {
    const replies = [
      { text: 'cut', finish: 'length' } as const,
      new LlmError('x', { kind: 'server' }),
      'fine',
    ];
    const inner = createMockClient(replies);
    const client = pipe(inner, withCache({ store: createMemoryCache() }));
    await client.generate(ask('x'));
    await failure(client.generate(ask('x')));
    expect((await client.generate(ask('x'))).text).toBe('fine');
    expect(inner.calls).toHaveLength(3);
  });

  it('obeys onlyIf for storing and for giving', async () => {
    const inner = createMockClient(['a', 'b']);
    const cold = withCache({
      store: createMemoryCache(),
      onlyIf: (request) => request.temperature === 0,
    });
    const client = pipe(inner, cold);
    await client.generate(ask('x'));
    await client.generate(ask('x'));
    expect(inner.calls).toHaveLength(2);
  });

  it('makes one call for simultaneous equal ones, and lets one of them leave', async () => {
    const inner = createMockClient([{ delayMs: 30, reply: 'one' }]);
    const client = pipe(inner, withCache({ store: createMemoryCache() }));
    const controller = new AbortController();
    const left = failure(client.generate(ask('x'), { signal: controller.signal }));
    const stays = client.generate(ask('x'));
    const also = collect(client, ask('x'));
    await settle();
    controller.abort(new Error('left'));
    expect(await left).toMatchObject({ kind: 'aborted' });
    expect((await stays).text).toBe('one');
    expect((await also).at(-1)).toMatchObject({ type: 'end', response: { text: 'one' } });
    expect(inner.calls).toHaveLength(1);
  });

  it('aborts the shared call when the last caller has left', async () => {
    const inner = createMockClient([{ delayMs: 5000, reply: 'late' }, 'fresh']);
    const client = pipe(inner, withCache({ store: createMemoryCache() }));
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => failure(client.generate(ask('x'), { signal })));
    await settle();
    for (const controller of controllers) controller.abort();
    await Promise.all(calls);
    expect((await client.generate(ask('x'))).text).toBe('fresh');
  });

  it('goes on alone when the deadline of the first caller ended the shared call', async () => {
    const clock = createManualClock();
    const time = { clock, timer: clock };
    const inner = createMockClient([{ delayMs: 5000, reply: 'late' }, 'fresh'], time);
    const client = pipe(inner, withCache({ store: createMemoryCache(), ...time }));
    const deadline = clock.now().getTime() + 100;
    const hasty = failure(client.generate(ask('x'), { deadline }));
    const patient = client.generate(ask('x'));
    expect((await advanceUntil(clock, hasty)).result).toMatchObject({ kind: 'timeout' });
    expect((await patient).text).toBe('fresh');
  });

  describe('with a store that never answers', () => {
    const never = new Promise<never>(() => undefined);
    const noGet: CacheStore = { get: () => never, set: () => undefined };
    const noSet: CacheStore = { get: () => undefined, set: () => never };
    const stores = [['get', noGet] as const, ['set', noSet] as const];

    it.each(stores)(
      'gives the answer of the model after storeMs where `%s` hangs',
      async (_, store) => {
        const clock = createManualClock();
        const warnings: string[] = [];
        const logger = {
          ...silentLogger,
          warn: (...entry: unknown[]) => warnings.push(String(entry)),
        };
        const time = { clock, timer: clock };
        const inner = createMockClient(['one', 'two'], time);
        const client = pipe(inner, withCache({ store, storeMs: 500, logger, ...time }));
        const first = await advanceUntil(clock, client.generate(ask('x')));
        expect(first).toMatchObject({ result: { text: 'one' }, elapsedMs: 500 });
        const second = await advanceUntil(clock, collect(client, ask('x')));
        expect(second.result.at(-1)).toMatchObject({ type: 'end', response: { text: 'two' } });
        expect(second.elapsedMs).toBe(500);
        expect(warnings).toHaveLength(2);
      },
    );

    it('leaves half of the time to the model where `get` hangs', async () => {
      const client = pipe(createMockClient(['one', 'two']), withCache({ store: noGet }));
      const limits = () => ({ deadline: Date.now() + 60 });
      expect(await client.generate(ask('x'), limits())).toMatchObject({ text: 'one' });
      expect((await collect(client, ask('x'), limits())).at(-1)).toMatchObject({ type: 'end' });
    });

    it('ends with the signal where `get` hangs', async () => {
      const inner = createMockClient(['one']);
      const client = pipe(inner, withCache({ store: noGet, storeMs: Infinity }));
      const limits = () => ({ signal: AbortSignal.timeout(20) });
      const aborted = { kind: 'aborted' };
      expect(await failure(client.generate(ask('x'), limits()))).toMatchObject(aborted);
      expect(await failure(collect(client, ask('x'), limits()))).toMatchObject(aborted);
      expect(inner.calls).toEqual([]);
    });

    it('loses no answer to the deadline or the signal where `set` hangs', async () => {
      const client = pipe(createMockClient(['a', 'b', 'c']), withCache({ store: noSet }));
      const deadline = Date.now() + 20;
      const [first, joined] = await Promise.all([
        client.generate(ask('x'), { deadline }),
        client.generate(ask('x'), { deadline }),
      ]);
      expect(first).toMatchObject({ text: 'a', warnings: [] });
      expect(joined).toMatchObject({ text: 'a', warnings: ['cache-hit'] });
      const signal = AbortSignal.timeout(20);
      expect(await client.generate(ask('x'), { signal })).toMatchObject({ text: 'b' });
      const limits = { deadline: Date.now() + 20 };
      const events = await collect(client, ask('x'), limits);
      expect(events.at(-1)).toMatchObject({ type: 'end', response: { text: 'c' } });
    });
  });

  it('gives a stream from the store as one delta and the end', async () => {
    const client = pipe(
      createMockClient(['a longer answer in several deltas']),
      withCache({ store: createMemoryCache() }),
    );
    expect((await collect(client, ask('x'))).length).toBeGreaterThan(2);
    const events = await collect(client, ask('x'));
    expect(events.map((event) => event.type)).toEqual(['delta', 'end']);
    expect((await client.generate(ask('x'))).warnings).toContain('cache-hit');
  });

  it('forgets the entry used longest ago', async () => {
    const inner = createMockClient(({ messages }) => messages[0]?.content ?? '');
    const client = pipe(inner, withCache({ store: createMemoryCache({ maxEntries: 2 }) }));
    const order = ['a', 'b', 'a', 'c', 'a', 'b'];
    await order.reduce(async (before, content) => {
      await before;
      await client.generate(ask(content));
    }, Promise.resolve());
    expect(inner.calls.map((call) => call.messages[0]?.content)).toEqual(['a', 'b', 'c', 'b']);
  });

  it.each<[string, Partial<CacheStore>, string]>([
    ['that cannot read', { get: () => Promise.reject(new Error('down')) }, 'read'],
    ['that holds what is no entry', { get: () => ({}) as never }, 'read'],
    [
      'that cannot store',
      {
        set() {
          throw new Error('disk full');
        },
      },
      'store',
    ],
  ])('does without a store %s', async (_name, broken, step) => {
    const told: unknown[] = [];
    const logger = { ...silentLogger, warn: (...entry: unknown[]) => void told.push(entry) };
    const store = { get: () => undefined, set: () => undefined, ...broken };
    const inner = createMockClient(['a', 'b']);
    const client = pipe(inner, withCache({ store, logger }));
    expect((await client.generate(ask('x'))).text).toBe('a');
    expect((await collect(client, ask('x'))).at(-1)).toMatchObject({ response: { text: 'b' } });
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).toContain(`the cache could not ${step} an answer`);
  });
});
