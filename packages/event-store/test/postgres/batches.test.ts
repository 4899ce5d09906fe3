import { isLongRun } from '@kanmon/test-support';
import { describe, expect, it } from 'vitest';
import { verifyStore } from '../../src/index.ts';
import { createPostgresEventStore, type PgPool } from '../../src/postgres.ts';
import { describeEventStore } from '../../src/testing.ts';
import { collect, upTo } from '../support/collect.ts';
import { postgresStores } from '../support/postgres-harness.ts';
import { lazyPool, usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;

// The kit on one server takes ten seconds; with batches it runs always.
describe.runIf(isLongRun)('without batches', () => {
  const makeStore = postgresStores(
    lazyPool(() => tests.pool),
    { batches: 0 },
  );
  describeEventStore('PostgreSQL with every append alone', makeStore, { describe, it });
});

/** A pool that counts the statements it is asked for, by the function they call. */
function countingPool(): { readonly pool: PgPool; readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const pool: PgPool = {
    query: (text, values) => {
      const name = /append_one|append_many/.exec(text)?.[0] ?? 'other';
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return tests.pool.query(text, values);
    },
  };
  return { pool, counts };
}

describe('appends of one process', () => {
  it('that wait together are one transaction, each with its own outcome', async () => {
    await tests.freshStore('together');
    const { pool, counts } = countingPool();
    const store = await createPostgresEventStore(pool, { schema: 'together' });
    await store.append('known', [event], any);
    const results = await Promise.allSettled([
      store.append('a', [event, event], { expectedVersion: 0, idempotencyKey: 'k' }),
      store.append('known', [event], { expectedVersion: 0 }),
      store.append('a', [event], { expectedVersion: 2 }),
      store.append('a', [event, event], { expectedVersion: 0, idempotencyKey: 'k' }),
      store.append('b', [event], {
        ...any,
        fence: { resource: 'r', owner: 'o', token: 1, expiresAt: '' },
      }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(results).toMatchObject([
      { value: { version: 2, replayed: false } },
      { reason: { code: 'version-conflict', actualVersion: 1 } },
      { value: { version: 3, replayed: false } },
      { value: { version: 2, replayed: true } },
      { reason: { code: 'fenced' } },
    ]);
    expect(Object.fromEntries(counts)).toMatchObject({ append_one: 1, append_many: 1 });
    const { rows } = await tests.pool.query('select distinct xmin::text from together.event');
    expect(rows).toHaveLength(2);
  });

  it('fail alone when PostgreSQL refuses one of them', async () => {
    const store = await tests.freshStore('poisoned');
    await tests.pool
      .query(`create function poisoned.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on poisoned.event for each row when (new.type = 'poison') execute function poisoned.refuse()`);
    const results = await Promise.allSettled(
      upTo(8).map((number) =>
        store.append(
          `s${number % 3}`,
          [{ type: number === 4 ? 'poison' : 'fine', data: number }],
          any,
        ),
      ),
    );
    expect(
      results.map(({ status }) => status).filter((status) => status === 'rejected'),
    ).toHaveLength(1);
    expect(results[3]).toMatchObject({
      status: 'rejected',
      reason: { code: 'store-write-failed' },
    });
    expect(await verifyStore(store)).toMatchObject({ ok: true, events: 7 });
    const data = (await collect(store.read('s1'))).map((read) => read.data);
    expect(data).toEqual([1, 7]);
  });

  it('are not delayed by a stream that another transaction holds', async () => {
    const store = await tests.freshStore('held');
    const client = await tests.pool.connect();
    await client.query('begin');
    const holder = await createPostgresEventStore(client, { schema: 'held' });
    await holder.append('a', [event], any);
    const blocked = upTo(3).map((number) =>
      store.append('a', [{ type: 'late', data: number }], any),
    );
    await Promise.all(upTo(40).map((number) => store.append(`s${number % 5}`, [event], any)));
    await client.query('commit');
    client.release();
    expect((await Promise.all(blocked)).map(({ version }) => version)).toEqual([2, 3, 4]);
    const data = (await collect(store.read('a'))).map((read) => read.data);
    expect(data).toEqual([null, 1, 2, 3]);
  });

  it('of two processes in opposite orders of streams do not deadlock', async () => {
    const store = await tests.freshStore('opposite');
    const other = await createPostgresEventStore(tests.openPool(), { schema: 'opposite' });
    const streams = upTo(16).map((number) => `s${number}`);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([
        ...streams.map((stream) => store.append(stream, [event], any)),
        ...streams.toReversed().map((stream) => other.append(stream, [event], any)),
      ]);
    }
    expect(await verifyStore(store)).toMatchObject({ ok: true, streams: 16, events: 640 });
  });

  it('are refused with more than a thousand events by the schema too', async () => {
    await tests.freshStore('thousand');
    const events = JSON.stringify(
      upTo(1001).map(() => ({ type: 't', data: '1', head: '', tail: '' })),
    );
    const direct = tests.pool.query(
      `select thousand.append_one('s', null, '2026', null, null, null, null, null, null, null, null, null, $1, true)`,
      [events],
    );
    await expect(direct).rejects.toMatchObject({ code: 'P0001' });
  });
});

describe('opening a store', () => {
  it('is refused when the sequence is behind the events, as after a restore without it', async () => {
    const store = await tests.freshStore('behind');
    await store.append('s', [event], any);
    await store.append('s', [event], any);
    await tests.pool.query(`select setval('behind.append_seq', 1)`);
    const opening = createPostgresEventStore(tests.pool, { schema: 'behind' });
    await expect(opening).rejects.toMatchObject({ code: 'store-corrupt' });
    await expect(opening).rejects.toThrow('select setval(');
    await tests.pool.query(
      `select setval('behind.append_seq', (select max(position) / 1000 + 1000000 from behind.event))`,
    );
    const again = await createPostgresEventStore(tests.pool, { schema: 'behind' });
    expect((await again.append('s', [event], any)).position).toBe(1_000_003_000);
    expect(await collect(again.readAll({ after: 2000 }))).toHaveLength(1);
  });

  it('is refused when the sequence hands out numbers in advance', async () => {
    await tests.freshStore('cached');
    await tests.pool.query('alter sequence cached.append_seq cache 10');
    await expect(createPostgresEventStore(tests.pool, { schema: 'cached' })).rejects.toMatchObject({
      code: 'store-format',
    });
  });

  it.each([
    { batches: -1 },
    { batches: 9 },
    { batches: 1.5 },
    { readWaitMs: -1 },
    { readWaitMs: 1e9 },
  ])('is refused with %j', async (options) => {
    await expect(
      createPostgresEventStore(tests.pool, { schema: 'cached', ...options }),
    ).rejects.toMatchObject({ code: 'store-invalid-option' });
  });
});
