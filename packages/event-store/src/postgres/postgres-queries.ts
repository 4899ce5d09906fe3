import { eventColumns, pageRows, type RowQueries } from '../rows/row-reads.ts';
import { textColumn } from '../rows/stored-row.ts';
import { fromDatabaseText } from './database-text.ts';
import type { PgPool } from './pg-pool.ts';

/** The queries of the PostgreSQL store. `schema` is quoted already. */
export function createPostgresQueries(pool: PgPool, schema: string): RowQueries {
  const query = async (sql: string, values: unknown[]): Promise<readonly unknown[]> => {
    const { rows } = await pool.query(sql, values);
    return rows;
  };
  const events = async (sql: string, values: unknown[]): Promise<readonly unknown[]> =>
    (await query(sql, values)).map(decodeAuthors);
  return {
    head: (streamId) =>
      query(`select archived_as from ${schema}.stream where stream_id = $1::text`, [streamId]),
    stream: (streamId, from, to) =>
      events(
        `select ${eventColumns} from ${schema}.event
         where stream_id = $1::text and version between $2::bigint and $3::bigint order by version limit ${pageRows}`,
        [streamId, from, to],
      ),
    all: (prefix, after) =>
      events(
        `select ${eventColumns} from ${schema}.event
         where starts_with(stream_id, $1::text) and position > $2::bigint order by position limit ${pageRows}`,
        [prefix, after],
      ),
    heads: (prefix, after, last) =>
      query(
        `select stream_id, version, updated_at, hash, archived_as from ${schema}.stream
         where starts_with(stream_id, $1::text) and stream_id >= $1::text and stream_id > $2::text and stream_id <= $3::text
         order by stream_id limit ${pageRows}`,
        [prefix, after, last],
      ),
  };
}

function decodeAuthors(row: unknown): unknown {
  const actor = textColumn(row, 'actor');
  const requestId = textColumn(row, 'request_id');
  if (actor === undefined && requestId === undefined) return row;
  return {
    ...Object(row),
    actor: actor === undefined ? null : fromDatabaseText(actor),
    request_id: requestId === undefined ? null : fromDatabaseText(requestId),
  };
}
