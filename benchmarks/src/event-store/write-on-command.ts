// Works on PostgreSQL for each line `work inFlight milliseconds` that it reads, and prints operations a second.
import { createInterface } from 'node:readline';
import { createPostgresEventStore } from '@kanmon/event-store/postgres';
import { openPool, type Work, workFor } from './postgres-writers.ts';

const [url = '', name = ''] = process.argv.slice(2);
const pool = openPool(url, 8);
const store = await createPostgresEventStore(pool);
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [work, inFlight, milliseconds] = line.split(' ');
  // The benchmark writes these three words and no other.
  const rate = await workFor(
    pool,
    store,
    work as Work,
    Number(inFlight),
    Number(milliseconds),
    name,
  );
  process.stdout.write(`${rate}\n`);
}
await pool.end();
