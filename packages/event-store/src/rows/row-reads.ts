import { type EventStore, type StoredEvent, type StreamSummary } from '@kanmon/core';
import { checkId, checkReadAllOptions, checkReadOptions, removedError } from '@kanmon/core/kit';
import { byStreamId, type Prunable, type RemovedStream } from '../retention/prunable.ts';
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

interface ListedHead extends Required<StreamSummary> {
  readonly archivedAs: string | undefined;
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

/** Creates the reading methods of a store whose events are rows. */
export function createRowReads(
  queries: RowQueries,
  assertOpen: () => void,
): Pick<EventStore, 'read' | 'readAll' | 'listStreams'> & Pick<Prunable, 'listRemoved'> {
  async function* pages(load: (last: unknown) => Rows): AsyncGenerator {
    let rows: readonly unknown[] = [];
    do {
      assertOpen();
      rows = await load(rows.at(-1));
      yield* rows;
    } while (rows.length === pageRows);
  }

  /** Sorts the heads here, with all of them in memory: databases sort by code points, the port by code units. */
  const listHeads = async (prefix: string): Promise<readonly ListedHead[]> => {
    assertOpen();
    const found: ListedHead[] = [];
    const text = queryable(prefix);
    const end = lastWithPrefix(text);
    for await (const row of pages((last) =>
      queries.heads(text, textColumn(last, 'stream_id') ?? '', end),
    )) {
      const streamId = required(row, 'stream_id');
      if (!streamId.startsWith(prefix)) continue;
      found.push({
        streamId,
        version: numberColumn(row, 'version'),
        updatedAt: required(row, 'updated_at'),
        hash: required(row, 'hash'),
        archivedAs: textColumn(row, 'archived_as'),
      });
    }
    return found.toSorted(byStreamId);
  };

  return {
    async *read(streamId, options) {
      const id = checkId(streamId, 'stream id');
      const { fromVersion, toVersion } = checkReadOptions(options);
      for await (const row of pages((last) => {
        const from = last === undefined ? fromVersion : numberColumn(last, 'version') + 1;
        return queries.stream(id, from, toVersion);
      })) {
        // Also between two pages: the caller must not mistake a part for the whole.
        const archivedAs = textColumn(row, 'archived_as');
        if (archivedAs !== undefined) throw removedError(id, archivedAs);
        yield toStoredEvent(row);
      }
    },
    async *readAll(options): AsyncGenerator<StoredEvent> {
      const { after, limit, prefix } = checkReadAllOptions(options);
      assertOpen();
      let left = limit;
      if (left === 0) return;
      for await (const row of pages((last) =>
        queries.all(queryable(prefix), last === undefined ? after : numberColumn(last, 'position')),
      )) {
        const event = toStoredEvent(row);
        if (!event.streamId.startsWith(prefix)) continue;
        yield event;
        left -= 1;
        if (left === 0) return;
      }
    },
    async *listStreams(options): AsyncGenerator<StreamSummary> {
      const { prefix } = checkReadAllOptions(options);
      yield* (await listHeads(prefix)).flatMap(({ archivedAs, ...head }) =>
        archivedAs === undefined ? [head] : [],
      );
    },
    async *listRemoved(options): AsyncGenerator<RemovedStream> {
      const { prefix } = checkReadAllOptions(options);
      yield* (await listHeads(prefix)).flatMap(({ streamId, version, hash, archivedAs }) =>
        archivedAs === undefined ? [] : [{ streamId, version, hash, archivedAs }],
      );
    },
  };
}
