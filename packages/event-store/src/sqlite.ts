export {
  createSqliteEventStore,
  type SqliteEventStore,
  type SqliteEventStoreOptions,
} from './node/sqlite/sqlite-event-store.ts';
export { createSqliteCounter, type SqliteCounter } from './node/sqlite/sqlite-counter.ts';
export type {
  SqliteDatabase,
  SqliteStatement,
  SqliteValue,
} from './node/sqlite/sqlite-database.ts';
export type { Prunable, RemovedStream, RemoveStreamOptions } from './retention/prunable.ts';
export type { RepairReport } from './retention/repair-report.ts';
