import { check, checkEqual } from './assertions.ts';
import { add, collect, note, notes, readStream } from './history.ts';
import { rule, type RuleGroup } from './store-under-test.ts';

export const reopenRules: RuleGroup = {
  name: 'reopen',
  needs: 'reopen',
  rules: [
    rule('all events come back as they were', async ({ store, reopen }) => {
      await add(store, 'a', { ...note({ deep: ['値'] }), actor: 'ann', requestId: 'r' });
      await add(store, 'b', ...notes(3));
      await add(store, 'a');
      const before = await collect(store.readAll());
      const streams = await collect(store.listStreams());
      const again = await reopen();
      checkEqual(await collect(again.readAll()), before, 'events');
      checkEqual(await collect(again.listStreams()), streams, 'streams');
    }),
    rule('versions, positions and hashes go on', async ({ store, reopen }) => {
      const { position } = await add(store, 's', ...notes(2));
      const again = await reopen();
      const next = await again.append('s', [note()], { expectedVersion: 2 });
      checkEqual(next.version, 3, 'version');
      check(next.position > position, 'position grows');
      const events = await readStream(again, 's');
      checkEqual(new Set(events.map(({ hash }) => hash)).size, 3, 'hashes');
    }),
    rule('idempotency keys are still known', async ({ store, reopen }) => {
      const options = { expectedVersion: 'any', idempotencyKey: 'k' } as const;
      const first = await store.append('s', [note()], options);
      const again = await (await reopen()).append('s', [note()], options);
      checkEqual(again, { ...first, replayed: true }, 'result');
    }),
    rule('leases are still held and tokens still grow', async ({ store, reopen, elapse }) => {
      const lease = await store.acquireLease('r', { owner: 'ann', ttlMs: 10_000 });
      const released = await store.acquireLease('q', { owner: 'ann', ttlMs: 10_000 });
      check(lease !== null && released !== null, 'both are free');
      await store.releaseLease(released);
      const again = await reopen();
      checkEqual(await again.acquireLease('r', { owner: 'bob', ttlMs: 10_000 }), null, 'held');
      checkEqual((await again.acquireLease('q', { owner: 'bob', ttlMs: 10_000 }))?.token, 2, 'q');
      await again.append('s', [note()], { expectedVersion: 0, fence: lease });
      await elapse(10_000);
      checkEqual((await again.acquireLease('r', { owner: 'bob', ttlMs: 10_000 }))?.token, 2, 'r');
    }),
    rule('time does not go backwards over a restart', async ({ store, clock, reopen }) => {
      await add(store, 's');
      const latest = clock.now().toISOString();
      clock.advance(-3_600_000);
      const again = await reopen();
      await add(again, 's');
      checkEqual((await readStream(again, 's'))[1]?.at, latest, 'time');
    }),
  ],
};
