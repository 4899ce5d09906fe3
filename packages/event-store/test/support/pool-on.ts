import pg from 'pg';

/** Opens a pool on a server that the test stops. */
export function poolOn(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, ...options });
  // A server that stops breaks idle connections; that is no failure of a test.
  pool.on('error', () => undefined);
  // Nor is it one while a pool that was ended still closes them: `end` does not wait until they are closed.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
