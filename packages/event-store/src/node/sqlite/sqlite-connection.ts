import { setTimeout } from 'node:timers/promises';
import { invalidOption } from '../../history/option-error.ts';
import {
  checkDatabase,
  inTransaction,
  openDatabase,
  prepareDatabase,
  type SqliteDatabase,
} from './sqlite-database.ts';
import { corruptError, isBusy, sqliteError } from './sqlite-errors.ts';

const defaultBusyTimeoutMs = 5000;
const minPauseMs = 1;
const maxPauseMs = 10;

/**
 * Opens the database at a path, or takes an open connection, and creates the tables of a store in an empty one.
 *
 * @throws {EventStoreError} `store-open-failed`, `store-unsafe-path`, `store-format`, `store-corrupt`, `store-busy`.
 */
export async function openConnection(
  pathOrDatabase: string | SqliteDatabase,
  busyTimeoutMs = defaultBusyTimeoutMs,
) {
  if (!Number.isFinite(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw invalidOption(
      `expected busyTimeoutMs to be milliseconds of at least 0, got ${busyTimeoutMs}`,
    );
  }
  const owned = typeof pathOrDatabase === 'string';
  const database = owned ? await openDatabase(pathOrDatabase) : pathOrDatabase;
  let lastBusyAt = -Infinity;

  /** Runs an action, again after random pauses while other connections hold a lock. Throws `store-corrupt` for damage. */
  const withLocks = async <Result>(action: () => Result): Promise<Result> => {
    const until = performance.now() + busyTimeoutMs;
    for (;;) {
      try {
        return action();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw corruptError(error);
        lastBusyAt = performance.now();
        await setTimeout(minPauseMs + Math.random() * (maxPauseMs - minPauseMs));
      }
    }
  };
  /** Runs work in a write transaction; throws `store-write-failed` when SQLite refuses it. */
  const transaction = async <Result>(work: () => Result): Promise<Result> => {
    try {
      return await withLocks(() => inTransaction(database, work));
    } catch (error) {
      throw sqliteError(error, 'store-write-failed');
    }
  };
  /** Closes a database that was opened here, and leaves one that was passed in. */
  const dispose = (): void => {
    if (owned) database.close();
  };

  try {
    await withLocks(() => {
      checkDatabase(database);
      prepareDatabase(database);
    });
  } catch (error) {
    dispose();
    throw sqliteError(error, 'store-open-failed');
  }
  return {
    database,
    withLocks,
    transaction,
    dispose,
    /** When a lock of another connection was last met, on the clock of `performance`. */
    get lastBusyAt(): number {
      return lastBusyAt;
    },
  };
}
