import type { EventStore, StoredEvent, StreamSummary } from '@kanmon/core';
import { removedError } from '../../history/decision.ts';
import { byStreamId } from '../../history/by-stream-id.ts';
import { prepareListStreams, prepareRead, prepareReadAll } from '../../history/prepare.ts';
import type { Prunable, RemovedStream } from '../../retention/prunable.ts';
import { numberColumn, required, textColumn, toStoredEvent } from '../../rows/stored-row.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';

/** Rows a query: no statement stays open while the caller works on a page. */
const pageRows = 500;

const eventColumns = 'position, stream_id, version, at, type, data, actor, request_id, hash';
/** `substr` counts characters, so no character of a prefix can act as a pattern. */
const hasPrefix = 'substr(stream_id, 1, length(?1)) = ?1';

/** The reading half of the SQLite store. `query` runs a statement, waiting for locks where it must. */
export function createSqliteReads(options: {
  readonly database: SqliteDatabase;
  readonly query: (statement: SqliteStatement, values: readonly SqliteValue[]) => Promise<readonly unknown[]>;
  readonly assertOpen: () => void;
}): Pick<EventStore, 'read' | 'readAll' | 'listStreams'> & Pick<Prunable, 'listRemoved'> {
  const { database, query, assertOpen } = options;
  const head = database.prepare('select archived_as from kanmon_stream where stream_id = ?');
  const ofStream = database.prepare(
    `select ${eventColumns} from kanmon_event where stream_id = ? and version between ? and ? order by version limit ?`,
  );
  const ofAll = database.prepare(
    `select ${eventColumns} from kanmon_event where ${hasPrefix} and position > ?2 order by position limit ?3`,
  );
  const streams = database.prepare(
    `select stream_id, version, updated_at, hash, archived_as from kanmon_stream
     where ${hasPrefix} and stream_id >= ?2 and stream_id > ?3 order by stream_id limit ?4`,
  );

  const assertServed = async (streamId: string): Promise<void> => {
    const [row] = await query(head, [streamId]);
    const archivedAs = textColumn(row, 'archived_as');
    if (archivedAs !== undefined) throw removedError(streamId, archivedAs);
  };

  async function* pages(
    load: (last: unknown) => Promise<readonly unknown[]>,
  ): AsyncGenerator<unknown> {
    let rows: readonly unknown[] = [];
    do {
      assertOpen();
      rows = await load(rows.at(-1));
      yield* rows;
    } while (rows.length === pageRows);
  }

  /** All rows of a prefix. SQLite sorts by code points, the port by code units: so they are sorted here. */
  const listHeads = async (prefix: string): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for await (const row of pages((last) =>
      query(streams, [prefix, prefix, textColumn(last, 'stream_id') ?? '', pageRows]),
    )) {
      found.push(row);
    }
    return found;
  };

  return {
    async *read(streamId, readOptions) {
      const { fromVersion, toVersion } = prepareRead(streamId, readOptions);
      assertOpen();
      await assertServed(streamId);
      for await (const row of pages((last) => {
        const from = last === undefined ? fromVersion : numberColumn(last, 'version') + 1;
        return query(ofStream, [streamId, from, toVersion, pageRows]);
      })) {
        yield toStoredEvent(row);
      }
      // Removed between two pages: the caller must not take a part for the whole.
      await assertServed(streamId);
    },
    async *readAll(readOptions): AsyncGenerator<StoredEvent> {
      const { after, limit, prefix } = prepareReadAll(readOptions);
      assertOpen();
      let left = limit;
      if (left === 0) return;
      for await (const row of pages((last) => {
        const from = last === undefined ? after : numberColumn(last, 'position');
        return query(ofAll, [prefix, from, pageRows]);
      })) {
        yield toStoredEvent(row);
        left -= 1;
        if (left === 0) return;
      }
    },
    async *listStreams(listOptions): AsyncGenerator<StreamSummary> {
      const { prefix } = prepareListStreams(listOptions);
      assertOpen();
      const rows = await listHeads(prefix);
      const served = rows.filter((row) => textColumn(row, 'archived_as') === undefined);
      yield* served
        .map((row) => ({
          streamId: required(row, 'stream_id'),
          version: numberColumn(row, 'version'),
          updatedAt: required(row, 'updated_at'),
        }))
        .toSorted(byStreamId);
    },
    async *listRemoved(listOptions): AsyncGenerator<RemovedStream> {
      const { prefix } = prepareListStreams(listOptions);
      assertOpen();
      const rows = await listHeads(prefix);
      const removed = rows.flatMap((row): readonly RemovedStream[] => {
        const archivedAs = textColumn(row, 'archived_as');
        if (archivedAs === undefined) return [];
        const streamId = required(row, 'stream_id');
        return [
          { streamId, version: numberColumn(row, 'version'), hash: required(row, 'hash'), archivedAs },
        ];
      });
      yield* removed.toSorted(byStreamId);
    },
  };
}
