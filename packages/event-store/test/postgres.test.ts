import { isLongRun } from '@kanmon/test-support';
import { EventStoreError, FencedError } from '@kanmon/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { verifyStore } from '../src/index.ts';
import {
  createPostgresEventStore,
  migratePostgres,
  type PgPool,
  type PostgresEventStore,
  postgresSchemaSql,
} from '../src/postgres.ts';
import { describeEventStore } from '../src/testing.ts';
import { startChild } from './support/child-process.ts';
import { killRounds } from './support/kill-rounds.ts';
import { postgresStores } from './support/postgres-harness.ts';
import { lazyPool, usePostgres } from './support/use-postgres.ts';

const tests = usePostgres();
const pool = lazyPool(() => tests.pool);

describeEventStore('PostgreSQL', postgresStores(pool), { describe, it });

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const event = { type: 'noted', data: null };

async function positionsOf(store: PostgresEventStore): Promise<readonly number[]> {
  return (await collect(store.readAll())).map(({ position }) => position);
}

/** A store on a machine whose clock shows `time`. */
function storeAt(time: string): Promise<PostgresEventStore> {
  return createPostgresEventStore(pool, { schema: 'clocks', clock: { now: () => new Date(time) } });
}

async function freshStore(schema: string): Promise<PostgresEventStore> {
  await pool.query(`drop schema if exists "${schema}" cascade`);
  return createPostgresEventStore(pool, { schema, migrate: true });
}

