import { describe, expect, it } from 'vitest';
import {
  type Clock,
  createMemoryEventStore,
  type EventStore,
  type Lease,
  type NewEvent,
} from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { memberOf, parseJson, rejectionOf } from '../support.ts';
import { all, writeSample } from './support.ts';

const event: NewEvent = { type: 't', data: null };
const any = { expectedVersion: 'any' } as const;

/** The code with which an append is refused. */
async function refusal(
  store: EventStore,
  ...parameters: Parameters<EventStore['append']>
): Promise<unknown> {
  return memberOf(await rejectionOf(() => store.append(...parameters)), 'code');
}

describe('append and read', () => {
  it('assigns gap-free versions per stream and increasing positions over the store', async () => {
    const store = createMemoryEventStore({ clock: createManualClock() });
    expect(await store.append('b', [event, event], { expectedVersion: 0 })).toEqual({
      version: 2,
      position: 2,
      replayed: false,
    });
    expect(await store.append('a', [event], any)).toEqual({
      version: 1,
      position: 3,
      replayed: false,
    });
    expect(await store.append('b', [event], { expectedVersion: 2 })).toMatchObject({
      version: 3,
      position: 4,
    });
    const places = (await all(store.readAll())).map((stored) => [
      stored.streamId,
      stored.version,
      stored.position,
    ]);
    expect(places).toEqual([
      ['b', 1, 1],
      ['b', 2, 2],
      ['a', 1, 3],
      ['b', 3, 4],
    ]);
  });

  it('stores the events with the time of the clock', async () => {
    const store = createMemoryEventStore({ clock: createManualClock() });
    const [first, second] = await writeSample(store);
    expect(first?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(first).toEqual({
      streamId: 'sample',
      version: 1,
      position: 1,
      type: 'opened',
      data: { title: '題名', n: 1.5 },
      actor: 'mika',
      requestId: 'r-1',
      at: '2026-01-01T00:00:00.000Z',
      hash: first?.hash,
    });
    expect(Object.keys(second ?? {})).not.toContain('actor');
  });

  it('never lets time go back', async () => {
    const clock = createManualClock();
    const store = createMemoryEventStore({ clock });
    await store.append('a', [event], any);
    clock.advance(-60_000);
    await store.append('b', [event, event], any);
    clock.advance(60_001);
    await store.append('a', [event], any);
    expect((await all(store.readAll())).map(({ at }) => at.slice(11))).toEqual([
      '00:00:00.000Z',
      '00:00:00.000Z',
      '00:00:00.000Z',
      '00:00:00.001Z',
    ]);
  });

  it('writes nothing when the clock is broken', async () => {
    let isBroken = true;
    const clock: Clock = { now: () => new Date(isBroken ? Number.NaN : 0) };
    const store = createMemoryEventStore({ clock });
    await rejectionOf(() => store.append('a', [event], any));
    expect(await all(store.readAll())).toEqual([]);
    isBroken = false;
    expect(await store.append('a', [event], any)).toMatchObject({ version: 1 });
  });

  it('protects its history from changes by callers', async () => {
    const store = createMemoryEventStore();
    const data = { list: [1], zero: -0 };
    await store.append('a', [{ type: 't', data }], any);
    data.list.push(2);
    const [stored] = await all(store.read('a'));
    expect(stored?.data).toEqual({ list: [1], zero: 0 });
    expect(thrownByWriting(stored)).toBe(true);
    expect(thrownByWriting(stored?.data)).toBe(true);
    expect(thrownByWriting(Object.values(stored?.data ?? {})[0])).toBe(true);
  });

  it('keeps a member named __proto__ as data', async () => {
    const store = createMemoryEventStore();
    await store.append('a', [{ type: 't', data: parseJson('{"__proto__":{"x":1}}') }], any);
    const [stored] = await all(store.read('a'));
    expect(JSON.stringify(stored?.data)).toBe('{"__proto__":{"x":1}}');
    expect(Object.getPrototypeOf(stored?.data)).toBe(Object.prototype);
  });

  it('reads between inclusive bounds, and nothing of an unknown stream', async () => {
    const store = createMemoryEventStore();
    await store.append('a', [event, event, event, event], any);
    const versions = async (options: object): Promise<readonly number[]> =>
      (await all(store.read('a', options))).map(({ version }) => version);
    expect(await versions({ fromVersion: 2, toVersion: 3 })).toEqual([2, 3]);
    expect(await versions({ fromVersion: 0, toVersion: 1 })).toEqual([1]);
    expect(await versions({ fromVersion: 3 })).toEqual([3, 4]);
    expect(await versions({ fromVersion: 3, toVersion: 2 })).toEqual([]);
    expect(await versions({ toVersion: 0 })).toEqual([]);
    expect(await all(store.read('b'))).toEqual([]);
  });

  it('filters readAll by position, prefix and limit, and lists streams in code-unit order', async () => {
    const clock = createManualClock();
    const store = createMemoryEventStore({ clock });
    for (const id of ['b/1', 'a/2', '\u{1f600}', 'a/1', '\uff21', 'a/2']) {
      await store.append(id, [event], any);
      clock.advance(1);
    }
    const positions = async (options: object): Promise<readonly number[]> =>
      (await all(store.readAll(options))).map(({ position }) => position);
    expect(await positions({ after: 2, limit: 2 })).toEqual([3, 4]);
    expect(await positions({ prefix: 'a/', limit: 2 })).toEqual([2, 4]);
    expect(await positions({ prefix: 'a/', after: 2 })).toEqual([4, 6]);
    expect(await positions({ limit: 0 })).toEqual([]);
    expect(await positions({ after: 99 })).toEqual([]);
    const streams = await all(store.listStreams());
    expect(streams.map(({ streamId }) => streamId)).toEqual([
      'a/1',
      'a/2',
      'b/1',
      '\u{1f600}',
      '\uff21',
    ]);
    const hash = (await all(store.read('a/2'))).at(-1)?.hash;
    expect(await all(store.listStreams({ prefix: 'a/2' }))).toEqual([
      { streamId: 'a/2', version: 2, updatedAt: '2026-01-01T00:00:00.005Z', hash },
    ]);
  });

  it('lets an iterator see what was written before its first step, and end', async () => {
    const store = createMemoryEventStore();
    const iterator = store.readAll();
    await store.append('a', [event], any);
    const seen: number[] = [];
    for await (const stored of iterator) {
      seen.push(stored.position);
      await store.append('a', [event], any);
    }
    expect(seen).toEqual([1]);
  });
});

describe('conditions of an append', () => {
  it('refuses a wrong expected version with the actual one, and writes nothing', async () => {
    const store = createMemoryEventStore();
    await store.append('a', [event], { expectedVersion: 0 });
    const conflict = await rejectionOf(() => store.append('a', [event], { expectedVersion: 0 }));
    expect(conflict).toMatchObject({
      code: 'version-conflict',
      streamId: 'a',
      expectedVersion: 0,
      actualVersion: 1,
    });
    expect(
      await rejectionOf(() => store.append('b', [event], { expectedVersion: 1 })),
    ).toMatchObject({
      actualVersion: 0,
    });
    expect(await all(store.listStreams())).toHaveLength(1);
  });

  it('lets one of 16 racing writers win', async () => {
    const store = createMemoryEventStore();
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, (_, writer) =>
        store.append('a', [{ type: 'claimed', data: writer }], { expectedVersion: 0 }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await all(store.read('a'))).toHaveLength(1);
  });

  it('returns the first result for a known key, for any version and fence of the retry', async () => {
    const store = createMemoryEventStore();
    const lease = await store.acquireLease('r', { owner: 'o', ttlMs: 10 });
    const options = { expectedVersion: 0, idempotencyKey: 'k' };
    await store.append('a', [event, event], options);
    await store.append('b', [event], any);
    const fence = lease === null ? undefined : { ...lease, token: 99 };
    const again = { ...options, expectedVersion: 7, ...(fence === undefined ? {} : { fence }) };
    const retry = { ...event, requestId: 'second try' };
    expect(await store.append('a', [event, retry], again)).toEqual({
      version: 2,
      position: 2,
      replayed: true,
    });
    expect(await store.append('b', [event], { ...any, idempotencyKey: 'k' })).toHaveProperty(
      'replayed',
      false,
    );
    expect(await all(store.read('a'))).toHaveLength(2);
  });

  it('refuses a known key with other events and writes nothing', async () => {
    const store = createMemoryEventStore();
    const options = { ...any, idempotencyKey: 'k' };
    await store.append('a', [event], any);
    await store.append('a', [event], options);
    const others = [
      [{ ...event, data: 'other' }],
      [{ ...event, type: 'other' }],
      [{ ...event, actor: 'eve' }],
      Array.from({ length: 3 }, () => event),
    ];
    for (const events of others) {
      await expect(store.append('a', events, options)).rejects.toMatchObject({
        code: 'version-conflict',
        reason: 'key',
        expectedVersion: 2,
        actualVersion: 2,
      });
    }
    expect(await all(store.read('a'))).toHaveLength(2);
  });

  it('does not use up a key when the append fails', async () => {
    const store = createMemoryEventStore();
    const key = { idempotencyKey: 'k' };
    await rejectionOf(() => store.append('a', [event], { expectedVersion: 5, ...key }));
    expect(await store.append('a', [event], { expectedVersion: 0, ...key })).toMatchObject({
      version: 1,
      replayed: false,
    });
  });

  it('checks input, then open, then key, then fence, then version', async () => {
    const store = createMemoryEventStore();
    const unknown: Lease = { resource: 'r', owner: 'o', token: 1, expiresAt: '' };
    await store.append('a', [event], { ...any, idempotencyKey: 'k' });
    expect(await refusal(store, 'a', [event], { expectedVersion: 9, fence: unknown })).toBe(
      'fenced',
    );
    expect(await refusal(store, 'a', [], { expectedVersion: 9, fence: unknown })).toBe(
      'store-limit',
    );
    await store.close();
    await store.close();
    expect(await refusal(store, 'a', [event], { ...any, idempotencyKey: 'k' })).toBe(
      'store-closed',
    );
    expect(await refusal(store, '', [event], any)).toBe('store-invalid-id');
  });

  it('rejects every method after close', async () => {
    const store = createMemoryEventStore();
    const lease = await store.acquireLease('r', { owner: 'o', ttlMs: 10 });
    if (lease === null) throw new Error('no lease');
    await store.close();
    const calls = [
      () => store.append('a', [event], any),
      () => all(store.read('a')),
      () => all(store.readAll()),
      () => all(store.listStreams()),
      () => store.acquireLease('r', { owner: 'o', ttlMs: 10 }),
      () => store.renewLease(lease, 10),
      () => store.releaseLease(lease),
    ];
    const errors = await Promise.all(calls.map(rejectionOf));
    expect(errors.map((error) => memberOf(error, 'code'))).toEqual(calls.map(() => 'store-closed'));
  });
});

function thrownByWriting(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Reflect.set(value, 0, 'changed');
}

describe('what other stores refuse too', () => {
  it.each([
    ['that throws', { now: () => JSON.parse('') as Date }],
    ['without a valid time', { now: () => new Date('never') }],
  ])('is a clock %s', async (_, clock) => {
    const store = createMemoryEventStore({ clock });
    expect(await refusal(store, 's', [event], any)).toBe('store-invalid-option');
    expect(await all(store.readAll())).toEqual([]);
  });

  it('are the options of readAll in listStreams', async () => {
    const options: object = { limit: 1 };
    await expect(all(createMemoryEventStore().listStreams(options))).rejects.toThrow(
      'unknown option "limit" of listStreams(options); the options are prefix',
    );
  });

  it('is reading on after close', async () => {
    const store = createMemoryEventStore();
    await store.append('s', [event, event], any);
    const reading = store.readAll()[Symbol.asyncIterator]();
    await reading.next();
    await store.close();
    await expect(reading.next()).rejects.toMatchObject({ code: 'store-closed' });
  });
});
