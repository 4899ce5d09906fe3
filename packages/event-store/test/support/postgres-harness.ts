import {
  createPostgresEventStore,
  migratePostgres,
  type PgPool,
  type PostgresEventStoreOptions,
} from '../../src/postgres.ts';
import type { MakeStore } from '../../src/testing.ts';

/** Stores in separate schemas on one server. Leases use the server's clock, so a test moves that. */
export function postgresStores(pool: PgPool, options: PostgresEventStoreOptions = {}): MakeStore {
  let schemas = 0;
  return async ({ clock }) => {
    schemas += 1;
    const schema = `kit_${schemas}`;
    await migratePostgres(pool, { schema });
    const connect = (): ReturnType<typeof createPostgresEventStore> =>
      createPostgresEventStore(pool, { clock, schema, ...options });
    const store = await connect();
    return {
      store,
      connect,
      async reopen() {
        await store.close();
        return connect();
      },
      async elapse(ms) {
        await pool.query(
          `update "${schema}".lease set expires_at = expires_at - $1::bigint * interval '1 millisecond'`,
          [ms],
        );
      },
      async dispose() {
        await store.close();
        await pool.query(`drop schema "${schema}" cascade`);
      },
    };
  };
}
