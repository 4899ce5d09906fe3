/**
 * The part of a PostgreSQL client this store uses: `Pool` and `Client` of `pg`, and PGlite, have it.
 * With a pool, appends run side by side; with one client they run one after another.
 */
export interface PgPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}
