import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { FencedError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { verifyStore } from '../../src/index.ts';
import {
  createPostgresEventStore,
  migratePostgres,
  type PostgresEventStore,
  postgresSchemaSql,
} from '../../src/postgres.ts';
import { collect } from '../support/collect.ts';
import { follow, judge } from '../support/follow.ts';
import { usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const golden = (name: string): string =>
  readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8');
const format1Sql = golden('postgres-format-1.sql');
const expected: unknown = JSON.parse(golden('postgres-format-1.json'));
const event = { type: 'noted', data: null };

/** Makes a store of format 1 as the last code of that format left it; its schema is `kanmon`. */
async function restoreFormat1(): Promise<void> {
  await tests.pool.query('drop schema if exists kanmon cascade');
  await tests.pool.query(format1Sql);
}

async function contentOf(store: PostgresEventStore): Promise<object> {
  return {
    events: await collect(store.readAll()),
    streams: await collect(store.listStreams()),
    removed: await collect(store.listRemoved()),
  };
}

describe('a store of format 1', () => {
  it('is read as it was written, and written on', async () => {
    await restoreFormat1();
    const store = await createPostgresEventStore(tests.pool);
    expect(await contentOf(store)).toEqual(expected);
    const result = await store.append('deck/1', [event], { expectedVersion: 6 });
    expect(result).toEqual({ version: 7, position: 31, replayed: false });
    await store.removeStream('s/0', { expectedVersion: 5, archivedAs: 'x' });
    expect(await verifyStore(store)).toMatchObject({ ok: true });
  });

  it('keeps events, streams, hashes and cursors when it is migrated', async () => {
    await restoreFormat1();
    await migratePostgres(tests.pool);
    await migratePostgres(tests.pool);
    const store = await createPostgresEventStore(tests.pool);
    expect(await contentOf(store)).toEqual(expected);
    expect(await verifyStore(store)).toMatchObject({ ok: true, bad: [] });
    const { position } = await store.append('deck/1', [event], { expectedVersion: 6 });
    expect(position).toBeGreaterThan(30);
    const later = await collect(store.readAll({ after: 30 }));
    expect(later.map(({ streamId, version }) => [streamId, version])).toEqual([['deck/1', 7]]);
  });

  it('keeps keys, leases and the time of its last event when it is migrated', async () => {
    await restoreFormat1();
    const clock = { now: () => new Date('2026-01-01T00:00:00.000Z') };
    const store = await createPostgresEventStore(tests.pool, { migrate: true, clock });
    const first = [
      { type: 'noted', data: { slide: 1 }, actor: 'ann' },
      { type: 'noted', data: { slide: 2 } },
    ];
    expect(
      await store.append('deck/1', first, { expectedVersion: 0, idempotencyKey: 'first' }),
    ).toEqual({ version: 2, position: 2, replayed: true });
    const lease = { resource: 'r', owner: 'ann', token: 1, expiresAt: '' };
    await store.append('new', [event], { expectedVersion: 0, fence: lease });
    const released = store.append('new', [event], {
      expectedVersion: 1,
      fence: { ...lease, resource: 'q' },
    });
    await expect(released).rejects.toBeInstanceOf(FencedError);
    const [written] = await collect(store.read('new'));
    expect(written?.at).toBe('2026-03-01T09:00:37.500Z');
    await expect(
      store.append('audit/202601', [event], { expectedVersion: 'any' }),
    ).rejects.toMatchObject({ code: 'store-removed' });
  });

  it('can be migrated by the SQL of the schema', async () => {
    await restoreFormat1();
    await tests.pool.query(postgresSchemaSql());
    const store = await createPostgresEventStore(tests.pool);
    expect(await contentOf(store)).toEqual(expected);
  });

  it('gives the roles that wrote and read it what format 2 needs', async () => {
    await restoreFormat1();
    await tests.pool
      .query(`do $$ begin create role kanmon_old login password 'w'; exception when duplicate_object then null; end $$;
      grant usage on schema kanmon to kanmon_old; grant select, insert, update on all tables in schema kanmon to kanmon_old`);
    await migratePostgres(tests.pool);
    const url = new URL(tests.server.url);
    url.username = 'kanmon_old';
    url.password = 'w';
    const store = await createPostgresEventStore(
      tests.openPool({ connectionString: url.href, max: 2 }),
      { publishHorizon: true },
    );
    await store.append('s', [event], { expectedVersion: 0 });
    expect(await collect(store.readAll({ prefix: 's', after: 30 }))).toHaveLength(1);
  });

  it('is migrated after an append under way, which keeps its position', async () => {
    await restoreFormat1();
    const client = await tests.pool.connect();
    const held = await createPostgresEventStore(client);
    const store = await createPostgresEventStore(tests.openPool());
    await client.query('begin');
    const { position } = await held.append('deck/1', [event], { expectedVersion: 6 });
    const migrating = migratePostgres(tests.pool);
    const waiting = 'select 1 from pg_locks where not granted';
    while ((await tests.pool.query(waiting)).rowCount === 0) await sleep(5);
    const queued = store.append('deck/1', [event], { expectedVersion: 7 });
    await client.query('commit');
    client.release();
    await migrating;
    expect(position).toBe(31);
    // Before the migration or after it.
    expect([32, 2000]).toContain((await queued).position);
    expect(await collect(store.readAll({ after: 30 }))).toHaveLength(2);
  });

  it('refuses the functions of format 1 after the migration', async () => {
    await restoreFormat1();
    await migratePostgres(tests.pool);
    const old = tests.pool.query(
      `select * from kanmon.append('s', 0, 'now', '[]', null, null, null)`,
    );
    await expect(old).rejects.toMatchObject({ code: '42883' });
  });
});

describe('a migration under load', () => {
  it(
    'loses, duplicates and reorders nothing for eight writers and two followers',
    { timeout: 60_000 },
    async () => {
      await restoreFormat1();
      const work = { isOver: false };
      const written: number[] = [];
      const write = async (name: string): Promise<void> => {
        const store = await createPostgresEventStore(tests.openPool({ max: 2 }));
        for (let version = 0; !work.isOver; version += 1) {
          await store.append(name, [event], { expectedVersion: version });
          written.push(version);
        }
      };
      const writers = Array.from({ length: 8 }, (_, index) => write(`w${index}`));
      const followers = await Promise.all(
        [0, 1000].map(async (readWaitMs) =>
          follow(await createPostgresEventStore(tests.openPool({ max: 2 }), { readWaitMs })),
        ),
      );
      await sleep(300);
      await migratePostgres(tests.openPool({ max: 1 }));
      const before = written.length;
      await sleep(500);
      work.isOver = true;
      await Promise.all(writers);
      expect(written.length).toBeGreaterThan(before);
      const store = await createPostgresEventStore(tests.pool);
      for (const follower of followers) {
        await follower.stop();
        expect(await judge(follower, store)).toEqual({ missed: 0, doubled: 0, unordered: 0 });
      }
      expect(await collect(store.readAll())).toHaveLength(written.length + 27);
      expect(await verifyStore(store)).toMatchObject({ ok: true });
    },
  );
});
