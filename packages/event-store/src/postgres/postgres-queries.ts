import { eventColumns, pageRows, type RowQueries, streamSql } from '../rows/row-reads.ts';
import { textColumn } from '../rows/stored-row.ts';
import { fromDatabaseText } from './database-text.ts';
import type { FormatGuard } from './format-guard.ts';
import type { Horizon } from './horizon.ts';
import type { PgPool, SendQuery } from './pg-pool.ts';

/** The queries of the PostgreSQL store. `schema` is quoted already. */
export function createPostgresQueries(
  pool: PgPool,
  query: SendQuery,
  schema: string,
  guard: FormatGuard,
  horizon: Horizon,
): RowQueries {
  /**
   * Without a prefix there is no condition on streams: for `starts_with(stream_id, '')` PostgreSQL may read the index of
   * all streams, as long as it has no statistics of the table. With one, the best plan depends on the prefix, so the
   * statement is not prepared.
   */
  const eventsUpTo = async (
    last: string,
    prefix: string,
    values: readonly unknown[],
  ): Promise<readonly unknown[]> => {
    const ofPrefix =
      prefix === '' ? '' : `starts_with(stream_id, $${values.length + 1}::text) and `;
    const sql = `select ${eventColumns} from ${schema}.event
       where ${ofPrefix}position > $1::bigint and position <= ${last} order by position limit ${pageRows}`;
    const rows =
      prefix === ''
        ? await query(sql, [...values])
        : (await pool.query(sql, [...values, prefix])).rows;
    return rows.map(decodeAuthors);
  };
  const oneStream = streamSql(
    { event: `${schema}.event`, stream: `${schema}.stream` },
    { id: '$1::text', from: '$2::bigint', to: '$3::bigint' },
  );
  /** Format 1 commits positions in their order. The column fails in a migrated store, where they are not. */
  const allOfFormat1 = (prefix: string, after: number): Promise<readonly unknown[]> =>
    eventsUpTo(`(select m.position from ${schema}.meta m)`, prefix, [after]);

  const allOfFormat2 = async (prefix: string, after: number): Promise<readonly unknown[]> => {
    const { decided, drawn } = await horizon.ask();
    const rows = await eventsUpTo('$2::bigint', prefix, [after, decided]);
    if (rows.length === pageRows || decided >= drawn) return rows;
    // Appends of this or another process may have been answered behind one that is still open.
    const later = await horizon.waitFor(drawn, decided);
    return later === decided ? rows : eventsUpTo('$2::bigint', prefix, [after, later]);
  };

  return {
    stream: async (streamId, from, to) =>
      (await query(oneStream, [streamId, from, to])).map(decodeAuthors),
    all: (prefix, after) =>
      guard.run((format) =>
        format === 1 ? allOfFormat1(prefix, after) : allOfFormat2(prefix, after),
      ),
    heads: async (prefix, after, last) => {
      const { rows } = await pool.query(
        `select stream_id, version, updated_at, hash, archived_as from ${schema}.stream
         where starts_with(stream_id, $1::text) and stream_id >= $1::text and stream_id > $2::text and stream_id <= $3::text
         order by stream_id limit ${pageRows}`,
        [prefix, after, last],
      );
      return rows;
    },
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
