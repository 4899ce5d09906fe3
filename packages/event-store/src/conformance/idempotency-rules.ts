import type { NewEvent } from '@kanmon/core';
import { checkConflict, checkEqual } from './assertions.ts';
import { acquire, add, note, notes, readStream, ttlMs, upTo, versionsOf } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

export const idempotencyRules: RuleGroup = {
  name: 'idempotency',
  rules: {
    'a known key returns the first result and writes nothing': async ({ store }) => {
      const options = { expectedVersion: 0, idempotencyKey: 'k' };
      const first = await store.append('s', notes(2), options);
      await add(store, 's');
      const again = await store.append('s', notes(2), options);
      checkEqual(first.replayed, false, 'first');
      checkEqual(again, { ...first, replayed: true }, 'again');
      checkEqual(await versionsOf(store, 's'), upTo(3), 'versions');
    },
    'a known key answers for any version, fence and request id': async (context) => {
      const { store } = context;
      const fence = await acquire(context, 'ann');
      const options = { fence, idempotencyKey: 'k' };
      const first = await store.append('s', [note()], { ...options, expectedVersion: 0 });
      await context.elapse(ttlMs + 1);
      await acquire(context, 'bob');
      const retried = { ...note(), requestId: 'second' };
      const again = await store.append('s', [retried], { ...options, expectedVersion: 17 });
      checkEqual(again, { ...first, replayed: true }, 'again');
    },
    'a known key refuses other events and writes nothing': async ({ store }) => {
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
        await checkConflict(append(...events), { reason: 'key', actualVersion: 4 });
      }
      await append({ ...one, data: { b: [1, 2], a: 1 } }, two);
      checkEqual(await versionsOf(store, 's'), upTo(4), 'versions');
    },
    'a key belongs to its stream': async ({ store }) => {
      const options = { expectedVersion: 0, idempotencyKey: 'k' };
      await store.append('a', [note()], options);
      const other = await store.append('b', [note()], options);
      checkEqual(other.replayed, false, 'replayed');
    },
    'a refused append does not use its key up': async ({ store }) => {
      const append = (expectedVersion: number): ReturnType<typeof store.append> =>
        store.append('s', [note()], { expectedVersion, idempotencyKey: 'k' });
      await checkConflict(append(5), {});
      checkEqual((await append(0)).replayed, false, 'replayed');
    },
    'keys are compared as they are written': async ({ store }) => {
      for (const idempotencyKey of ['k', 'K', 'k ', 'か', 'が', 'か\u3099']) {
        await store.append('s', [note()], { expectedVersion: 'any', idempotencyKey });
      }
      checkEqual(await versionsOf(store, 's'), upTo(6), 'versions');
    },
    'one key used at once writes once': async ({ store }) => {
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
    },
  },
};
