import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresEventStore, postgresSchemaSql } from '../../src/postgres.ts';
import { collect } from '../support/collect.ts';
import { follow, judge, missedInRounds } from '../support/follow.ts';
import {
  type OwnPostgresServer,
  type PostgresServer,
  startOwnPostgres,
} from '../support/postgres-server.ts';
import { poolOn } from '../support/pool-on.ts';
import { replacePart } from '../support/use-postgres.ts';

const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;
let server: OwnPostgresServer;
let standby: PostgresServer;
let primaryPool: pg.Pool;
let standbyPool: pg.Pool;

beforeAll(async () => {
  server = await startOwnPostgres();
  standby = await server.startStandby();
  primaryPool = poolOn(server.url, { max: 16 });
  standbyPool = poolOn(standby.url, { max: 16 });
}, 120_000);
afterAll(async () => {
  await Promise.all([primaryPool.end(), standbyPool.end()]);
  await standby.stop();
  await server.stop();
}, 60_000);

/** Waits until the standby has applied all that the primary has written. */
async function catchUp(): Promise<void> {
  const { rows } = await primaryPool.query<{ lsn: string }>(
    'select pg_current_wal_lsn()::text as lsn',
  );
  const applied = `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_applied`;
  for (;;) {
    const answer = await standbyPool.query<{ is_applied: boolean }>(applied, [rows[0]?.lsn]);
    if (answer.rows[0]?.is_applied === true) return;
    await sleep(10);
  }
}

/** Writers that hold their transactions for a while, and a follower of the standby; what it missed. */
async function followStandby(schema: string, edit = (sql: string): string => sql): Promise<number> {
  await primaryPool.query(edit(postgresSchemaSql(schema)));
  const store = await createPostgresEventStore(primaryPool, {
    schema,
    publishHorizon: true,
    readWaitMs: 0,
  });
  await catchUp();
  const replica = await createPostgresEventStore(standbyPool, { schema });
  const publisher = follow(store);
  const follower = follow(replica);
  const until = performance.now() + 1500;
  await Promise.all([
    ...['a', 'b'].map(async (stream) => {
      while (performance.now() < until) await store.append(stream, [event], any);
    }),
    ...['c', 'd', 'e'].map(async (stream) => {
      while (performance.now() < until) {
        const client = await primaryPool.connect();
        await client.query('begin');
        const held = await createPostgresEventStore(client, { schema });
        await held.append(stream, [event, event], any);
        await sleep(Math.random() * 80);
        await client.query('commit');
        client.release();
      }
    }),
  ]);
  await publisher.stop();
  await sleep(30);
  await collect(store.readAll());
  await catchUp();
  await follower.stop();
  const { missed, doubled, unordered } = await judge(follower, store);
  expect({ doubled, unordered }).toEqual({ doubled: 0, unordered: 0 });
  expect(follower.seen.length).toBeGreaterThan(0);
  return missed;
}

describe('a read replica', () => {
  it('serves every event once and in order, up to the published horizon', async () => {
    expect(await followStandby('replica')).toBe(0);
  }, 60_000);

  it('would miss events without the published horizon (control)', async () => {
    const missed = await missedInRounds((round) => {
      const schema = `wrong_replica${round}`;
      const ignorePublished = (sql: string): string =>
        replacePart(
          sql,
          /select p\.decided into decided from \S+ p;/u,
          `select coalesce(max(e.position), 0) into decided from ${schema}.event e;`,
        );
      return followStandby(schema, ignorePublished);
    });
    expect(missed).toBeGreaterThan(0);
  }, 120_000);

  it('serves nothing new while no follower publishes, and refuses appends', async () => {
    const schema = 'unpublished';
    const store = await createPostgresEventStore(primaryPool, { schema, migrate: true });
    await store.append('s', [event], any);
    await catchUp();
    const replica = await createPostgresEventStore(standbyPool, { schema });
    expect(await collect(replica.readAll())).toEqual([]);
    expect(await collect(replica.read('s'))).toHaveLength(1);
    await expect(replica.append('s', [event], any)).rejects.toMatchObject({
      code: 'store-write-failed',
    });
    const publisher = await createPostgresEventStore(primaryPool, { schema, publishHorizon: true });
    await collect(publisher.readAll());
    await catchUp();
    expect(await collect(replica.readAll())).toHaveLength(1);
  }, 60_000);
});
