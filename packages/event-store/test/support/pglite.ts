import { PGlite } from '@electric-sql/pglite';
import { beforeAll } from 'vitest';

/** One database for all test files of a process, which ends with it: a start takes seconds of work. */
const database = new PGlite();

/** Returns the database, in which each store has a separate schema, and waits for it before the tests of the file. */
export function usePglite(): PGlite {
  beforeAll(() => database.waitReady, 60_000);
  return database;
}
