import type { HistoryView } from '@kanmon/core/kit';
import type { Change } from '../../history/pending-view.ts';
import { numberColumn, required, textColumn } from '../../rows/stored-row.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** The history as the connection sees it inside a write transaction, and the way to change it. */
export interface SqliteHistory {
  /** The state now; only good until the transaction ends. */
  view(): HistoryView & { apply(change: Change): void };
}

const upsertStream = `insert into kanmon_stream(stream_id, version, hash, updated_at) values (?, ?, ?, ?)
  on conflict(stream_id) do update set version = excluded.version, hash = excluded.hash, updated_at = excluded.updated_at`;
const insertEvent = `insert into kanmon_event(position, stream_id, version, at, type, data, actor, request_id, hash)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const upsertLease = `insert into kanmon_lease(resource, owner, token, expires_at, released) values (?, ?, ?, ?, ?)
  on conflict(resource) do update set owner = excluded.owner, token = excluded.token,
  expires_at = excluded.expires_at, released = excluded.released`;
const upsertMeta = `insert into kanmon_meta(name, value) values (?, ?) on conflict(name) do update set value = excluded.value`;

/** Prepares the statements once for the life of the connection. */
export function createSqliteHistory(database: SqliteDatabase): SqliteHistory {
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
  const writeStream = database.prepare(upsertStream);
  const writeEvent = database.prepare(insertEvent);
  const writeLease = database.prepare(upsertLease);
  const writeMeta = database.prepare(upsertMeta);
  const writeKey = database.prepare('insert into kanmon_key values (?, ?, ?, ?)');
  const archive = database.prepare('update kanmon_stream set archived_as = ? where stream_id = ?');
  const deleteEvents = database.prepare('delete from kanmon_event where stream_id = ?');
  const deleteKeys = database.prepare('delete from kanmon_key where stream_id = ?');

  /**
   * The last event tells position and time. `kanmon_meta` keeps them only when events are removed:
   * a row that every commit rewrites would add a page to every commit.
   */
  const latestPlace = (): { position: number; latest: string | undefined } => {
    const row = last.get();
    const kept = meta.get('position');
    const position = Math.max(
      isRow(row) ? numberColumn(row, 'position') : 0,
      isRow(kept) ? numberColumn(kept, 'value') : 0,
    );
    const isLast = isRow(row) && numberColumn(row, 'position') === position;
    return {
      position,
      latest: textColumn(isLast ? row : meta.get('latest'), isLast ? 'at' : 'value'),
    };
  };

  return {
    view() {
      let { position, latest } = latestPlace();
      return {
        get position() {
          return position;
        },
        get latest() {
          return latest;
        },
        head(streamId) {
          const row = head.get(streamId);
          if (!isRow(row)) return undefined;
          const archivedAs = textColumn(row, 'archived_as');
          return {
            version: numberColumn(row, 'version'),
            hash: required(row, 'hash'),
            ...(archivedAs === undefined ? {} : { archivedAs }),
          };
        },
        key(streamId, name) {
          const row = key.get(streamId, name);
          if (!isRow(row)) return undefined;
          return { version: numberColumn(row, 'version'), position: numberColumn(row, 'position') };
        },
        content: (streamId, first, end) =>
          content.all(streamId, first, end).map((row) => {
            const actor = textColumn(row, 'actor');
            return {
              type: required(row, 'type'),
              dataJson: required(row, 'data'),
              ...(actor === undefined ? {} : { actor }),
            };
          }),
        lease(resource) {
          const row = lease.get(resource);
          if (!isRow(row)) return undefined;
          return {
            owner: required(row, 'owner'),
            token: numberColumn(row, 'token'),
            expiresAt: required(row, 'expires_at'),
            released: numberColumn(row, 'released') === 1,
          };
        },
        apply(change) {
          switch (change.kind) {
            case 'append': {
              const { streamId, at, events } = change;
              for (const { type, dataJson, actor = null, requestId = null, ...place } of events) {
                const { version, hash } = place;
                writeEvent.run(
                  place.position,
                  streamId,
                  version,
                  at,
                  type,
                  dataJson,
                  actor,
                  requestId,
                  hash,
                );
                position = place.position;
              }
              latest = at;
              const end = events.at(-1);
              if (end === undefined) return;
              writeStream.run(streamId, end.version, end.hash, at);
              if (change.key !== undefined) {
                writeKey.run(streamId, change.key, end.version, end.position);
              }
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
            default: {
              const unknown: never = change;
              throw new TypeError(`no such change: ${String(unknown)}`);
            }
          }
        },
      };
    },
  };
}

/** Without a row node:sqlite and better-sqlite3 give undefined, bun:sqlite gives null. */
function isRow(row: unknown): boolean {
  return row !== undefined && row !== null;
}
