import { basename, dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Clock, type EventStore, systemClock } from '@kanmon/core';
import { checkedClock, checkOptions, checkPorts, withoutUndefined } from '@kanmon/core/kit';
import { createRowReads } from '../../rows/row-reads.ts';
import type { Prunable } from '../../retention/prunable.ts';
import type { RepairReport } from '../../retention/repair-report.ts';
import { nextTurn } from '../platform.ts';
import { watchDirectory } from '../watch-directory.ts';
import { createQueuedWrites, type DecidedTask, type WriteTask } from '../queued-writes.ts';
import { openConnection } from './sqlite-connection.ts';
import { findEmptied, type SqliteDatabase } from './sqlite-database.ts';
import { sqliteError } from './sqlite-errors.ts';
import { createSqliteHistory, createSqliteQueries } from './sqlite-history.ts';

/** Options of `createSqliteEventStore` and `createSqliteCounter`. */
export interface SqliteEventStoreOptions {
  readonly clock?: Clock;
  /** Milliseconds to wait for the locks of other connections before `store-busy`. @default 5000 */
  readonly busyTimeoutMs?: number;
}

/** A store in a SQLite database, which repairs itself. `repair` reports only that the file existed without content. */
export type SqliteEventStore = EventStore & Prunable & { readonly repair?: RepairReport };

/** A process that found a lock within this time shares the database with others. */
const contendedMs = 1000;
/**
 * After this many batches in a row, a process that shares the database pauses for up to `yieldMs`. Five processes on
 * two busy cores, slowest against fastest in four runs: 0.04 to 0.63 with 8 batches and 2 ms, 0.43 to 0.82 with 2
 * batches and 6 ms, at the same number of appends.
 */
const batchesInARow = 2;
const yieldMs = 6;

/**
 * Opens the store in the database file at a path, created (0600) when it is missing, or in an open connection, which
 * `close` then leaves open. Any number of processes may have it open.
 *
 * @throws {EventStoreError} `store-open-failed`, `store-unsafe-path`, `store-format`, `store-corrupt`, `store-busy`.
 */
export async function createSqliteEventStore(
  pathOrDatabase: string | SqliteDatabase,
  options: SqliteEventStoreOptions = {},
): Promise<SqliteEventStore> {
  checkOptions(options, 'clock busyTimeoutMs', 'createSqliteEventStore(database, options)');
  checkPorts(options, { clock: 'now' });
  const { busyTimeoutMs } = options;
  const clock = checkedClock(options.clock ?? systemClock);
  const isFile = typeof pathOrDatabase === 'string' && pathOrDatabase !== ':memory:';
  const path = isFile ? resolve(pathOrDatabase) : '';
  const repair = findEmptied(path);
  const connection = await openConnection(pathOrDatabase, busyTimeoutMs);
  const { database, withLocks, transaction, dispose } = connection;
  let inARow = 0;
  const viewNow = createSqliteHistory(database);

  /** Decides one task and writes its change; a failed write rejects no other task of the batch. */
  const writeTask = (task: WriteTask, nested: boolean): DecidedTask => {
    const view = viewNow();
    const decided = task.decide(view);
    if (decided.change === undefined) return decided;
    if (!nested) {
      view.apply(decided.change);
      return decided;
    }
    database.exec('savepoint one_append');
    try {
      view.apply(decided.change);
      database.exec('release one_append');
      return decided;
    } catch (error) {
      // Throws when SQLite gave up the whole transaction, and so does the batch.
      database.exec('rollback to one_append; release one_append');
      return { finish: () => task.reject(sqliteError(error, 'store-write-failed')) };
    }
  };

  const run = async (batch: readonly WriteTask[]): Promise<void> => {
    try {
      const decided = await transaction(() =>
        batch.map((task) => writeTask(task, batch.length > 1)),
      );
      for (const { finish } of decided) finish();
    } catch (error) {
      for (const task of batch) task.reject(error);
    }
    await stepBack();
  };

  /** Pauses now and then, so that other processes get the lock. */
  const stepBack = async (): Promise<void> => {
    inARow += 1;
    if (inARow < batchesInARow) return;
    inARow = 0;
    if (performance.now() - connection.lastBusyAt > contendedMs) return;
    await setTimeout(Math.random() * yieldMs);
  };

  // A commit changes the file at the path or the log beside it, whose name begins with the same.
  const watch = (wake: () => void): (() => void) =>
    watchDirectory(dirname(path), basename(path), wake);
  const { assertOpen, ...methods } = createQueuedWrites({ clock, run, dispose });
  return {
    ...methods,
    ...(isFile ? { watch } : {}),
    ...createRowReads(
      createSqliteQueries(database, async (statement, values) => {
        await nextTurn();
        assertOpen();
        return withLocks(() => statement.all(...values));
      }),
      assertOpen,
      (error) => sqliteError(error, 'store-open-failed'),
    ),
    ...withoutUndefined({ repair }),
  };
}
