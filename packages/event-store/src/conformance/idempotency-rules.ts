/* oxlint-disable no-await-in-loop -- the steps of a rule follow each other */
import { check, checkEqual, rejection } from './assertions.ts';
import { add, note, notes, readStream, upTo, versionsOf } from './history.ts';
import { rule, type RuleGroup } from './store-under-test.ts';

export const idempotencyRules: RuleGroup = {
  name: 'idempotency',
  rules: [
    rule('a known key gives the first result and writes nothing', async ({ store }) => {
      const options = { expectedVersion: 0, idempotencyKey: 'k' };
      const first = await store.append('s', notes(2), options);
      await add(store, 's');
      const again = await store.append('s', notes(2), options);
      checkEqual(first.replayed, false, 'first');
      checkEqual(again, { ...first, replayed: true }, 'again');
      checkEqual(await versionsOf(store, 's'), upTo(3), 'versions');
    }),
    rule(
      'a known key answers whatever events, version and fence say',
      async ({ store, elapse }) => {
        const fence = await store.acquireLease('r', { owner: 'o', ttlMs: 1000 });
        check(fence !== null, 'the lease is free');
        const first = await store.append('s', [note('first')], {
          expectedVersion: 0,
          fence,
          idempotencyKey: 'k',
        });
        await elapse(1001);
        await store.acquireLease('r', { owner: 'next', ttlMs: 1000 });
        const again = await store.append('s', [note('other'), note('events')], {
          expectedVersion: 17,
          fence,
          idempotencyKey: 'k',
        });
        checkEqual(again, { ...first, replayed: true }, 'again');
      },
    ),
    rule('a key belongs to its stream', async ({ store }) => {
      const options = { expectedVersion: 0, idempotencyKey: 'k' };
      await store.append('a', [note()], options);
      const other = await store.append('b', [note()], options);
      checkEqual(other.replayed, false, 'replayed');
    }),
    rule('a refused append does not use its key up', async ({ store }) => {
      await rejection(
        store.append('s', [note()], { expectedVersion: 5, idempotencyKey: 'k' }),
        'conflict',
      );
      const result = await store.append('s', [note()], { expectedVersion: 0, idempotencyKey: 'k' });
      checkEqual(result.replayed, false, 'replayed');
    }),
    rule('keys are compared as they are written', async ({ store }) => {
      for (const idempotencyKey of ['k', 'K', 'k ', 'か', 'が', 'か\u3099']) {
        await store.append('s', [note()], { expectedVersion: 'any', idempotencyKey });
      }
      checkEqual(await versionsOf(store, 's'), upTo(6), 'versions');
    }),
    rule('one key used at once writes once', async ({ store }) => {
      const results = await Promise.all(
        upTo(8).map((writer) =>
          store.append('s', [note(writer)], { expectedVersion: 'any', idempotencyKey: 'k' }),
        ),
      );
      checkEqual(results.filter(({ replayed }) => !replayed).length, 1, 'writers');
      checkEqual((await readStream(store, 's')).length, 1, 'events');
    }),
  ],
};
