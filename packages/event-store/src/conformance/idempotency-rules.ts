import { type NewEvent, VersionConflictError } from '@kanmon/core';
import { check, checkEqual, fail, rejection } from './assertions.ts';
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
      'a known key answers whatever version, fence and request id say',
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
        const again = await store.append('s', [{ ...note('first'), requestId: 'second' }], {
          expectedVersion: 17,
          fence,
          idempotencyKey: 'k',
        });
        checkEqual(again, { ...first, replayed: true }, 'again');
      },
    ),
    rule('a known key refuses other events and writes nothing', async ({ store }) => {
      const append = (...events: readonly NewEvent[]): Promise<unknown> =>
        store.append('s', events, { expectedVersion: 'any', idempotencyKey: 'k' });
      const [one, two] = [
        { type: 'noted', data: { a: 1, b: [1, 2] }, actor: 'ann' },
        { type: 'noted', data: { a: 2, b: [] } },
      ];
      await add(store, 's');
      await append(one, two);
      await add(store, 's');
      const others = [
        [one],
        [two, one],
        [one, two, two],
        [{ ...one, type: 'other' }, two],
        [{ ...one, data: { a: 1, b: [1, 3] } }, two],
        [{ ...one, actor: 'bob' }, two],
        [{ type: one.type, data: one.data }, two],
        Array.from({ length: 5 }, () => one),
      ];
      for (const events of others) {
        const error = await rejection(append(...events), 'other events under a known key');
        if (!VersionConflictError.isInstance(error)) fail('expected a VersionConflictError');
        checkEqual(
          { reason: error.reason, actual: error.actualVersion },
          { reason: 'key', actual: 4 },
          'error',
        );
      }
      await append({ ...one, data: { b: [1, 2], a: 1 } }, two);
      checkEqual(await versionsOf(store, 's'), upTo(4), 'versions');
    }),
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
          store.append('s', [{ ...note(), requestId: `request ${writer}` }], {
            expectedVersion: 'any',
            idempotencyKey: 'k',
          }),
        ),
      );
      checkEqual(results.filter(({ replayed }) => !replayed).length, 1, 'writers');
      checkEqual((await readStream(store, 's')).length, 1, 'events');
    }),
  ],
};
