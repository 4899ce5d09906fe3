import { join } from 'node:path';
import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { createFileEventStore } from '../../src/file.ts';
import { createSqliteEventStore } from '../../src/sqlite.ts';
import type { MakeStore } from '../../src/testing.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export const makeMemoryStore: MakeStore = async ({ clock }) => {
  const store = createMemoryEventStore({ clock });
  return { store, dispose: () => store.close() };
};

/** A store on disk: further handles open the same path, and all are closed in the end. */
function onDisk(
  name: string,
  open: (path: string, clock: { now(): Date }) => Promise<EventStore>,
): MakeStore {
  return async ({ clock }) => {
    const directory = temporaryDirectory();
    const handles: EventStore[] = [];
    const connect = async (): Promise<EventStore> => {
      const handle = await open(join(directory.path, name), clock);
      handles.push(handle);
      return handle;
    };
    const store = await connect();
    return {
      store,
      connect,
      async reopen() {
        await store.close();
        return connect();
      },
      async dispose() {
        await Promise.all(handles.map((handle) => handle.close()));
        directory.remove();
      },
    };
  };
}

export const makeFileStore: MakeStore = onDisk('journal', (path, clock) =>
  createFileEventStore(path, { clock }),
);

/** Segments of a few lines, so that every rule also holds across them. */
export const makeSmallSegmentsStore: MakeStore = onDisk('journal', (path, clock) =>
  createFileEventStore(path, { clock, segmentBytes: 1500 }),
);

export const makeSqliteStore: MakeStore = onDisk('events.db', (path, clock) =>
  createSqliteEventStore(path, { clock }),
);
