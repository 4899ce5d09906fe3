import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { describeEventStore } from '../src/testing.ts';
import { postgresStores } from './support/postgres-harness.ts';

// PGlite proves the dialect; durability and concurrency are proved on the real server.
const database = new PGlite();
beforeAll(() => database.waitReady, 60_000);
afterAll(() => database.close());

describeEventStore('PostgreSQL on PGlite', postgresStores(database), { describe, it });
