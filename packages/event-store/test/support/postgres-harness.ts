import {
  createPostgresEventStore,
  migratePostgres,
  type PgPool,
  type PostgresEventStoreOptions,
} from '../../src/postgres.ts';
import type { MakeStore } from '../../src/testing.ts';

/** Stores in schemas of their own on one server. Leases go by the server's clock, so that is moved. */
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
