import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type * as sqlite from 'node:sqlite';
import { EventStoreError } from '@kanmon/core';
import type { SqliteDatabase } from './sqlite-database.ts';
import { column } from '../../rows/stored-row.ts';
import { applicationId, sqliteFormat, sqliteSchema } from './sqlite-schema.ts';
import { sqliteError } from './sqlite-errors.ts';

/** Opens the file at `path`, made with mode 0600 when missing; SQLite gives its side files the same mode. */
export async function openDatabase(
  path: string,
  load: () => Promise<typeof sqlite> = () => import('node:sqlite'),
): Promise<SqliteDatabase> {
  const { DatabaseSync } = await load().catch((cause: unknown) => {
    throw new EventStoreError(
      'this runtime has no node:sqlite, which comes with Node 22.13; update it, or open the file with bun:sqlite or better-sqlite3 and pass the connection to createSqliteEventStore',
      { code: 'store-open-failed', cause },
    );
  });
  if (path !== ':memory:') makePrivateFile(resolve(path));
  try {
    return new DatabaseSync(path === ':memory:' ? path : resolve(path));
  } catch (error) {
    throw sqliteError(error, 'store-open-failed');
  }
}

function makePrivateFile(path: string): void {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true) {
      throw new EventStoreError(`${path} is a symbolic link; name the file it points to`, {
        code: 'store-unsafe-path',
        details: { path },
      });
    }
    if (stats !== undefined) return;
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600));
  } catch (error) {
    // Another process made it between the two calls; it is a regular file of ours.
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return;
    throw sqliteError(error, 'store-open-failed');
  }
}

/**
 * Sets what durability needs and makes the schema when the database is empty. Some builds default
 * to `synchronous=NORMAL`, which loses acknowledged commits when the power fails.
 */
export function prepareDatabase(database: SqliteDatabase): void {
  assertOurs(database);
  database.exec('pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=ON;');
  if (pragma(database, 'application_id') === applicationId) return;
  database.exec('begin immediate');
  try {
    // Another process may have made it while this one waited for the lock.
    if (pragma(database, 'application_id') !== applicationId) {
      database.exec(sqliteSchema);
      database.prepare('insert into kanmon_meta values (?, ?)').run('store', randomUUID());
      database.exec(`pragma application_id=${applicationId}; pragma user_version=${sqliteFormat};`);
    }
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
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
  const tables = column(
    database.prepare('select count(*) as tables from sqlite_schema').get(),
    'tables',
  );
  if (owner !== 0 || tables !== 0) {
    throw formatError('the database belongs to another application; choose another file');
  }
}

function pragma(database: SqliteDatabase, name: 'application_id' | 'user_version'): unknown {
  return column(database.prepare(`pragma ${name}`).get(), name);
}

function formatError(message: string): EventStoreError {
  return new EventStoreError(message, { code: 'store-format' });
}
