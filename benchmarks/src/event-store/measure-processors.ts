import { createPostgresEventStore } from '@kanmon/event-store/postgres';
import { processorMs } from '../support/processor-time.ts';
import { rounded } from '../support/spread.ts';
import type { PostgresServer } from './postgres-server.ts';
import { event, openPool } from './postgres-writers.ts';

/** Processor milliseconds of one call. */
export interface CallCost {
  readonly server: number;
  readonly client: number;
}

const inFlight = 8;
const rounds = 6;
const millisecondsEach = 400;

/**
 * Measures what one call takes of the processors of PostgreSQL and of this process: an append to one of eight streams, a
 * read of one event of a stream, and a look, which is a `readAll` that finds one event, as a follower makes it.
 */
export async function measureProcessors({
  url,
  pid,
}: PostgresServer): Promise<Readonly<Record<'append' | 'read' | 'look', CallCost>>> {
  const pool = openPool(url, inFlight);
  const store = await createPostgresEventStore(pool, { readWaitMs: 0 });
  const options = { expectedVersion: 'any' } as const;
  const { version } = await store.append('read', [event, event], options);
  let newest = 0;
  const calls = {
    append: (worker: number) => store.append(`cpu${worker}`, [event], options),
    read: () => drain(store.read('read', { fromVersion: version })),
    look: () => drain(store.readAll({ after: newest - 1 })),
  };
  const used = (): CallCost => {
    const { user, system } = process.cpuUsage();
    return { server: processorMs(pid), client: (user + system) / 1000 };
  };
  const measure = async (call: (worker: number) => Promise<unknown>): Promise<CallCost> => {
    let count = 0;
    let server = 0;
    let client = 0;
    for (let round = -1; round < rounds; round += 1) {
      const before = used();
      const until = performance.now() + millisecondsEach;
      let made = 0;
      await Promise.all(
        Array.from({ length: inFlight }, async (_, worker) => {
          for (; performance.now() < until; made += 1) await call(worker);
        }),
      );
      const after = used();
      if (round < 0) continue;
      count += made;
      server += after.server - before.server;
      client += after.client - before.client;
    }
    return { server: rounded(server / count), client: rounded(client / count) };
  };
  const append = await measure(calls.append);
  const read = await measure(calls.read);
  newest = (await store.append('read', [event], options)).position;
  const look = await measure(calls.look);
  await pool.end();
  return { append, read, look };
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}