describe('a late commit', () => {
  it('cannot be overtaken: readers never see a later position first', async () => {
    const store = await freshStore('late');
    const client = await tests.pool.connect();
    const inTransaction = await createPostgresEventStore(client, { schema: 'late', readWaitMs: 0 });
    await store.append('a', [event], { expectedVersion: 0 });
    await client.query('begin');
    const held = await inTransaction.append('a', [event, event], { expectedVersion: 1 });
    const other = store.append('b', [event], { expectedVersion: 0 });
    const first = 1000;
    expect(await positionsOf(store)).toEqual([first]);
    expect((await positionsOf(inTransaction)).slice(0, 3)).toEqual([first, 1999, 2000]);
    const last = (await other).position;
    expect(last).toBeGreaterThan(held.position);
    expect(await positionsOf(store)).toEqual([first]);
    await client.query('commit');
    expect(await positionsOf(store)).toEqual([first, 1999, 2000, last]);
    expect(await positionsOf(inTransaction)).toEqual([first, 1999, 2000, last]);
    client.release();
  });

  it('that is rolled back leaves no trace', async () => {
    const store = await freshStore('rolled');
    const client = await tests.pool.connect();
    const inTransaction = await createPostgresEventStore(client, { schema: 'rolled' });
    await client.query('begin');
    await inTransaction.append('a', [event], { expectedVersion: 0, idempotencyKey: 'k' });
    await client.query('rollback');
    client.release();
    const result = await store.append('a', [event], { expectedVersion: 0, idempotencyKey: 'k' });
    expect(result).toMatchObject({ version: 1, replayed: false });
  });

  it('of a fenced append holds a takeover back', async () => {
    const store = await freshStore('fence');
    const fence = await store.acquireLease('r', { owner: 'ann', ttlMs: 1 });
    if (fence === null) throw new Error('the lease is free');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const client = await tests.pool.connect();
    const inTransaction = await createPostgresEventStore(client, { schema: 'fence' });
    await client.query('begin');
    await inTransaction.append('s', [event], { expectedVersion: 0, fence });
    let taken = false;
    const takeover = store.acquireLease('r', { owner: 'bob', ttlMs: 10_000 }).then((lease) => {
      taken = true;
      return lease;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(taken).toBe(false);
    await client.query('commit');
    client.release();
    expect((await takeover)?.token).toBe(2);
    expect(await collect(store.read('s'))).toHaveLength(1);
    await expect(
      store.append('s', [event], { expectedVersion: 'any', fence }),
    ).rejects.toBeInstanceOf(FencedError);
  });
});

describe('the schema', () => {
  it('is migrated once by many who ask at the same time', async () => {
    await pool.query('drop schema if exists "many" cascade');
    await Promise.all(Array.from({ length: 6 }, () => migratePostgres(pool, { schema: 'many' })));
    const { rows } = await pool.query('select format from "many".meta');
    expect(rows).toEqual([{ format: 2 }]);
  });

  it('can be made from its SQL', async () => {
    await pool.query('drop schema if exists "by_hand" cascade');
    await pool.query(postgresSchemaSql('by_hand'));
    const store = await createPostgresEventStore(pool, { schema: 'by_hand' });
    expect(await store.append('s', [event], { expectedVersion: 0 })).toMatchObject({ version: 1 });
  });

  it('that is missing is store-format and names the call to make', async () => {
    const opening = createPostgresEventStore(pool, { schema: 'missing' });
    await expect(opening).rejects.toMatchObject({ code: 'store-format' });
    await expect(opening).rejects.toThrow('migratePostgres(pool, { schema })');
  });

  it('that is newer is store-format, and a migration does not touch it', async () => {
    await freshStore('newer');
    await pool.query('update "newer".meta set format = 3');
    for (const open of [createPostgresEventStore, migratePostgres]) {
      await expect(open(pool, { schema: 'newer' })).rejects.toMatchObject({ code: 'store-format' });
    }
  });

  it.each(['', 'A', '1a', 'a"; drop schema public; --', 'a'.repeat(64)])(
    'cannot be named %j',
    async (schema) => {
      await expect(createPostgresEventStore(pool, { schema })).rejects.toMatchObject({
        code: 'store-invalid-option',
      });
    },
  );

  it('needs select, insert and update, and delete only for removals', async () => {
    const store = await freshStore('least');
    await pool.query(
      `do $$ begin create role kanmon_writer login password 'w'; exception when duplicate_object then null; end $$`,
    );
    await pool.query(
      'grant usage on schema "least" to kanmon_writer; grant select, insert, update on all tables in schema "least" to kanmon_writer; grant usage on all sequences in schema "least" to kanmon_writer',
    );
    const url = new URL(tests.server.url);
    url.username = 'kanmon_writer';
    url.password = 'w';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      const writer = await createPostgresEventStore(client, { schema: 'least' });
      const fence = await writer.acquireLease('r', { owner: 'o', ttlMs: 10_000 });
      if (fence === null) throw new Error('the lease is free');
      await writer.append('s', [event], { expectedVersion: 0, fence, idempotencyKey: 'k' });
      await writer.renewLease(fence, 1000);
      await writer.releaseLease(fence);
      expect(await collect(writer.readAll())).toHaveLength(1);
      const removing = writer.removeStream('s', { expectedVersion: 1, archivedAs: 'x' });
      await expect(removing).rejects.toMatchObject({ code: 'store-write-failed' });
      await store.removeStream('s', { expectedVersion: 1, archivedAs: 'x' });
    } finally {
      await client.end();
    }
  });
});

describe('leases', () => {
  it('use the clock of the server, not those of other machines', async () => {
    await freshStore('clocks');
    const slow = await storeAt('2001-01-01T00:00:00.000Z');
    const fast = await storeAt('2099-01-01T00:00:00.000Z');
    const lease = await slow.acquireLease('r', { owner: 'slow', ttlMs: 60_000 });
    expect([2001, 2099]).not.toContain(new Date(lease?.expiresAt ?? '2001').getUTCFullYear());
    expect(await fast.acquireLease('r', { owner: 'fast', ttlMs: 300 })).toBeNull();
    await slow.acquireLease('short', { owner: 'slow', ttlMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await fast.acquireLease('short', { owner: 'fast', ttlMs: 300 })).toMatchObject({
      token: 2,
    });
  });
});

describe('a broken connection', () => {
  it('before the answer is repeated under an idempotency key, and writes once', async () => {
    await freshStore('broken');
    let calls = 0;
    const flaky: PgPool = {
      async query(text, values) {
        const result = await pool.query(text, values);
        if (!text.includes('.append_one(')) return result;
        calls += 1;
        if (calls < 3)
          throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
        return result;
      },
    };
    const store = await createPostgresEventStore(flaky, { schema: 'broken' });
    const options = { expectedVersion: 0, idempotencyKey: 'k' };
    expect(await store.append('s', [event], options)).toEqual({
      version: 1,
      position: 1000,
      replayed: true,
    });
    calls = 0;
    const blind = store.append('s', [event], { expectedVersion: 1 });
    await expect(blind).rejects.toMatchObject({ code: 'store-write-failed' });
    expect(await collect(store.read('s'))).toHaveLength(2);
  });

  it('is an error without the data of the event', async () => {
    await freshStore('silent');
    const failing: PgPool = {
      async query(text, values) {
        if (text.includes('.append_one(')) throw new Error(`failed: ${String(values)}`);
        return pool.query(text, values);
      },
    };
    const store = await createPostgresEventStore(failing, { schema: 'silent' });
    const secret = { type: 'noted', data: 'hunter2' };
    const error: unknown = await store
      .append('s', [secret], { expectedVersion: 0 })
      .catch((caught: unknown) => caught);
    expect(EventStoreError.isInstance(error) && error.message).not.toContain('hunter2');
    expect(error).toMatchObject({ code: 'store-write-failed' });
  });

  it('when the store is opened is store-open-failed', async () => {
    const nowhere = new pg.Pool({ connectionString: 'postgres://x:y@127.0.0.1:1/z' });
    await expect(createPostgresEventStore(nowhere)).rejects.toMatchObject({
      code: 'store-open-failed',
    });
    await nowhere.end();
  });
});

describe('several processes', () => {
  it('three keep the order of each stream', { timeout: 30_000 }, async () => {
    await freshStore('kanmon');
    const children = ['a', 'b', 'c'].map((name) =>
      startChild('append-for', 'postgres', tests.server.url, name, '1500'),
    );
    await Promise.all(children.map((child) => child.waitFor('ready')));
    for (const child of children) child.process.stdin?.write('go\n');
    await Promise.all(children.map((child) => child.exited));
    const counts = children.map((child) => Number(child.lines.at(-1)));
    const store = await createPostgresEventStore(pool);
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(await verifyStore(store)).toMatchObject({ ok: true, streams: 3, events: total });
    const positions = await positionsOf(store);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    if (!isLongRun) return;
    process.stderr.write(`postgres: ${counts.join(' ')}\n`);
    // They share fairly. The scheduler of a busy machine may starve one, so this is for a quiet one.
    expect(Math.min(...counts) / Math.max(...counts)).toBeGreaterThanOrEqual(0.25);
  });

  it('three count exactly by compare and swap', async () => {
    const store = await freshStore('kanmon');
    const children = Array.from({ length: 3 }, () =>
      startChild('increment', 'postgres', tests.server.url, '30'),
    );
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0]);
    const values = (await collect(store.read('counter'))).map(({ data }) => data);
    expect(values).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
  }, 60_000);

  it(
    'lose no acknowledged append and tear none under kill -9',
    async () => {
      await freshStore('kanmon');
      const rounds = isLongRun ? 200 : 6;
      const report = await killRounds('postgres', tests.server.url, rounds);
      if (isLongRun) process.stderr.write(`postgres: ${JSON.stringify(report)}\n`);
      expect(report).toMatchObject({ rounds, lost: 0, torn: 0 });
      expect(report.acknowledged).toBeGreaterThan(rounds);
    },
    isLongRun ? 600_000 : 60_000,
  );
});
