import { type SharedCounter, systemClock } from '@kanmon/core';
import {
  checkedClock,
  checkOptions,
  checkPorts,
  checkRequests,
  closedError,
  createCorrect,
  decideTake,
} from '@kanmon/core/kit';
import { numberColumn } from '../../rows/stored-row.ts';
import { openConnection } from './sqlite-connection.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { sqliteError } from './sqlite-errors.ts';
import type { SqliteEventStoreOptions } from './sqlite-event-store.ts';

/** A counter in a SQLite database. `close` leaves a database that was passed in open. */
export type SqliteCounter = SharedCounter & { close(): void };

/** `window_ms` and `at` are 0 for points that are never free again. */
const pointsTable = `create table if not exists kanmon_points(
  key text, window_ms integer, at integer, points integer not null, primary key(key, window_ms, at)
) strict, without rowid`;

/**
 * Creates a counter in a database file, for the processes of one machine. The file can be that of an event store; an
 * open connection must not be that of one, since both use transactions.
 *
 * @throws {EventStoreError} As `createSqliteEventStore`.
 */
export async function createSqliteCounter(
  pathOrDatabase: string | SqliteDatabase,
  options: SqliteEventStoreOptions = {},
): Promise<SqliteCounter> {
  checkOptions(options, 'clock busyTimeoutMs', 'createSqliteCounter(database, options)');
  checkPorts(options, { clock: 'now' });
  const { busyTimeoutMs } = options;
  const clock = checkedClock(options.clock ?? systemClock);
  const connection = await openConnection(pathOrDatabase, busyTimeoutMs);
  const { database, dispose } = connection;
  await connection
    .withLocks(() => database.exec(pointsTable))
    .catch((error: unknown) => {
      dispose();
      throw sqliteError(error, 'store-open-failed');
    });
  const forget = database.prepare(
    'delete from kanmon_points where key = ? and window_ms = ? and at <= ?',
  );
  const entries = database.prepare(
    'select at, points from kanmon_points where key = ? and window_ms = ? order by at',
  );
  const add = database.prepare(
    `insert into kanmon_points(key, window_ms, at, points) values (?, ?, ?, ?)
     on conflict(key, window_ms, at) do update set points = points + excluded.points`,
  );
  const change = database.prepare(
    'update kanmon_points set points = max(0, points + ?) where key = ? and window_ms = ? and at = ?',
  );
  let isOpen = true;

  const transaction = async <Result>(work: () => Result): Promise<Result> => {
    if (!isOpen) throw closedError();
    return connection.transaction(work);
  };

  return {
    async take(requests) {
      const list = checkRequests(requests);
      return transaction(() => {
        const now = clock.now().getTime();
        const answer = decideTake(list, now, ({ key, windowMs }) => {
          if (windowMs > 0) forget.run(key, windowMs, now - windowMs);
          const found = entries.all(key, windowMs).map((row) => ({
            at: numberColumn(row, 'at'),
            points: numberColumn(row, 'points'),
          }));
          const used = found.reduce((sum, { points }) => sum + points, 0);
          return { used, entries: () => found };
        });
        for (const { key, windowMs = 0, at, points } of answer.ok ? answer.taken : []) {
          add.run(key, windowMs, at, points);
        }
        return answer;
      });
    },
    correct: createCorrect((changes) =>
      transaction(() => {
        for (const { points, key, windowMs, at } of changes) change.run(points, key, windowMs, at);
      }),
    ),
    close() {
      if (isOpen) dispose();
      isOpen = false;
    },
  };
}
