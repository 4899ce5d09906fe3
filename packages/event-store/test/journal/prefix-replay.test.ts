import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import { createFileEventStore, type FileSystem } from '../../src/file.ts';
import { memoryFileSystem, recordingFileSystem, replayPrefixes } from '../../src/testing.ts';
import { collect } from '../support/collect.ts';

const directory = '/store';

/** The acknowledgement of one step, as a check of the store that a crash left. */
type Holds = (state: OpenedState) => boolean;

function isHolds(value: unknown): value is Holds {
  return typeof value === 'function';
}

interface OpenedState {
  readonly versions: ReadonlyMap<string, number>;
  readonly removed: ReadonlySet<string>;
  readonly nextToken: number | null;
}

/** 60 operations of all kinds over several segments, with a checkpoint after each. */
async function record(): Promise<ReturnType<typeof recordingFileSystem>> {
  const fileSystem = recordingFileSystem(memoryFileSystem());
  const clock = createManualClock();
  const options = { fileSystem, clock, segmentBytes: 6000 };
  let store = await createFileEventStore(directory, options);
  const counts = new Map<string, number>();
  let lease = await store.acquireLease('r', { owner: 'o', ttlMs: 1000 });

  const acknowledgeVersion = (streamId: string): void => {
    const count = counts.get(streamId) ?? 0;
    const holds: Holds = ({ versions, removed }) =>
      removed.has(streamId) || (versions.get(streamId) ?? 0) >= count;
    fileSystem.acknowledge(holds);
  };

  for (let step = 1; step <= 60; step += 1) {
    clock.advance(60_000);
    if (step === 40) clock.advance(31 * 86_400_000);
    if (step % 15 === 0) {
      await store.close();
      store = await createFileEventStore(directory, options);
    }
    if (step % 10 === 7) {
      lease = await store.acquireLease('r', { owner: 'o', ttlMs: 1000 });
      const token = lease?.token ?? 0;
      const holds: Holds = ({ nextToken }) => (nextToken ?? 0) > token;
      fileSystem.acknowledge(holds);
    } else if (step === 30 || step === 50) {
      const streamId = step === 30 ? 'early' : 'late';
      const removal = { expectedVersion: counts.get(streamId) ?? 0, archivedAs: 'archive' };
      await store.removeStream(streamId, removal);
      const holds: Holds = ({ removed }) => removed.has(streamId);
      fileSystem.acknowledge(holds);
    } else {
      const streamId = step < 30 ? 'early' : step < 50 ? 'late' : `s${step % 3}`;
      const events = Array.from({ length: 1 + (step % 3) }, (_, index) => ({
        type: 'noted',
        data: { step, index, pad: 'x'.repeat((step * 53) % 600) },
      }));
      await store.append(streamId, events, { expectedVersion: counts.get(streamId) ?? 0 });
      counts.set(streamId, (counts.get(streamId) ?? 0) + events.length);
      acknowledgeVersion(streamId);
    }
  }
  await store.close();
  return fileSystem;
}

/** Opens what a crash left, checks that no append is halfway there, and that the store goes on. */
async function openAfterCrash(fileSystem: FileSystem): Promise<OpenedState> {
  const store = await createFileEventStore(directory, { fileSystem });
  const versions = new Map<string, number>();
  for (const { streamId } of await collect(store.listStreams())) {
    const events = await collect(store.read(streamId));
    events.forEach((event, index) => expect(event.version).toBe(index + 1));
    const steps = new Map<unknown, number>();
    for (const { data } of events) {
      const step: unknown = Reflect.get(Object(data), 'step');
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    for (const [step, count] of steps) expect(count).toBe(1 + (Number(step) % 3));
    versions.set(streamId, events.length);
  }
  const removed = new Set((await collect(store.listRemoved())).map(({ streamId }) => streamId));
  const lease = await store.acquireLease('r', { owner: 'after', ttlMs: 1000 });
  await store.append('after', [{ type: 'noted', data: null }], { expectedVersion: 0 });
  await store.close();
  const again = await createFileEventStore(directory, { fileSystem });
  expect(await collect(again.read('after'))).toHaveLength(1);
  await again.close();
  return { versions, removed, nextToken: lease?.token ?? null };
}

describe('a crash of the machine', () => {
  it('at any moment leaves a journal that opens to what was acknowledged', async () => {
    const { trace } = await record();
    const kinds = new Set<string>();
    const report = await replayPrefixes(trace, {
      async check(fileSystem, acknowledged, { variant }) {
        kinds.add(variant);
        const state = await openAfterCrash(fileSystem);
        expect(acknowledged.filter(isHolds).filter((holds) => !holds(state))).toEqual([]);
      },
    });
    // All that a disk can do was tried, over rotation by size and month, removal and reopening.
    expect([...kinds].toSorted()).toEqual(
      ['cut', 'dropped', 'hole', 'kept', 'unnamed', 'unremoved', 'zeroed'].toSorted(),
    );
    expect(trace.filter(({ call }) => call === 'create').length).toBeGreaterThan(4);
    expect(trace.some(({ call }) => call === 'remove')).toBe(true);
    expect(report.prefixes).toBeGreaterThan(120);
    expect(report.states).toBeGreaterThan(300);
  }, 20_000);

  it('is detected when an append was acknowledged before its sync', async () => {
    const fileSystem = recordingFileSystem(memoryFileSystem());
    const hasty: FileSystem = { ...fileSystem, sync: () => undefined };
    const store = await createFileEventStore(directory, { fileSystem: hasty });
    await store.append('s', [{ type: 'noted', data: null }], { expectedVersion: 0 });
    fileSystem.acknowledge('one');
    await store.close();
    const replay = replayPrefixes(fileSystem.trace, {
      async check(left, acknowledged) {
        const opened = await createFileEventStore(directory, { fileSystem: left });
        expect(await collect(opened.read('s'))).toHaveLength(acknowledged.length);
      },
    });
    await expect(replay).rejects.toThrow('dropped');
  });
});
