import { describe, it } from 'vitest';
import { describeEventStore } from '../src/testing.ts';
import { usePglite } from './support/pglite.ts';
import { postgresStores } from './support/postgres-harness.ts';

// PGlite proves the dialect; durability and concurrency are proved on the real server. Part of `pnpm test:long` only,
// since the real server takes the same tests on each push.
describeEventStore('PostgreSQL on PGlite', postgresStores(usePglite()), { describe, it });
