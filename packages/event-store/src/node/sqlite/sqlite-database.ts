/** What SQLite stores in a column of this schema. */
export type SqliteValue = string | number | null;

/** One prepared statement. */
export interface SqliteStatement {
  run(...parameters: readonly SqliteValue[]): unknown;
  get(...parameters: readonly SqliteValue[]): unknown;
  all(...parameters: readonly SqliteValue[]): readonly unknown[];
}

/** The part of a SQLite connection this store uses; `DatabaseSync` of `node:sqlite` and better-sqlite3 have it. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}
