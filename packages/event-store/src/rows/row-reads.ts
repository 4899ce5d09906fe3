import type { StoredEvent } from '@kanmon/core';
import { removedError } from '@kanmon/core/kit';
import { createReads, type ListedHead, type ReadSource } from '../history/store-reads.ts';
import { numberColumn, required, textColumn, toStoredEvent } from './stored-row.ts';

/** Rows a query. No statement and no snapshot stays open while the caller works on a page. */
export const pageRows = 500;

const columns = [
  'position',
  'stream_id',
  'version',
  'at',
  'type',
  'data',
  'actor',
  'request_id',
  'hash',
];
/** The columns of the event table that `toStoredEvent` reads. */
export const eventColumns = columns.join(', ');

/** Returns the statement of `RowQueries.stream`, which SQLite and PostgreSQL share. */
export function streamSql(
  tables: { readonly event: string; readonly stream: string },
  parameters: { readonly id: string; readonly from: string; readonly to: string },
): string {
  const { id, from, to } = parameters;
  return `select * from (
    select ${eventColumns}, null as archived_as from ${tables.event}
    where stream_id = ${id} and version between ${from} and ${to} order by version limit ${pageRows}
  ) as events
  union all
  select ${columns.map(() => 'null').join(', ')}, archived_as from ${tables.stream}
  where stream_id = ${id} and archived_as is not null
  order by version`;
}

type Rows = Promise<readonly unknown[]>;

/** The queries of a relational store. Each returns at most `pageRows` rows, ascending. */
export interface RowQueries {
  /**
   * Returns the events of a stream with versions from `from` to `to`; of a removed stream one row with `archived_as`.
   * One statement, so that both are of one moment.
   */
  stream(streamId: string, from: number, to: number): Rows;
  /** Returns the events after a position, of streams with a prefix. */
  all(prefix: string, after: number): Rows;
  /** Returns the streams with ids from `after` (exclusive) to `last`, in any order that `after` continues. */
  heads(prefix: string, after: string, last: string): Rows;
}

/**
 * Returns an upper bound of all ids with a prefix, in the order of code points: an id has at most 512 bytes, which are
 * 128 of the largest character.
 */
function lastWithPrefix(prefix: string): string {
  return prefix + '\u{10FFFF}'.repeat(129);
}

/**
 * Returns the part of a prefix that a database can search for: a prefix may end between the halves of a surrogate
 * pair, or hold characters that no id holds. The reading methods compare the whole prefix.
 */
function queryable(prefix: string): string {
  return prefix.split(/[\0\ud800-\udfff]/u, 1)[0] ?? '';
}

/** Creates the reading methods of a store whose events are rows. `toError` converts an error of the driver. */
export function createRowReads(
  queries: RowQueries,
  assertOpen: () => void,
  toError: (error: unknown) => Error,
): ReturnType<typeof createReads> {
  async function* pages(load: (last: unknown) => Rows): AsyncGenerator<readonly unknown[]> {
    let rows: readonly unknown[] = [];
    do {
      assertOpen();
      rows = await load(rows.at(-1)).catch((error: unknown) => {
        throw toError(error);
      });
      yield rows;
    } while (rows.length === pageRows);
  }

  const source: ReadSource = {
    async *stream(streamId, from, to) {
      const load = (last: unknown): Rows =>
        queries.stream(streamId, last === undefined ? from : numberColumn(last, 'version') + 1, to);
      for await (const rows of pages(load)) {
        // Also between two pages: the caller must not mistake a part for the whole.
        const archivedAs = textColumn(rows.at(-1), 'archived_as');
        if (archivedAs !== undefined) throw removedError(streamId, archivedAs);
        yield toStoredEvents(rows);
      }
    },
    async *all(prefix, after) {
      const load = (last: unknown): Rows =>
        queries.all(queryable(prefix), last === undefined ? after : numberColumn(last, 'position'));
      for await (const rows of pages(load)) yield toStoredEvents(rows);
    },
    async heads(prefix) {
      const heads: ListedHead[] = [];
      const text = queryable(prefix);
      const end = lastWithPrefix(text);
      const load = (last: unknown): Rows =>
        queries.heads(text, textColumn(last, 'stream_id') ?? '', end);
      for await (const rows of pages(load)) heads.push(...rows.map(toListedHead));
      return heads;
    },
  };
  return createReads(source, assertOpen);
}

/** A page is read row by row: events before an unreadable one are served. */
function* toStoredEvents(rows: readonly unknown[]): Generator<StoredEvent> {
  for (const row of rows) yield toStoredEvent(row);
}

function toListedHead(row: unknown): ListedHead {
  return {
    streamId: required(row, 'stream_id'),
    version: numberColumn(row, 'version'),
    updatedAt: required(row, 'updated_at'),
    hash: required(row, 'hash'),
    archivedAs: textColumn(row, 'archived_as'),
  };
}
