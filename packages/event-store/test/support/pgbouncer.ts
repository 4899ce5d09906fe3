import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type PostgresServer } from './postgres-server.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Debian installs it where users do not look. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).error === undefined,
);

/** True when PgBouncer can be started. */
export const hasPgBouncer: boolean = program !== undefined;

/** PgBouncer in transaction mode before a server: statements of one client go over any connection. */
export async function startPgBouncer(server: PostgresServer): Promise<PostgresServer> {
  const directory = temporaryDirectory();
  const port = await freePort();
  const behind = new URL(server.url);
  const config = join(directory.path, 'pgbouncer.ini');
  const database = behind.pathname.slice(1);
  writeFileSync(
    config,
    `[databases]
${database} = host=${behind.hostname} port=${behind.port} user=${behind.username} password=${behind.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
`,
  );
  chmodSync(directory.path, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user=postgres'] : [];
  const child = spawn(program ?? 'pgbouncer', ['--quiet', ...user, config], { stdio: 'ignore' });
  const url = `postgres://postgres:x@127.0.0.1:${port}/${database}`;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      break;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(100);
    }
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      directory.remove();
    },
  };
}
