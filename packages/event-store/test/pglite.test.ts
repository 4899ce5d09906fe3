import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, it } from 'vitest';
import { describeEventStore } from '../src/testing.ts';
import { postgresStores } from './support/postgres-harness.ts';

// PGlite proves the dialect; durability and concurrency are proved on the real server.
const database = new PGlite();
afterAll(() => database.close());

describeEventStore('PostgreSQL on PGlite', postgresStores(database), { describe, it });
