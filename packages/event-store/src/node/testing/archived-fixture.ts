import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import type { ArchiveManifest } from '../../retention/archive.ts';
import { exportStreams } from '../../retention/export-streams.ts';

/** A small archive of two months of audit entries, and the store it came from. */
export interface ArchivedFixture {
  readonly store: EventStore;
  readonly manifest: ArchiveManifest;
  /** By name, `manifest.json` included. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const day = 86_400_000;

/** Creates the same archive at every call: streams `audit/202601` and `audit/202602`; `audit/202605` is too young. */
export async function archivedFixture(): Promise<ArchivedFixture> {
  const clock = createManualClock();
  const store = createMemoryEventStore({ clock });
  const write = async (streamId: string, count: number): Promise<void> => {
    for (let number = 1; number <= count; number += 1) {
      const event = { type: 'session-viewed', data: { number, 対象: '第3話' }, actor: 'ann' };
      await store.append(streamId, [event], { expectedVersion: number - 1 });
      clock.advance(day);
    }
  };
  await write('audit/202601', 5);
  clock.advance(26 * day);
  await write('audit/202602', 3);
  clock.advance(87 * day);
  await write('audit/202605', 2);

  const files = new Map<string, Uint8Array>();
  const olderThan = new Date(clock.now().getTime() - 90 * day + day);
  const manifest = await exportStreams(
    store,
    { prefix: 'audit/', olderThan },
    async (name, bytes) => {
      files.set(name, bytes);
    },
  );
  return { store, manifest, files };
}
