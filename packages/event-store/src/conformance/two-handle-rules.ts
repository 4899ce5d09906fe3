import { type EventStore, FencedError, VersionConflictError } from '@kanmon/core';
import { check, checkEqual, fail, rejection } from './assertions.ts';
import { add, collect, note, notes, readStream, upTo, versionsOf } from './history.ts';
import { rule, type RuleGroup } from './store-under-test.ts';

export const twoHandleRules: RuleGroup = {
  name: 'two handles',
  needs: 'connect',
  rules: [
    rule('each sees what the other acknowledged', async ({ store, connect }) => {
      const other = await connect();
      for (const version of upTo(3)) {
        await add(version % 2 === 0 ? store : other, 's');
        for (const reader of [store, other]) {
          checkEqual(await versionsOf(reader, 's'), upTo(version), 'versions');
        }
      }
      checkEqual(await collect(store.listStreams()), await collect(other.listStreams()), 'streams');
    }),
    rule('conflicts and keys hold across handles', async ({ store, connect }) => {
      const other = await connect();
      const first = await store.append('s', notes(2), { expectedVersion: 0, idempotencyKey: 'k' });
      const stale = await rejection(other.append('s', [note()], { expectedVersion: 0 }), 'stale');
      check(VersionConflictError.isInstance(stale), 'expected a VersionConflictError');
      checkEqual(stale.actualVersion, 2, 'actual version');
      const again = await other.append('s', notes(2), { expectedVersion: 0, idempotencyKey: 'k' });
      checkEqual(again, { ...first, replayed: true }, 'replayed');
    }),
    rule('racing appends of both all land, in one order', async ({ store, connect }) => {
      const other = await connect();
      const results = await Promise.all(
        upTo(40).map((number) => add(number % 2 === 0 ? store : other, 's', note(number), note())),
      );
      const versions = results.map(({ version }) => version).toSorted((a, b) => a - b);
      checkEqual(
        versions,
        upTo(40).map((number) => number * 2),
        'versions given',
      );
      const events = await readStream(store, 's');
      checkEqual(
        events.map(({ version }) => version),
        upTo(80),
        'versions',
      );
      checkEqual(await readStream(other, 's'), events, 'the other handle');
    }),
    rule('a counter by compare-and-swap loses no increment', async ({ store, connect }) => {
      const other = await connect();
      await Promise.all([increment(store, 15), increment(other, 15)]);
      const events = await readStream(store, 'counter');
      checkEqual(
        events.map(({ data }) => data),
        upTo(30),
        'counter',
      );
    }),
    rule('a follower of readAll misses nothing while both write', async ({ store, connect }) => {
      const other = await connect();
      const seen: number[] = [];
      let after = 0;
      let writing = true;
      const writers = Promise.all([writePairs(store, 'a'), writePairs(other, 'b')]).finally(() => {
        writing = false;
      });
      for (let last = false; !last;) {
        last = !writing;
        for await (const event of store.readAll({ after })) {
          seen.push(event.position);
          after = event.position;
        }
      }
      await writers;
      const all = (await collect(other.readAll())).map(({ position }) => position);
      checkEqual(all.length, 100, 'events');
      checkEqual(seen, all, 'seen');
    }),
    rule('a lease is one over both, and is handed over', async ({ store, connect, elapse }) => {
      const other = await connect();
      const lease = await store.acquireLease('r', { owner: 'ann', ttlMs: 10_000 });
      check(lease !== null, 'the lease is free');
      checkEqual(await other.acquireLease('r', { owner: 'bob', ttlMs: 10_000 }), null, 'held');
      await elapse(10_000);
      const next = await other.acquireLease('r', { owner: 'bob', ttlMs: 10_000 });
      checkEqual(next?.token, 2, 'token');
      const late = await rejection(
        store.append('s', [note()], { expectedVersion: 0, fence: lease }),
        'fenced',
      );
      check(FencedError.isInstance(late), 'expected a FencedError');
      const renewal = await rejection(store.renewLease(lease, 1000), 'renew');
      check(FencedError.isInstance(renewal), 'expected a FencedError');
      await store.releaseLease(lease);
      checkEqual(await store.acquireLease('r', { owner: 'ann', ttlMs: 10_000 }), null, 'still bob');
    }),
    rule('of those who ask both at once for a lease one gets it', async ({ store, connect }) => {
      const other = await connect();
      const leases = await Promise.all(
        upTo(10).map((number) =>
          (number % 2 === 0 ? store : other).acquireLease('r', {
            owner: `o${number}`,
            ttlMs: 10_000,
          }),
        ),
      );
      checkEqual(leases.filter((lease) => lease !== null).length, 1, 'leases');
    }),
    rule('closing one leaves the other', async ({ store, connect }) => {
      const other = await connect();
      await add(other, 's');
      await other.close();
      await add(store, 's');
      checkEqual(await versionsOf(store, 's'), [1, 2], 'versions');
    }),
  ],
};

async function writePairs(store: EventStore, name: string): Promise<void> {
  for (let round = 0; round < 25; round += 1) {
    await add(store, `${name}${round % 3}`, note(), note());
  }
}

/** Reads the counter, adds one, and tries again when somebody else was faster. */
async function increment(store: EventStore, times: number): Promise<void> {
  for (let done = 0; done < times;) {
    const events = await readStream(store, 'counter');
    try {
      await store.append('counter', [note(events.length + 1)], { expectedVersion: events.length });
      done += 1;
    } catch (error) {
      if (!VersionConflictError.isInstance(error))
        fail(`expected a conflict, got ${String(error)}`);
    }
  }
}
