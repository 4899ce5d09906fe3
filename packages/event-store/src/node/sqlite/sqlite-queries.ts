import { eventColumns, pageRows, type RowQueries } from '../../rows/row-reads.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';

/** `substr` counts characters, so no character of a prefix can act as a pattern. */
const hasPrefix = 'substr(stream_id, 1, length(?1)) = ?1';

/** The queries of the SQLite store. `query` runs a statement, waiting for locks where it must. */
export function createSqliteQueries(
  database: SqliteDatabase,
  query: (
    statement: SqliteStatement,
    values: readonly SqliteValue[],
  ) => Promise<readonly unknown[]>,
): RowQueries {
  const head = database.prepare('select archived_as from kanmon_stream where stream_id = ?1');
  const stream = database.prepare(
    `select ${eventColumns} from kanmon_event
     where stream_id = ?1 and version between ?2 and ?3 order by version limit ${pageRows}`,
  );
  const all = database.prepare(
    `select ${eventColumns} from kanmon_event
     where ${hasPrefix} and position > ?2 order by position limit ${pageRows}`,
  );
  const heads = database.prepare(
    `select stream_id, version, updated_at, hash, archived_as from kanmon_stream
     where ${hasPrefix} and stream_id >= ?1 and stream_id > ?2 and stream_id <= ?3
     order by stream_id limit ${pageRows}`,
  );
  return {
    head: (streamId) => query(head, [streamId]),
    stream: (streamId, from, to) => query(stream, [streamId, from, to]),
    all: (prefix, after) => query(all, [prefix, after]),
    heads: (prefix, after, last) => query(heads, [prefix, after, last]),
  };
}
