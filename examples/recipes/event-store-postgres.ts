import { createCheckpoint, createMemoryEventStore, followAll } from '@kanmon/core';
import { createPostgresEventStore } from '@kanmon/event-store/postgres';
import { Pool } from 'pg';

// With a database this writes to PostgreSQL; without one, the memory store takes its role.
const { DATABASE_URL } = process.env;
const pool = DATABASE_URL === undefined ? null : new Pool({ connectionString: DATABASE_URL });
const store =
  pool === null
    ? createMemoryEventStore()
    : await createPostgresEventStore(pool, { migrate: true }); // migrate where you deploy, once

const deck = `deck/${crypto.randomUUID()}`;
const approved = { type: 'slide-approved', data: { slide: 3 }, actor: 'ann' };
const options = { expectedVersion: 0, idempotencyKey: 'approve-3' };
const first = await store.append(deck, [approved], options);
const again = await store.append(deck, [approved], options); // the first reply was lost
console.log(first.version, again.version, again.replayed);

// A follower on another machine sees each event once and continues where it was.
const checkpoint = createCheckpoint(store, 'search-index');
for await (const { type, actor } of followAll(store, { prefix: deck, checkpoint })) {
  console.log(type, actor);
  break;
}
await store.close();
await pool?.end(); // the pool is yours
