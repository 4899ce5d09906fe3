import { existsSync } from 'node:fs';
import { createMemoryEventStore, type EventStore, KanmonError } from '@kanmon/core';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { UsageError } from '@kanmon/example-shared/usage-error';

const sqliteFile = /\.(?:sqlite3?|db)$/u;

/** The store of `--data`: a SQLite file by its ending, else a directory with a journal; memory without it. */
export async function openStore(data: string | undefined): Promise<EventStore> {
  if (data === undefined) return createMemoryEventStore();
  return opened(data, () =>
    sqliteFile.test(data) ? createSqliteEventStore(data) : createFileEventStore(data),
  );
}

/** The same for reading only; what is not there is not made. */
export async function openHistory(data: string): Promise<EventStore> {
  if (!existsSync(data)) throw new UsageError(`there is no history at ${data}`);
  return opened(data, () =>
    sqliteFile.test(data)
      ? createSqliteEventStore(data)
      : createFileEventStore(data, { readOnly: true }),
  );
}

async function opened(data: string, open: () => Promise<EventStore>): Promise<EventStore> {
  try {
    return await open();
  } catch (error) {
    if (!KanmonError.isInstance(error)) throw error;
    throw new UsageError(`${data} cannot be opened: ${error.message}`, error);
  }
}
