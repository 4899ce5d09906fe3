export {
  createPostgresEventStore,
  type PostgresEventStore,
  type PostgresEventStoreOptions,
} from './postgres/postgres-event-store.ts';
export { createPostgresCounter } from './postgres/postgres-counter.ts';
export { migratePostgres, postgresSchemaSql } from './postgres/migrate-postgres.ts';
export type { PgListener } from './postgres/doorbell.ts';
export type { LagWarning } from './postgres/horizon.ts';
export type { PgPool } from './postgres/pg-pool.ts';
export type { Prunable, RemovedStream, RemoveStreamOptions } from './retention/prunable.ts';
export type { RepairReport } from './retention/repair-report.ts';
