import type { EventStore, ReadOptions } from '@kanmon/core';
import { check, checkEqual, checkRefused } from './assertions.ts';
import { add, collect, note, notes, pluck, readStream, upTo, versionsOf } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

const bounds: readonly { readonly options: ReadOptions; readonly versions: readonly number[] }[] = [
  { options: {}, versions: [1, 2, 3, 4, 5] },
  { options: { fromVersion: 2, toVersion: 4 }, versions: [2, 3, 4] },
  { options: { fromVersion: 3, toVersion: 3 }, versions: [3] },
  { options: { fromVersion: 4 }, versions: [4, 5] },
  { options: { toVersion: 2 }, versions: [1, 2] },
  { options: { fromVersion: 0, toVersion: 99 }, versions: [1, 2, 3, 4, 5] },
  { options: { fromVersion: 4, toVersion: 2 }, versions: [] },
  { options: { fromVersion: 6 }, versions: [] },
  { options: { toVersion: 0 }, versions: [] },
];

export const readRules: RuleGroup = {
  name: 'read',
  rules: {
    'bounds are inclusive, and cut through appends': async ({ store }) => {
      await add(store, 's', ...notes(3));
      await add(store, 'other');
      await add(store, 's', ...notes(2));
      for (const { options, versions } of bounds) {
        const events = await collect(store.read('s', options));
        checkEqual(pluck(events, 'version'), versions, JSON.stringify(options));
      }
    },
    'an unknown stream is empty': async ({ store }) => {
      await add(store, 'known');
      checkEqual(await readStream(store, 'know'), [], 'events');
    },
    'a bound that is not a whole number of at least 0 is refused': async ({ store }) => {
      for (const bound of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
        for (const name of ['fromVersion', 'toVersion']) {
          const reading = collect(store.read('s', { [name]: bound }));
          await checkRefused(reading, 'store-invalid-option', `${name} ${bound}`);
        }
      }
    },
    'long streams come in order and whole': async ({ store }) => {
      await add(store, 's', ...notes(999));
      await add(store, 's', ...notes(2));
      await add(store, 's', ...notes(600));
      checkEqual(await versionsOf(store, 's'), upTo(1601), 'versions');
    },
    'a reader sees what was committed before it began to read': async ({ store }) => {
      const events = store.read('s');
      await add(store, 's');
      checkEqual((await collect(events)).length, 1, 'events');
    },
    'an append is seen whole or not at all, and no event twice, while others append': async ({
      store,
    }) => {
      let writing = true;
      const writer = writeTriples(store).finally(() => {
        writing = false;
      });
      for (let last = false; !last;) {
        last = !writing;
        const versions = await versionsOf(store, 's');
        checkEqual(versions, upTo(versions.length), 'versions');
        checkEqual(versions.length % 3, 0, 'events beyond whole appends');
      }
      await writer;
      checkEqual(await versionsOf(store, 's'), upTo(120), 'versions in the end');
    },
    'a reader may stop early': async ({ store }) => {
      await add(store, 's', ...notes(10));
      for await (const event of store.read('s')) {
        if (event.version === 2) break;
      }
      check((await add(store, 's')).version === 11, 'the store goes on');
    },
  },
};

async function writeTriples(store: EventStore): Promise<void> {
  for (let round = 0; round < 40; round += 1) await add(store, 's', note(), note(), note());
}
