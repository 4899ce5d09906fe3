import { type EventStore, followAll, VersionConflictError } from '@kanmon/core';
import { checkConflict, checkEqual, checkFenced } from './assertions.ts';
import {
  acquire,
  add,
  collect,
  note,
  notes,
  pluck,
  readStream,
  ttlMs,
  upTo,
  versionsOf,
} from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

export const twoHandleRules: RuleGroup = {
  name: 'two handles',
  needs: 'connect',
  rules: {
    'each sees what the other acknowledged': async ({ store, connect }) => {
      const other = await connect();
      for (const version of upTo(3)) {
        await add(version % 2 === 0 ? store : other, 's');
        for (const reader of [store, other]) {
          checkEqual(await versionsOf(reader, 's'), upTo(version), 'versions');
        }
      }
      checkEqual(await collect(store.listStreams()), await collect(other.listStreams()), 'streams');
    },
    'conflicts and keys hold across handles': async ({ store, connect }) => {
      const other = await connect();
      const first = await store.append('s', notes(2), { expectedVersion: 0, idempotencyKey: 'k' });
      const stale = other.append('s', [note()], { expectedVersion: 0 });
      await checkConflict(stale, { actualVersion: 2 });
      const again = await other.append('s', notes(2), { expectedVersion: 0, idempotencyKey: 'k' });
      checkEqual(again, { ...first, replayed: true }, 'replayed');
    },
    'racing appends of both are all written, in one order': async ({ store, connect }) => {
      const other = await connect();
      const results = await Promise.all(
        upTo(40).map((number) => add(number % 2 === 0 ? store : other, 's', note(number), note())),
      );
      const versions = pluck(results, 'version').toSorted((a, b) => a - b);
      const even = upTo(40).map((number) => number * 2);
      checkEqual(versions, even, 'versions given');
      const events = await readStream(store, 's');
      checkEqual(pluck(events, 'version'), upTo(80), 'versions');
      checkEqual(await readStream(other, 's'), events, 'the other handle');
    },
    'a counter by compare-and-swap loses no increment': async ({ store, connect }) => {
      const other = await connect();
      await Promise.all([increment(store, 15), increment(other, 15)]);
      const events = await readStream(store, 'counter');
      checkEqual(pluck(events, 'data'), upTo(30), 'counter');
    },
    'a follower misses nothing while both write': async ({ store, connect }) => {
      const other = await connect();
      const seen: number[] = [];
      const follow = async (): Promise<void> => {
        for await (const { streamId, position } of followAll(store)) {
          seen.push(position);
          if (streamId === 'end') break;
        }
      };
      const following = follow();
      await Promise.all([writePairs(store, 'a'), writePairs(other, 'b')]);
      await add(other, 'end');
      await following;
      checkEqual(seen.length, 101, 'events seen');
      checkEqual(seen, pluck(await collect(other.readAll()), 'position'), 'positions seen');
    },
    'a lease is shared by both and is handed over': async (context) => {
      const { store } = context;
      const other = await context.connect();
      const lease = await acquire(context, 'ann');
      checkEqual(await other.acquireLease('r', { owner: 'bob', ttlMs }), null, 'held');
      await context.elapse(ttlMs);
      const next = await other.acquireLease('r', { owner: 'bob', ttlMs });
      checkEqual(next?.token, 2, 'token');
      const late = store.append('s', [note()], { expectedVersion: 0, fence: lease });
      await checkFenced(late, 'taken-over');
      await checkFenced(store.renewLease(lease, 1000), 'taken-over');
      await store.releaseLease(lease);
      checkEqual(await store.acquireLease('r', { owner: 'ann', ttlMs }), null, 'still bob');
    },
    'of ten owners that ask both at once for a lease one gets it': async ({ store, connect }) => {
      const other = await connect();
      const leases = await Promise.all(
        upTo(10).map((number) =>
          (number % 2 === 0 ? store : other).acquireLease('r', { owner: `o${number}`, ttlMs }),
        ),
      );
      checkEqual(leases.filter((lease) => lease !== null).length, 1, 'leases');
    },
    'closing one leaves the other': async ({ store, connect }) => {
      const other = await connect();
      await add(other, 's');
      await other.close();
      await add(store, 's');
      checkEqual(await versionsOf(store, 's'), [1, 2], 'versions');
    },
  },
};

async function writePairs(store: EventStore, name: string): Promise<void> {
  for (let round = 0; round < 25; round += 1) {
    await add(store, `${name}${round % 3}`, note(), note());
  }
}

/** Reads the counter, adds one, and tries again when another writer was faster. */
async function increment(store: EventStore, times: number): Promise<void> {
  for (let done = 0; done < times;) {
    const events = await readStream(store, 'counter');
    try {
      await store.append('counter', [note(events.length + 1)], { expectedVersion: events.length });
      done += 1;
    } catch (error) {
      if (!VersionConflictError.isInstance(error)) throw error;
    }
  }
}
