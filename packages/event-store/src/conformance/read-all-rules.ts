import type { ReadAllOptions } from '@kanmon/core';
import { checkEqual, checkRefused } from './assertions.ts';
import { add, collect, nameOf, notes, pluck, upTo } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

export const readAllRules: RuleGroup = {
  name: 'readAll',
  rules: {
    'events come by position, over all streams': async ({ store }) => {
      for (const streamId of ['b', 'a', 'b', 'c']) await add(store, streamId, ...notes(2));
      const events = await collect(store.readAll());
      const order = 'b1 b2 a1 a2 b3 b4 c1 c2'.split(' ');
      checkEqual(events.map(nameOf), order, 'order');
      const positions = pluck(events, 'position');
      const sorted = positions.toSorted((left, right) => left - right);
      checkEqual(positions, sorted, 'positions');
    },
    '`after` is exclusive and `limit` counts events': async ({ store }) => {
      await add(store, 'a', ...notes(3));
      await add(store, 'b', ...notes(3));
      const all = await collect(store.readAll());
      const read = async (options: ReadAllOptions): Promise<readonly number[]> =>
        pluck(await collect(store.readAll(options)), 'position');
      const positions = pluck(all, 'position');
      for (const [index, after] of positions.entries()) {
        checkEqual(await read({ after }), positions.slice(index + 1), `after ${after}`);
        const next = positions.slice(index + 1, index + 3);
        checkEqual(await read({ after, limit: 2 }), next, 'limit 2');
      }
      checkEqual(await read({ limit: 0 }), [], 'limit 0');
      checkEqual(await read({ after: 1e9 }), [], 'after the end');
      checkEqual(await read({ after: 0, limit: 99 }), positions, 'limit beyond the end');
    },
    '`prefix` is a plain prefix of the stream id': async ({ store }) => {
      const ids = ['a/1', 'a/2', 'a', 'A/1', 'b', '%', '_x', 'a%', '日本/1', '日本/2', '日'];
      for (const id of ids) await add(store, id);
      for (const prefix of ['a/', 'a', 'a%', '%', '_', '日本', '', 'zz', 'a/1', '[a]', '*']) {
        const found = pluck(await collect(store.readAll({ prefix })), 'streamId');
        const expected = ids.filter((id) => id.startsWith(prefix));
        checkEqual(found, expected, `prefix ${prefix}`);
      }
    },
    'a later call continues after the last position without a gap': async ({ store }) => {
      const seen: string[] = [];
      let after = 0;
      for (const round of upTo(5)) {
        await add(store, `s${round}`, ...notes(round));
        for await (const event of store.readAll({ after, limit: 4 })) {
          seen.push(nameOf(event));
          after = event.position;
        }
      }
      seen.push(...(await collect(store.readAll({ after }))).map(nameOf));
      const all = upTo(5).flatMap((round) => upTo(round).map((number) => `s${round}${number}`));
      checkEqual(seen, all, 'seen');
    },
    'long histories come in order and whole': async ({ store }) => {
      await add(store, 'a', ...notes(700));
      await add(store, 'b', ...notes(1000));
      await add(store, 'a', ...notes(3));
      const events = await collect(store.readAll());
      checkEqual(events.length, 1703, 'events');
      checkEqual((await collect(store.readAll({ prefix: 'a' }))).length, 703, 'with a prefix');
      checkEqual((await collect(store.readAll({ limit: 1200 }))).length, 1200, 'with a limit');
    },
    'an `after` or `limit` that is not a whole number of at least 0 is refused': async ({
      store,
    }) => {
      for (const number of [-1, 1.5, Number.NaN]) {
        for (const name of ['after', 'limit']) {
          const reading = collect(store.readAll({ [name]: number }));
          await checkRefused(reading, 'store-invalid-option', `${name} ${number}`);
        }
      }
    },
  },
};
