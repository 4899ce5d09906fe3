import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, lstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { EventStoreError } from '@kanmon/core';
import { describeValue, isRecord } from '@kanmon/core/kit';
import { invalidOption } from '../../history/option-error.ts';
import type { RepairReport } from '../../retention/repair-report.ts';
import { column } from '../../rows/stored-row.ts';
import { errorCode } from '../platform.ts';
import { sqliteError } from './sqlite-errors.ts';

/** A value that SQLite stores in a column of this schema. */
export type SqliteValue = string | number | null;

/** One prepared statement. `get` returns undefined or null when there is no row. */
export interface SqliteStatement {
  run(...parameters: readonly SqliteValue[]): unknown;
  get(...parameters: readonly SqliteValue[]): unknown;
  all(...parameters: readonly SqliteValue[]): readonly unknown[];
}

/**
 * The part of a SQLite connection that this store uses. `DatabaseSync` of `node:sqlite`, `Database` of `bun:sqlite`
 * and better-sqlite3 have it.
 */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** `KMES`: marks the file as one of this package. */
const applicationId = 0x4b4d4553;
/** The format this code writes and the highest it reads; stored in `user_version`. */
const sqliteFormat = 1;

/** Tables of format 1. `kanmon_meta` holds `store` (an id), `position` and `latest`. */
const sqliteSchema = `
create table kanmon_meta(name text primary key, value text not null) strict;
create table kanmon_stream(
  stream_id text primary key, version integer not null, hash text not null, updated_at text not null, archived_as text
) strict;
create table kanmon_event(
  position integer primary key, stream_id text not null, version integer not null, at text not null, type text not null,
  data text not null, actor text, request_id text, hash text not null, unique(stream_id, version)
) strict;
create table kanmon_key(
  stream_id text, key text, version integer not null, position integer not null, primary key(stream_id, key)
) strict, without rowid;
create table kanmon_lease(
  resource text primary key, owner text not null, token integer not null, expires_at text not null,
  released integer not null default 0
) strict;
`;

/** The part of `node:sqlite` that is used. Its own type would make the declarations need @types/node. */
interface SqliteModule {
  readonly DatabaseSync: new (path: string) => SqliteDatabase;
}

/** Opens the file at `path`, created with mode 0600 when missing; SQLite creates its side files with the same mode. */
export async function openDatabase(
  path: string,
  load: () => Promise<SqliteModule> = () => import('node:sqlite'),
): Promise<SqliteDatabase> {
  const { DatabaseSync } = await load().catch((cause: unknown) => {
    throw new EventStoreError(
      'this runtime has no node:sqlite, which comes with Node 22.13; update it, or open the file with bun:sqlite or better-sqlite3 and pass the connection to createSqliteEventStore',
      { code: 'store-open-failed', cause },
    );
  });
  try {
    if (path === ':memory:') return new DatabaseSync(path);
    makePrivateFile(resolve(path));
    return new DatabaseSync(resolve(path));
  } catch (error) {
    throw sqliteError(error, 'store-open-failed');
  }
}

/** Size of the header of a SQLite file. */
const headerBytes = 100;

