import { check, checkEqual, checkRefused } from './assertions.ts';
import { add, collect, note, upTo } from './history.ts';
import { rule, type RuleGroup } from './store-under-test.ts';

export const closeRules: RuleGroup = {
  name: 'close',
  rules: [
    rule('appends under way are finished first', async ({ store }) => {
      const appends = upTo(10).map((number) => add(store, 's', note(number)));
      let finished = 0;
      const counted = appends.map(async (append) => {
        await append;
        finished += 1;
      });
      await Promise.all([...counted, store.close()]);
      checkEqual(finished, 10, 'finished appends');
    }),
    rule('every method rejects afterwards', async ({ store }) => {
      const lease = await store.acquireLease('r', { owner: 'o', ttlMs: 1000 });
      check(lease !== null, 'the lease is free');
      await store.close();
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        append: () => add(store, 's'),
        read: () => collect(store.read('s')),
        readAll: () => collect(store.readAll()),
        listStreams: () => collect(store.listStreams()),
        acquireLease: () => store.acquireLease('q', { owner: 'o', ttlMs: 1000 }),
        renewLease: () => store.renewLease(lease, 1000),
        releaseLease: () => store.releaseLease(lease),
      };
      for (const [name, call] of Object.entries(calls)) {
        await checkRefused(call(), 'store-closed', name);
      }
    }),
    rule('bad input is refused as bad input, also afterwards', async ({ store }) => {
      await store.close();
      await checkRefused(add(store, ''), 'store-invalid-id', 'append');
    }),
    rule('closing twice is fine', async ({ store }) => {
      await store.close();
      await Promise.all([store.close(), store.close()]);
    }),
  ],
};
