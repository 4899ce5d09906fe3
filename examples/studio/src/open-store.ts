import { join, resolve } from 'node:path';
import {
  type Clock,
  createMemoryCounter,
  type EventStore,
  KanmonError,
  type SharedCounter,
} from '@kanmon/core';
import { createPostgresCounter, createPostgresEventStore } from '@kanmon/event-store/postgres';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { makeFolder } from '@kanmon/example-shared/write-whole';
import pg from 'pg';
import type { Settings } from './settings.ts';

/** The store of an instance and the counter of its rate limits. */
export interface Opened {
  readonly store: EventStore;
  readonly counter: SharedCounter;
  close(): Promise<void>;
}

/** Connections of one instance: appends are collected into two calls, the rest is for reads. */
const connections = 10;

/**
 * Opens PostgreSQL when a database is set, else the SQLite file in the data folder. On PostgreSQL all instances
 * share the counter; instances on one SQLite file each count for themselves.
 */
export async function openStore(
  { database, data }: Pick<Settings, 'database' | 'data'>,
  { clock }: { readonly clock?: Clock } = {},
): Promise<Opened> {
  const options = clock === undefined ? {} : { clock };
  try {
    if (database === undefined) {
      openFolder(data);
      const store = await createSqliteEventStore(join(data, 'studio.sqlite'), options);
      return { store, counter: createMemoryCounter(), close: () => store.close() };
    }
    const pool = new pg.Pool({ connectionString: database, max: connections });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => undefined);
    const store = await createPostgresEventStore(pool, {
      ...options,
      migrate: true,
      listen: () => pool.connect(),
    });
    return {
      store,
      counter: createPostgresCounter(pool),
      async close() {
        await store.close();
        await pool.end();
      },
    };
  } catch (error) {
    if (!KanmonError.isInstance(error)) throw error;
    throw new UsageError(`the store cannot be opened: ${error.message}`, error);
  }
}

function openFolder(path: string): void {
  try {
    makeFolder(resolve(path), 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the data folder cannot be used: ${reason}`, error);
  }
}
