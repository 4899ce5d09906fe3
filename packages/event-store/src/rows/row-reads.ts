import { type EventStore, type StoredEvent, type StreamSummary } from '@kanmon/core';
import { checkId, checkReadAllOptions, checkReadOptions, removedError } from '@kanmon/core/kit';
import { byStreamId, type Prunable, type RemovedStream } from '../retention/prunable.ts';
import { numberColumn, required, textColumn, toStoredEvent } from './stored-row.ts';

/** Rows a query: no statement and no snapshot stays open while the caller works on a page. */
export const pageRows = 500;

/** Columns of the event table in the names that `toStoredEvent` reads. */
export const eventColumns = 'position, stream_id, version, at, type, data, actor, request_id, hash';

type Rows = Promise<readonly unknown[]>;

/** The queries a relational store has to answer. Each gives at most `pageRows` rows, ascending. */
export interface RowQueries {
  /** The stream's row with `archived_as`, if it exists. */
  head(streamId: string): Rows;
  /** Events of a stream with versions from `from` to `to`. */
  stream(streamId: string, from: number, to: number): Rows;
  /** Events of streams with a prefix behind a position. */
  all(prefix: string, after: number): Rows;
  /** Streams with ids from `after` (exclusive) to `last`, in any order that `after` continues. */
  heads(prefix: string, after: string, last: string): Rows;
}

/**
 * An upper bound of all ids with a prefix, in the order of code points: an id is at most 512 bytes,
 * which are 128 of the largest character.
 */
function lastWithPrefix(prefix: string): string {
  return prefix + '\u{10FFFF}'.repeat(129);
}

/**
 * The part of a prefix a database can be asked for: a prefix may end between the halves of a surrogate
 * pair, or hold what no id holds. The rest is looked at here.
 */
function queryable(prefix: string): string {
  return prefix.split(/[\0\ud800-\udfff]/u, 1)[0] ?? '';
}

/** The reading half of a store whose events are rows. */
export function createRowReads(
  queries: RowQueries,
  assertOpen: () => void,
): Pick<EventStore, 'read' | 'readAll' | 'listStreams'> & Pick<Prunable, 'listRemoved'> {
  const assertServed = async (streamId: string): Promise<void> => {
    const [row] = await queries.head(streamId);
    const archivedAs = textColumn(row, 'archived_as');
    if (archivedAs !== undefined) throw removedError(streamId, archivedAs);
  };

  async function* pages(load: (last: unknown) => Rows): AsyncGenerator {
    let rows: readonly unknown[] = [];
    do {
      assertOpen();
      rows = await load(rows.at(-1));
      yield* rows;
    } while (rows.length === pageRows);
  }

  /** Databases sort by code points, the port by code units: so ids are sorted here, which holds them all. */
  const listHeads = async (prefix: string): Promise<readonly unknown[]> => {
    assertOpen();
    const found: unknown[] = [];
    const text = queryable(prefix);
    const end = lastWithPrefix(text);
    for await (const row of pages((last) =>
      queries.heads(text, textColumn(last, 'stream_id') ?? '', end),
    )) {
      if (required(row, 'stream_id').startsWith(prefix)) found.push(row);
    }
    return found;
  };

  return {
    async *read(streamId, options) {
      const id = checkId(streamId, 'stream id');
      const { fromVersion, toVersion } = checkReadOptions(options);
      assertOpen();
      await assertServed(id);
      if (fromVersion > toVersion) return;
      for await (const row of pages((last) => {
        const from = last === undefined ? fromVersion : numberColumn(last, 'version') + 1;
        return queries.stream(id, from, toVersion);
      })) {
        yield toStoredEvent(row);
      }
      // Removed between two pages: the caller must not take a part for the whole.
      await assertServed(id);
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
      const rows = await listHeads(prefix);
      yield* rows
        .filter((row) => textColumn(row, 'archived_as') === undefined)
        .map((row) => ({
          streamId: required(row, 'stream_id'),
          version: numberColumn(row, 'version'),
          updatedAt: required(row, 'updated_at'),
          hash: required(row, 'hash'),
        }))
        .toSorted(byStreamId);
    },
    async *listRemoved(options): AsyncGenerator<RemovedStream> {
      const { prefix } = checkReadAllOptions(options);
      const rows = await listHeads(prefix);
      yield* rows
        .flatMap((row): readonly RemovedStream[] => {
          const archivedAs = textColumn(row, 'archived_as');
          const version = numberColumn(row, 'version');
          if (archivedAs === undefined) return [];
          return [
            {
              streamId: required(row, 'stream_id'),
              version,
              hash: required(row, 'hash'),
              archivedAs,
            },
          ];
        })
        .toSorted(byStreamId);
    },
  };
}
