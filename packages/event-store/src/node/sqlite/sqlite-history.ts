import { type HistoryView, withoutUndefined } from '@kanmon/core/kit';
import type { Change, PendingView } from '../../history/pending-view.ts';
import { eventColumns, pageRows, type RowQueries, streamSql } from '../../rows/row-reads.ts';
import { numberColumn, required, textColumn } from '../../rows/stored-row.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';

/**
 * Prepares the statements of a write transaction. The returned function reads the state that the transaction sees; its
 * view is valid until the transaction ends.
 */
export function createSqliteHistory(database: SqliteDatabase): () => PendingView {
  const head = database.prepare(
    'select version, hash, archived_as from kanmon_stream where stream_id = ?',
  );
  const key = database.prepare(
    'select version, position from kanmon_key where stream_id = ? and key = ?',
  );
  const content = database.prepare(
    'select type, data, actor from kanmon_event where stream_id = ? and version between ? and ? order by version',
  );
  const lease = database.prepare(
    'select owner, token, expires_at, released from kanmon_lease where resource = ?',
  );
  const meta = database.prepare('select value from kanmon_meta where name = ?');
  const last = database.prepare(
    'select position, at from kanmon_event order by position desc limit 1',
  );
  const apply = createChangeWriter(database);

  /**
   * Position and time are those of the last event. `kanmon_meta` keeps them only when events are removed: a row that
   * every commit rewrites would add a page to every commit.
   */
  const latestPlace = (): Pick<HistoryView, 'position' | 'latest'> => {
    const event = last.get();
    const written = ifRow(event, (row) => numberColumn(row, 'position')) ?? 0;
    const kept = ifRow(meta.get('position'), (row) => numberColumn(row, 'value')) ?? 0;
    if (written >= kept) return { position: written, latest: textColumn(event, 'at') };
    return { position: kept, latest: textColumn(meta.get('latest'), 'value') };
  };

  return () => {
    let { position, latest } = latestPlace();
    return {
      get position() {
        return position;
      },
      get latest() {
        return latest;
      },
      head: (streamId) =>
        ifRow(head.get(streamId), (row) => ({
          version: numberColumn(row, 'version'),
          hash: required(row, 'hash'),
          ...withoutUndefined({ archivedAs: textColumn(row, 'archived_as') }),
        })),
      key: (streamId, name) =>
        ifRow(key.get(streamId, name), (row) => ({
          version: numberColumn(row, 'version'),
          position: numberColumn(row, 'position'),
        })),
      content: (streamId, first, end) =>
        content.all(streamId, first, end).map((row) => ({
          type: required(row, 'type'),
          dataJson: required(row, 'data'),
          ...withoutUndefined({ actor: textColumn(row, 'actor') }),
        })),
      lease: (resource) =>
        ifRow(lease.get(resource), (row) => ({
          owner: required(row, 'owner'),
          token: numberColumn(row, 'token'),
          expiresAt: required(row, 'expires_at'),
          released: numberColumn(row, 'released') === 1,
        })),
      apply(change) {
        apply(change, { position, latest });
        if (change.kind !== 'append') return;
        position = change.events.at(-1)?.position ?? position;
        latest = change.at;
      },
    };
  };
}

/** Returns a function that writes one change. It gets the last position and time, which a removal must keep. */
function createChangeWriter(
  database: SqliteDatabase,
): (change: Change, place: Pick<HistoryView, 'position' | 'latest'>) => void {
  const writeStream = database.prepare(
    `insert into kanmon_stream(stream_id, version, hash, updated_at) values (?, ?, ?, ?)
     on conflict(stream_id) do update set version = excluded.version, hash = excluded.hash, updated_at = excluded.updated_at`,
  );
  const writeEvent = database.prepare(
    `insert into kanmon_event(position, stream_id, version, at, type, data, actor, request_id, hash)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const writeLease = database.prepare(
    `insert into kanmon_lease(resource, owner, token, expires_at, released) values (?, ?, ?, ?, ?)
     on conflict(resource) do update set owner = excluded.owner, token = excluded.token,
     expires_at = excluded.expires_at, released = excluded.released`,
  );
  const writeMeta = database.prepare(
    'insert into kanmon_meta(name, value) values (?, ?) on conflict(name) do update set value = excluded.value',
  );
  const writeKey = database.prepare('insert into kanmon_key values (?, ?, ?, ?)');
  const archive = database.prepare('update kanmon_stream set archived_as = ? where stream_id = ?');
  const deleteEvents = database.prepare('delete from kanmon_event where stream_id = ?');
  const deleteKeys = database.prepare('delete from kanmon_key where stream_id = ?');

  return (change, { position, latest }) => {
    switch (change.kind) {
      case 'append': {
        const { streamId, at, events, key } = change;
        for (const event of events) {
          const { version, type, dataJson, actor = null, requestId = null, hash } = event;
          const place = [event.position, streamId, version, at] as const;
          writeEvent.run(...place, type, dataJson, actor, requestId, hash);
        }
        const end = events.at(-1);
        if (end === undefined) return;
        writeStream.run(streamId, end.version, end.hash, at);
        if (key !== undefined) writeKey.run(streamId, key, end.version, end.position);
        return;
      }
      case 'lease': {
        const { resource, owner, token, expiresAt, action } = change;
        writeLease.run(resource, owner, token, expiresAt, action === 'released' ? 1 : 0);
        return;
      }
      case 'remove':
        if (latest !== undefined) writeMeta.run('latest', latest);
        writeMeta.run('position', String(position));
        archive.run(change.archivedAs, change.streamId);
        deleteEvents.run(change.streamId);
        deleteKeys.run(change.streamId);
        return;
    }
  };
}

/**
 * `substr` counts characters, so no character of a prefix can act as a pattern. Parameters have no numbers: better-sqlite3
 * takes numbered ones as names.
 */
const hasPrefix = 'substr(stream_id, 1, length(?)) = ?';

/** Creates the queries of the reading methods. `query` runs a statement and waits for locks where it must. */
export function createSqliteQueries(
  database: SqliteDatabase,
  query: (
    statement: SqliteStatement,
    values: readonly SqliteValue[],
  ) => Promise<readonly unknown[]>,
): RowQueries {
  const stream = database.prepare(
    streamSql({ event: 'kanmon_event', stream: 'kanmon_stream' }, { id: '?', from: '?', to: '?' }),
  );
  const all = database.prepare(
    `select ${eventColumns} from kanmon_event
     where ${hasPrefix} and position > ? order by position limit ${pageRows}`,
  );
  const heads = database.prepare(
    `select stream_id, version, updated_at, hash, archived_as from kanmon_stream
     where ${hasPrefix} and stream_id >= ? and stream_id > ? and stream_id <= ?
     order by stream_id limit ${pageRows}`,
  );
  return {
    stream: (streamId, from, to) => query(stream, [streamId, from, to, streamId]),
    all: (prefix, after) => query(all, [prefix, prefix, after]),
    heads: (prefix, after, last) => query(heads, [prefix, prefix, prefix, after, last]),
  };
}

/** Without a row node:sqlite and better-sqlite3 return undefined, bun:sqlite returns null. */
function ifRow<Value>(row: unknown, toValue: (row: unknown) => Value): Value | undefined {
  return row === undefined || row === null ? undefined : toValue(row);
}
