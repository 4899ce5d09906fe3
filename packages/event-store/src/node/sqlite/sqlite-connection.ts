import { setTimeout } from 'node:timers/promises';
import { EventStoreError } from '@kanmon/core';
import {
  checkDatabase,
  openDatabase,
  prepareDatabase,
  type SqliteDatabase,
} from './sqlite-database.ts';
import { isBusy, sqliteError } from './sqlite-errors.ts';

const defaultBusyTimeoutMs = 5000;
const minPauseMs = 1;
const maxPauseMs = 10;

/** An open database with the tables of a store. */
export interface SqliteConnection {
  readonly database: SqliteDatabase;
  /** Runs an action, again after random pauses while other connections hold a lock. */
  withLocks<Result>(action: () => Result): Promise<Result>;
  /** When a lock of another connection was last met, on the clock of `performance`. */
  readonly lastBusyAt: number;
  /** Closes a database that was opened here, and leaves one that was passed in. */
  dispose(): void;
}

/**
 * Opens the database at a path, or takes an open connection, and creates the tables of a store in an empty one.
 *
 * @throws {EventStoreError} `store-open-failed`, `store-unsafe-path`, `store-format`, `store-corrupt`, `store-busy`.
 */
export async function openConnection(
  pathOrDatabase: string | SqliteDatabase,
  busyTimeoutMs = defaultBusyTimeoutMs,
): Promise<SqliteConnection> {
  if (!Number.isFinite(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw new EventStoreError(
      `expected busyTimeoutMs to be milliseconds of at least 0, got ${busyTimeoutMs}`,
      { code: 'store-invalid-option' },
    );
  }
  const owned = typeof pathOrDatabase === 'string';
  const database = owned ? await openDatabase(pathOrDatabase) : pathOrDatabase;
  let lastBusyAt = -Infinity;

  const withLocks = async <Result>(action: () => Result): Promise<Result> => {
    const until = performance.now() + busyTimeoutMs;
    for (;;) {
      try {
        return action();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error;
        lastBusyAt = performance.now();
        await setTimeout(minPauseMs + Math.random() * (maxPauseMs - minPauseMs));
      }
    }
  };
  const dispose = (): void => {
    if (owned) database.close();
  };

  try {
    checkDatabase(database);
    await withLocks(() => prepareDatabase(database));
  } catch (error) {
    dispose();
    throw sqliteError(error, 'store-open-failed');
  }
  return {
    database,
    withLocks,
    dispose,
    get lastBusyAt() {
      return lastBusyAt;
    },
  };
}

/** Rolls back, unless SQLite has done so by itself, as it does after some failures. */
export function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('rollback');
  } catch {
    // No transaction is open.
  }
}
