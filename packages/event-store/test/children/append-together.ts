// Appends pairs of events from eight loops on PostgreSQL, which go in batches, and prints each acknowledged pair.
// A failed append is repeated under its key until it is answered; killed from outside.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@kanmon/core';
import pg from 'pg';
import { createPostgresEventStore } from '../../src/postgres.ts';

const [url = '', schema = '', name = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
// Idle connections break when the server is killed.
pool.on('error', () => undefined);
const store = await open();

/** The server may still recover from the round before. */
async function open(): Promise<EventStore> {
  for (;;) {
    try {
      return await createPostgresEventStore(pool, { schema });
    } catch {
      await sleep(20);
    }
  }
}

async function appendPair(streamId: string, number: number): Promise<number> {
  const events = ['first', 'second'].map((type) => ({ type, data: { name, number } }));
  for (;;) {
    try {
      const options = { expectedVersion: 'any', idempotencyKey: `${name}-${number}` } as const;
      return (await store.append(streamId, events, options)).version;
    } catch {
      await sleep(20);
    }
  }
}

let number = 0;
writeSync(1, 'ready\n');
await Promise.all(
  Array.from({ length: 8 }, async (_, index) => {
    for (;;) {
      number += 1;
      const own = number;
      const streamId = `s-${index % 3}`;
      const version = await appendPair(streamId, own);
      writeSync(1, `${streamId} ${version} ${own}\n`);
    }
  }),
);
