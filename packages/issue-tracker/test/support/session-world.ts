import { createMemoryEventStore, type EventStore, type StoredEvent } from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createWorkflowStateStore,
  type SessionHandle,
  type WorkflowStateStore,
} from '../../src/index.ts';
import { type ManualSleep, manualSleep, sequentialRandom } from '../../src/testing.ts';

/** Stores the facade is tried on; the durable ones live until the end of the test. */
export const backends: Readonly<Record<string, (clock: ManualClock) => Promise<EventStore>>> = {
  memory: (clock) => Promise.resolve(createMemoryEventStore({ clock })),
  file: (clock) => createFileEventStore(join(temporaryFolder(), 'journal'), { clock }),
  sqlite: (clock) => createSqliteEventStore(join(temporaryFolder(), 'store.db'), { clock }),
};

/** A facade with clock, ids and sleep in the test's hand. */
export interface SessionWorld {
  readonly clock: ManualClock;
  /** Without the wrapping the facade sees. */
  readonly store: EventStore;
  readonly workflow: WorkflowStateStore;
  readonly sleep: ManualSleep;
}

/** A facade over a store of the kind asked for. */
export async function sessionWorld(
  options: {
    readonly backend?: string;
    readonly maxSessions?: number;
    readonly wrap?: (store: EventStore) => EventStore;
  } = {},
): Promise<SessionWorld> {
  const clock = createManualClock('2026-03-01T00:00:00.000Z');
  const store = (await backends[options.backend ?? 'memory']?.(clock)) ?? createMemoryEventStore();
  const sleep = manualSleep();
  const workflow = createWorkflowStateStore({
    store: options.wrap?.(store) ?? store,
    clock,
    random: sequentialRandom(1),
    timer: sleep,
    ...(options.maxSessions === undefined ? {} : { maxSessions: options.maxSessions }),
  });
  // The folder goes last: tear-downs run in the reverse order.
  onTestFinished(() => store.close());
  return { clock, store, workflow, sleep };
}

/** All events of a stream. */
export async function eventsOf(store: EventStore, streamId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of store.read(streamId)) events.push(event);
  return events;
}

/** Session `S{episode}` of that episode. */
export function begin(
  workflow: WorkflowStateStore,
  episode: number | string = 1,
): Promise<SessionHandle> {
  return workflow.beginSession({
    episode_number: episode,
    initiator: 'aki',
    session_id: `S${episode}`,
  });
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracker-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
