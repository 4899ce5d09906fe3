import type { EventStore } from '@kanmon/core';
import pg from 'pg';

/** The work of a writer: bare inserts, appends to separate streams, or appends to one stream of all. */
export type Work = 'bare' | 'own' | 'hot';

/** An event whose JSON is about 600 bytes. */
export const event = {
  type: 'answer-recorded',
  data: { node: 'n-17', text: 'あ'.repeat(100), pad: 'x'.repeat(200) },
};
const text = JSON.stringify(event);

/** The table that a bare insert writes. */
export const bareTable = 'create table bare(position bigserial primary key, data text not null)';

/** A pool whose connections may still be closing when the server stops. */
export function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => undefined);
  return pool;
}

/** Works for a time with a number of operations in flight; returns how many a second. */
export async function workFor(
  pool: pg.Pool,
  store: EventStore,
  work: Work,
  inFlight: number,
  milliseconds: number,
  prefix = 's',
): Promise<number> {
  const run = (worker: number): Promise<unknown> => {
    if (work === 'bare') return pool.query('insert into bare(data) values ($1)', [text]);
    const stream = work === 'hot' ? 'hot' : `${prefix}${worker}`;
    return store.append(stream, [event], { expectedVersion: 'any' });
  };
  const started = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async (_, worker) => {
      while (performance.now() - started < milliseconds) {
        await run(worker);
        count += 1;
      }
    }),
  );
  return (count * 1000) / (performance.now() - started);
}
