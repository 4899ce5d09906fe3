import { EventStoreError } from '@kanmon/core';
import { describeValue, isRecord } from '@kanmon/core/kit';
import { column } from '../../rows/stored-row.ts';

/** What SQLite stores in a column of this schema. */
export type SqliteValue = string | number | null;

/** One prepared statement. `get` gives undefined or null when there is no row. */
export interface SqliteStatement {
  run(...parameters: readonly SqliteValue[]): unknown;
  get(...parameters: readonly SqliteValue[]): unknown;
  all(...parameters: readonly SqliteValue[]): readonly unknown[];
}

/**
 * The part of a SQLite connection this store uses. `DatabaseSync` of `node:sqlite`, `Database` of `bun:sqlite`
 * and better-sqlite3 have it.
 */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/** Throws `store-invalid-option` for a connection that this store cannot use: of another shape, or asynchronous. */
export function checkDatabase(database: unknown): void {
  if (isDatabase(database)) return;
  throw new EventStoreError(
    `expected the path of a file, or an open connection of node:sqlite, bun:sqlite or better-sqlite3, got ${nameOf(database)}`,
    { code: 'store-invalid-option' },
  );
}

function nameOf(value: unknown): string {
  const maker: unknown = isRecord(value) ? value['constructor'] : undefined;
  return typeof maker === 'function' && maker !== Object ? maker.name : describeValue(value);
}

function isDatabase(database: unknown): boolean {
  const methods = ['exec', 'prepare', 'close'];
  if (!methods.every((name) => typeof column(database, name) === 'function')) return false;
  // The methods were looked at; what they return is looked at here.
  const statement: unknown = (database as SqliteDatabase).prepare('select 1 as one');
  if (typeof column(statement, 'get') !== 'function') return false;
  return column((statement as SqliteStatement).get(), 'one') === 1;
}
