import type { EventStore } from '@kanmon/core';
import { createFileEventStore } from '../../src/file.ts';
import { createPostgresEventStore } from '../../src/postgres.ts';
import { createSqliteEventStore } from '../../src/sqlite.ts';
import { poolOn } from '../support/pool-on.ts';

/** Opens a store by its kind and place: a path, or the URL of a server. */
export async function openStore(kind: string, place: string): Promise<EventStore> {
  switch (kind) {
    case 'file':
      return createFileEventStore(place);
    case 'file-small':
      return createFileEventStore(place, { segmentBytes: 4000 });
    case 'sqlite':
      return createSqliteEventStore(place, { busyTimeoutMs: 30_000 });
    case 'postgres': {
      const pool = poolOn(place, { max: 1 });
      const store = await createPostgresEventStore(pool);
      const close = async (): Promise<void> => {
        await store.close();
        await pool.end();
      };
      return { ...store, close };
    }
    default:
      throw new Error(`no store ${kind}`);
  }
}
