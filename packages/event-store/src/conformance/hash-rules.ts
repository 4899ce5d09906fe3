import { chainHash, createMemoryEventStore, type EventStore, GENESIS_HASH } from '@kanmon/core';
import { checkEqual } from './assertions.ts';
import { add, collect, note, notes, pluck, readStream } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

export const hashRules: RuleGroup = {
  name: 'hashes',
  rules: {
    'each hash continues the one before, from 64 zeros on': async ({ store }) => {
      await writeHistory(store);
      for (const streamId of ['s', 'ü/日本']) {
        let previous = GENESIS_HASH;
        for (const { hash, position: _, ...event } of await readStream(store, streamId)) {
          checkEqual(hash, chainHash(previous, event), `${streamId} ${event.version}`);
          previous = hash;
        }
      }
    },
    'the same events at the same time have the same hashes in every store': async ({
      store,
      clock,
    }) => {
      const memory = createMemoryEventStore({ clock });
      await writeHistory(store);
      await writeHistory(memory);
      checkEqual(await hashesOf(store), await hashesOf(memory), 'hashes');
    },
    'other streams do not change the hashes of a stream': async ({ store, clock }) => {
      const memory = createMemoryEventStore({ clock });
      await add(store, 'other', ...notes(3));
      await add(store, 's', note(1));
      await add(memory, 's', note(1));
      const [[event], [expected]] = [await readStream(store, 's'), await readStream(memory, 's')];
      checkEqual(event?.hash, expected?.hash, 'hash');
    },
  },
};

async function hashesOf(store: EventStore): Promise<readonly string[]> {
  return pluck(await collect(store.readAll()), 'hash');
}

async function writeHistory(store: EventStore): Promise<void> {
  await add(store, 's', {
    ...note({ b: [1, -0], a: 'é"\\\u2028' }),
    actor: 'a\\"',
    requestId: 'ü',
  });
  await add(store, 'ü/日本', { type: '"t"', data: [1e21, 0.1] }, note());
  await add(store, 's', ...notes(3));
}
