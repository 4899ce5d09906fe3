import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyStore } from '../../src/index.ts';
import { createPostgresEventStore } from '../../src/postgres.ts';
import { describeEventStore } from '../../src/testing.ts';
import { collect, upTo } from '../support/collect.ts';
import { follow, judge } from '../support/follow.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { postgresStores } from '../support/postgres-harness.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { poolOn } from '../support/pool-on.ts';
import { lazyPool, usePostgres } from '../support/use-postgres.ts';

// PgBouncer comes from the system; without it these tests are skipped.
describe.skipIf(!hasPgBouncer)('through PgBouncer in transaction mode', () => {
  const tests = usePostgres();
  let bouncer: PostgresServer;
  let pool: pg.Pool;
  beforeAll(async () => {
    bouncer = await startPgBouncer(tests.server);
    pool = poolOn(bouncer.url, { max: 16 });
  }, 60_000);
  afterAll(async () => {
    await pool.end();
    await bouncer.stop();
  }, 60_000);
  const makeStore = postgresStores(lazyPool(() => pool));
  describeEventStore('PostgreSQL behind PgBouncer', makeStore, { describe, it });

  it('followers see every event once and in order beside open transactions', async () => {
    const schema = 'bouncer';
    const store = await createPostgresEventStore(pool, { schema, migrate: true });
    const follower = follow(await createPostgresEventStore(pool, { schema, readWaitMs: 0 }));
    const event = { type: 'noted', data: null };
    await Promise.all([
      ...upTo(6).map(async (number) => {
        for (let round = 0; round < 40; round += 1) {
          await store.append(`s${number}`, [event], { expectedVersion: round });
        }
      }),
      ...upTo(3).map(async (number) => {
        for (let round = 0; round < 10; round += 1) {
          const client = await pool.connect();
          await client.query('begin');
          const held = await createPostgresEventStore(client, { schema });
          await held.append(`held${number}`, [event, event], { expectedVersion: 2 * round });
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
          await client.query('commit');
          client.release();
        }
      }),
    ]);
    await follower.stop();
    expect(await judge(follower, store)).toEqual({ missed: 0, doubled: 0, unordered: 0 });
    expect(await collect(store.readAll())).toHaveLength(300);
    expect(await verifyStore(store)).toMatchObject({ ok: true });
  }, 60_000);
});
