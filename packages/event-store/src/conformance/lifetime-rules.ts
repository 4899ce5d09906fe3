import { check, checkEqual, checkRefused } from './assertions.ts';
import { acquire, add, collect, note, notes, pluck, readStream, ttlMs, upTo } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

export const closeRules: RuleGroup = {
  name: 'close',
  rules: {
    'appends under way are finished first': async ({ store }) => {
      const appends = upTo(10).map((number) => add(store, 's', note(number)));
      let finished = 0;
      const counted = appends.map(async (append) => {
        await append;
        finished += 1;
      });
      await Promise.all([...counted, store.close()]);
      checkEqual(finished, 10, 'finished appends');
    },
    'every method rejects afterwards': async (context) => {
      const { store } = context;
      const lease = await acquire(context, 'ann');
      await store.close();
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        append: () => add(store, 's'),
        read: () => collect(store.read('s')),
        readAll: () => collect(store.readAll()),
        listStreams: () => collect(store.listStreams()),
        acquireLease: () => store.acquireLease('q', { owner: 'o', ttlMs }),
        renewLease: () => store.renewLease(lease, 1000),
        releaseLease: () => store.releaseLease(lease),
      };
      for (const [name, call] of Object.entries(calls)) {
        await checkRefused(call(), 'store-closed', name);
      }
    },
    'bad input is refused as bad input, also afterwards': async ({ store }) => {
      await store.close();
      await checkRefused(add(store, ''), 'store-invalid-id', 'append');
    },
    'closing twice is fine': async ({ store }) => {
      await store.close();
      await Promise.all([store.close(), store.close()]);
    },
  },
};

export const reopenRules: RuleGroup = {
  name: 'reopen',
  needs: 'reopen',
  rules: {
    'all events come back as they were': async ({ store, reopen }) => {
      await add(store, 'a', { ...note({ deep: ['値'] }), actor: 'ann', requestId: 'r' });
      await add(store, 'b', ...notes(3));
      await add(store, 'a');
      const before = await collect(store.readAll());
      const streams = await collect(store.listStreams());
      const again = await reopen();
      checkEqual(await collect(again.readAll()), before, 'events');
      checkEqual(await collect(again.listStreams()), streams, 'streams');
    },
    'versions, positions and hashes go on': async ({ store, reopen }) => {
      const { position } = await add(store, 's', ...notes(2));
      const again = await reopen();
      const next = await again.append('s', [note()], { expectedVersion: 2 });
      checkEqual(next.version, 3, 'version');
      check(next.position > position, 'position grows');
      const events = await readStream(again, 's');
      checkEqual(new Set(pluck(events, 'hash')).size, 3, 'hashes');
    },
    'idempotency keys are still known': async ({ store, reopen }) => {
      const options = { expectedVersion: 'any', idempotencyKey: 'k' } as const;
      const first = await store.append('s', [note()], options);
      const again = await (await reopen()).append('s', [note()], options);
      checkEqual(again, { ...first, replayed: true }, 'result');
    },
    'leases are still held and tokens still grow': async (context) => {
      const { store } = context;
      const lease = await acquire(context, 'ann');
      const released = await store.acquireLease('q', { owner: 'ann', ttlMs });
      check(released !== null, 'q is free');
      await store.releaseLease(released);
      const again = await context.reopen();
      const tokenOf = async (resource: string): Promise<number | undefined> =>
        (await again.acquireLease(resource, { owner: 'bob', ttlMs }))?.token;
      checkEqual(await tokenOf('r'), undefined, 'held');
      checkEqual(await tokenOf('q'), 2, 'q');
      await again.append('s', [note()], { expectedVersion: 0, fence: lease });
      await context.elapse(ttlMs);
      checkEqual(await tokenOf('r'), 2, 'r');
    },
    'time does not go backwards over a restart': async ({ store, clock, reopen }) => {
      await add(store, 's');
      const latest = clock.now().toISOString();
      clock.advance(-3_600_000);
      const again = await reopen();
      await add(again, 's');
      checkEqual((await readStream(again, 's'))[1]?.at, latest, 'time');
    },
  },
};