function makePrivateFile(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) {
    throw new EventStoreError(`${path} is a symbolic link; name the file it points to`, {
      code: 'store-unsafe-path',
      details: { path },
    });
  }
  if (stats !== undefined) {
    if (stats.size === 0) assertNoLog(path);
    // SQLite takes a file of one byte as an empty one and overwrites it.
    if (stats.isFile() && stats.size > 0 && stats.size < headerBytes)
      throw new EventStoreError(
        `${path} has ${stats.size} bytes, which is no SQLite file; name another file, or restore this one from a copy`,
        { code: 'store-corrupt', details: { path } },
      );
    return;
  }
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600));
  } catch (error) {
    // Another process created it between the two calls.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Throws when commits are in the log beside an empty file, which no crash leaves; SQLite would delete the log. */
function assertNoLog(path: string): void {
  const log = `${path}-wal`;
  if ((lstatSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new EventStoreError(
    `${path} is empty although commits are in ${log}; restore the file from a copy before anything opens it`,
    { code: 'store-corrupt', details: { path } },
  );
}

/**
 * Returns a report for a file without content: a crash left it before its first commit, someone emptied it, or it was
 * copied without the log beside it, which holds the first commits.
 */
export function findEmptied(path: string): RepairReport | undefined {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile() || (stats.size > 0 && !isCopiedAlone(path))) return undefined;
  } catch {
    // It is missing, or opening it reports the reason.
    return undefined;
  }
  return { damaged: 1, void: 0, bytes: 0, file: path, offset: 0 };
}

/** Places in the header of a SQLite file: the version that writes it (2 with a log), and the mark of its owner. */
const writeVersionAt = 18;
const applicationIdAt = 68;

/** Returns true for a file that was written with a log, has none beside it, and has no owner yet. */
function isCopiedAlone(path: string): boolean {
  if (existsSync(`${path}-wal`)) return false;
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, headerBytes, 0);
  } finally {
    closeSync(file);
  }
  return header.readUInt8(writeVersionAt) === 2 && header.readUInt32BE(applicationIdAt) === 0;
}

/** Throws `store-invalid-option` for a connection that this store cannot use: of another shape, or asynchronous. */
export function checkDatabase(database: unknown): void {
  if (isDatabase(database)) return;
  const maker: unknown = isRecord(database) ? database['constructor'] : undefined;
  const name =
    typeof maker === 'function' && maker !== Object ? maker.name : describeValue(database);
  throw invalidOption(
    `expected the path of a file, or an open connection of node:sqlite, bun:sqlite or better-sqlite3, got ${name}`,
  );
}

function isDatabase(database: unknown): boolean {
  const methods = ['exec', 'prepare', 'close'];
  if (!methods.every((name) => typeof column(database, name) === 'function')) return false;
  // The methods exist; the next lines check the values that they return.
  const statement: unknown = (database as SqliteDatabase).prepare('select 1 as one');
  if (typeof column(statement, 'get') !== 'function') return false;
  return column((statement as SqliteStatement).get(), 'one') === 1;
}

/**
 * Sets the options that durability needs and creates the schema when the database is empty. Some builds default to
 * `synchronous=NORMAL`, which loses acknowledged commits when the power fails.
 */
export function prepareDatabase(database: SqliteDatabase): void {
  assertOurs(database);
  database.exec('pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=ON;');
  if (pragma(database, 'application_id') === applicationId) return;
  inTransaction(database, () => {
    // Another process may have created it while this one waited for the lock.
    if (pragma(database, 'application_id') === applicationId) return;
    database.exec(sqliteSchema);
    database.prepare('insert into kanmon_meta values (?, ?)').run('store', randomUUID());
    database.exec(`pragma application_id=${applicationId}; pragma user_version=${sqliteFormat};`);
  });
}

/** Runs work in a write transaction, and rolls back when it throws. */
export function inTransaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    try {
      database.exec('rollback');
    } catch {
      // SQLite has rolled back by itself, as it does after some failures.
    }
    throw error;
  }
}

function assertOurs(database: SqliteDatabase): void {
  const owner = pragma(database, 'application_id');
  const format = pragma(database, 'user_version');
  if (owner === applicationId) {
    if (Number(format) <= sqliteFormat) return;
    throw formatError(
      `the database has format ${String(format)}, newer than ${sqliteFormat}; update @kanmon/event-store`,
    );
  }
  const row = database.prepare('select count(*) as tables from sqlite_schema').get();
  if (owner !== 0 || column(row, 'tables') !== 0) {
    throw formatError('the database belongs to another application; choose another file');
  }
}

function pragma(database: SqliteDatabase, name: 'application_id' | 'user_version'): unknown {
  return column(database.prepare(`pragma ${name}`).get(), name);
}

function formatError(message: string): EventStoreError {
  return new EventStoreError(message, { code: 'store-format' });
}
