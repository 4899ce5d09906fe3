import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import {
  createPostgresEventStore,
  type PgPool,
  type PostgresEventStore,
  type PostgresEventStoreOptions,
  postgresSchemaSql,
} from '../../src/postgres.ts';
import { poolOn } from './pool-on.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** A server for the tests of one file, and what they do with it. */
export interface PostgresTests {
  readonly server: PostgresServer;
  readonly pool: pg.Pool;
  /** A further pool; it is closed in the end. */
  openPool(options?: pg.PoolConfig): pg.Pool;
  /** Creates a schema again from its SQL, after `edit` changed it, and opens it. */
  freshStore(
    schema: string,
    options?: PostgresEventStoreOptions,
    edit?: (sql: string) => string,
  ): Promise<PostgresEventStore>;
}

/** A pool that is known only when the tests run. */
export function lazyPool(pool: () => pg.Pool): PgPool & { readonly totalCount: number } {
  return {
    query: (text, values) => pool().query(text, values),
    get totalCount() {
      return pool().totalCount;
    },
  };
}

/** Starts a server before the tests of the file and stops it afterwards. */
export function usePostgres(): PostgresTests {
  let server: PostgresServer;
  let pool: pg.Pool;
  const pools: pg.Pool[] = [];
  const openPool = (options: pg.PoolConfig = {}): pg.Pool => {
    const opened = poolOn(server.url, { max: 8, ...options });
    pools.push(opened);
    return opened;
  };
  beforeAll(async () => {
    server = await startPostgres();
    pool = openPool();
  }, 60_000);
  afterAll(async () => {
    await Promise.all(pools.map((opened) => opened.end()));
    await server.stop();
  }, 60_000);
  return {
    get server() {
      return server;
    },
    get pool() {
      return pool;
    },
    openPool,
    async freshStore(schema, options = {}, edit = (sql) => sql) {
      await pool.query(`drop schema if exists "${schema}" cascade`);
      await pool.query(edit(postgresSchemaSql(schema)));
      return createPostgresEventStore(pool, { schema, ...options });
    },
  };
}

/** Replaces a part of a text that it must have: a control that changes nothing would prove nothing. */
export function replacePart(text: string, part: string | RegExp, by: string): string {
  const changed = text.replace(part, by);
  if (changed === text) throw new Error(`the text has no ${String(part)}`);
  return changed;
}
