import { isLongRun } from '@kanmon/test-support';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Clock,
  createMemoryEventStore,
  type EventStore,
  VersionConflictError,
} from '@kanmon/core';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createManualClock, createSequentialIds } from '@kanmon/core/testing';
import {
  type Confirmation,
  createProposalLedger,
  ProposalApplyError,
  toDiffs,
} from '../src/index.ts';
import { board, gated, seen } from './support-boards.ts';

const appliers = 20;

/** Small and good enough to shuffle with: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lets a random number of microtasks pass around every read and append. */
function shuffled(store: EventStore, random: () => number): EventStore {
  const pause = async (): Promise<void> => {
    for (let turns = Math.floor(random() * 12); turns > 0; turns -= 1) {
      await Promise.resolve();
    }
  };
  return {
    ...store,
    readAll: (options) => store.readAll(options),
    async append(...parameters) {
      await pause();
      const result = await store.append(...parameters);
      await pause();
      return result;
    },
    async *read(...parameters) {
      await pause();
      for await (const event of store.read(...parameters)) {
        yield event;
        if (random() < 0.2) await pause();
      }
    },
  };
}

function isKnownRefusal(reason: unknown): boolean {
  return (
    VersionConflictError.isInstance(reason) ||
    (ProposalApplyError.isInstance(reason) && reason.code === 'diff-already-applied')
  );
}

const directory = await mkdtemp(join(tmpdir(), 'kanmon-ledger-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

type MakeStore = (clock: Clock, seed: number) => Promise<EventStore>;
const stores: readonly (readonly [string, number, MakeStore])[] = [
  ['memory', isLongRun ? 1000 : 100, async (clock) => createMemoryEventStore({ clock })],
  // Every append is synced to the disk, so the disk sets the pace.
  [
    'file',
    isLongRun ? 1000 : 10,
    (clock, seed) => createFileEventStore(join(directory, String(seed)), { clock }),
  ],
];

describe.each(stores)('any interleaving of appliers on a %s store', (_name, turns, makeStore) => {
  it(`applies a diff once (${appliers} appliers, ${turns} rounds)`, async () => {
    let replays = 0;
    let refusals = 0;
    for (let seed = 1; seed <= turns; seed += 1) {
      const random = randomFrom(seed);
      const clock = createManualClock();
      const store = await makeStore(clock, seed);
      const ids = createSequentialIds();
      const open = () =>
        createProposalLedger({ store: shuffled(store, random), boardId: 'b', clock, ids });
      const { diffs } = toDiffs(gated(), { runId: 'r', validNodeIds: ['n1', 'n2', 'n3'], clock });
      const [diff, other] = diffs;
      if (diff === undefined || other === undefined) throw new Error('no diffs');
      const diffId = diff.diff_id;
      await open().propose(diffs);
      // Half of the appliers share a confirmation, half have separate ones.
      const confirmations: Confirmation[] = [];
      for (let index = 0; index <= appliers / 2; index += 1) {
        confirmations.push(
          await open().confirm({
            ...(await seen(open(), diffId)),
            confirmedBy: 'x',
            state: board,
          }),
        );
      }
      const otherConfirmation = await open().confirm({
        ...(await seen(open(), other.diff_id)),
        confirmedBy: 'x',
        state: board,
      });
      const results = await Promise.allSettled([
        ...Array.from({ length: appliers }, (_, index) =>
          open().apply({
            confirmationId:
              confirmations[index < appliers / 2 ? 0 : index - appliers / 2]?.id ?? '',
            state: board,
          }),
        ),
        // Another process changes something else on the same board.
        open().apply({ confirmationId: otherConfirmation.id, state: board }),
      ]);
      const versions = new Set<number>();
      let written = 0;
      for (const result of results.slice(0, -1)) {
        if (result.status === 'fulfilled') {
          versions.add(result.value.version);
          if (result.value.replayed) replays += 1;
          else written += 1;
        } else {
          refusals += 1;
          if (!isKnownRefusal(result.reason)) throw result.reason;
        }
      }
      expect(written).toBe(1);
      expect(versions.size).toBe(1);
      expect(results.at(-1)?.status).toBe('fulfilled');
      let applied = 0;
      for await (const event of store.read('proposal-quality/b')) {
        if (event.type === 'diff-applied' && JSON.stringify(event.data).includes(diffId))
          applied += 1;
      }
      expect(applied).toBe(1);
      await store.close();
    }
    expect(replays).toBeGreaterThan(0);
    expect(refusals).toBeGreaterThan(0);
  }, 120_000);
});

describe('any interleaving of a withdrawal and an application', () => {
  it('lets one of them happen', async () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = randomFrom(seed);
      const clock = createManualClock();
      const store = createMemoryEventStore({ clock });
      const ids = createSequentialIds();
      const open = () =>
        createProposalLedger({ store: shuffled(store, random), boardId: 'b', clock, ids });
      const { diffs } = toDiffs(gated(), { runId: 'r', validNodeIds: ['n1', 'n2', 'n3'], clock });
      await open().propose(diffs);
      const diffId = diffs[0]?.diff_id ?? '';
      const { id } = await open().confirm({
        ...(await seen(open(), diffId)),
        confirmedBy: 'x',
        state: board,
      });
      const [withdrawal, application] = await Promise.allSettled([
        open().withdraw(id, 'x'),
        open().apply({ confirmationId: id, state: board }),
      ]);
      const types: string[] = [];
      for await (const { type } of store.read('proposal-quality/b')) types.push(type);
      expect(types.filter((type) => /withdrawn|applied/.test(type))).toHaveLength(1);
      expect([withdrawal.status, application.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      outcomes.add(types.at(-1) ?? '');
    }
    // Both orders have been tried.
    expect(outcomes.size).toBe(2);
  });
});
