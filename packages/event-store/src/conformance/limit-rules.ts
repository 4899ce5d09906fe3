import type { JsonValue, NewEvent } from '@kanmon/core';
import { check, checkEqual, checkRefused } from './assertions.ts';
import { add, collect, nested, note, notes, pluck, readStream } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

const mebibyte = 1024 * 1024;
/** Invalid ids, by the rule that they break. */
const badIds: Readonly<Record<string, string>> = {
  empty: '',
  'longer than 512 bytes': 'a'.repeat(513),
  'longer than 512 bytes of UTF-8': '日'.repeat(171),
  'with U+0000': 'a\0b',
  'with a line feed': 'a\n',
  'with U+001F': '\u001f',
  'with U+007F': 'a\u007f',
  'with a lone surrogate': 'a\ud800',
};

/** Values that are not JSON, by name. Created for each use. */
const badData: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  'undefined inside': () => ({ a: undefined }),
  'a function': () => () => 1,
  'a bigint': () => 1n,
  NaN: () => [Number.NaN],
  Infinity: () => ({ a: Infinity }),
  'a Date': () => new Date(0),
  'a Map': () => new Map(),
  'a lone surrogate': () => 'a\udc00',
  'a lone surrogate in a key': () => ({ '\ud800': 1 }),
  'a hole in a list': () => Array.from({ length: 2 }).fill(undefined, 0, 1),
  'more than 128 levels': () => nested(129),
  'very many levels': () => nested(100_000),
  'a cycle': () => {
    const list: unknown[] = [];
    list.push(list);
    return list;
  },
  'a getter that throws': () => ({
    get a(): never {
      throw new Error('no');
    },
  }),
};

export const limitRules: RuleGroup = {
  name: 'limits',
  rules: {
    'a bad stream id is refused by every method': async ({ store }) => {
      for (const [what, id] of Object.entries(badIds)) {
        await checkRefused(add(store, id), 'store-invalid-id', `append, ${what}`);
        await checkRefused(collect(store.read(id)), 'store-invalid-id', `read, ${what}`);
      }
    },
    'a bad resource or owner is refused': async ({ store }) => {
      for (const [what, id] of Object.entries(badIds)) {
        const asked = store.acquireLease(id, { owner: 'o', ttlMs: 1000 });
        await checkRefused(asked, 'store-invalid-id', `resource ${what}`);
        const owned = store.acquireLease('r', { owner: id, ttlMs: 1000 });
        await checkRefused(owned, 'store-invalid-id', `owner ${what}`);
      }
    },
    'ids up to 512 bytes of UTF-8 are accepted': async ({ store }) => {
      for (const id of ['a'.repeat(512), '日'.repeat(170), '\u{10FFFF}'.repeat(128), '\u0080 ']) {
        await add(store, id);
        checkEqual((await readStream(store, id)).length, 1, 'events');
        const lease = await store.acquireLease(id, { owner: id, ttlMs: 1000 });
        checkEqual(lease?.owner, id, 'owner');
      }
    },
    'a bad event type is refused': async ({ store }) => {
      for (const type of ['', 'a'.repeat(129), 'a\n', '\ud800']) {
        const appending = add(store, 's', { type, data: null });
        await checkRefused(appending, 'store-invalid-event', JSON.stringify(type));
      }
      await add(store, 's', { type: 'あ'.repeat(128), data: null });
    },
    'data that is not JSON is refused with a pointer, and nothing is written': async ({
      store,
    }) => {
      for (const [what, make] of Object.entries(badData)) {
        const data: unknown = make();
        const appending = store.append('s', [note(), untyped(data)], { expectedVersion: 0 });
        const error = await checkRefused(appending, 'store-invalid-event', what);
        checkEqual(typeof error.details['pointer'], 'string', `${what}: pointer`);
      }
      checkEqual(await readStream(store, 's'), [], 'events');
    },
    'bad actors, request ids and keys are refused': async ({ store }) => {
      for (const text of ['', 'a'.repeat(257), '日'.repeat(86), '\udfff']) {
        const what = JSON.stringify(text).slice(0, 20);
        for (const name of ['actor', 'requestId']) {
          const appending = add(store, 's', { ...note(), [name]: text });
          await checkRefused(appending, 'store-invalid-event', `${name} ${what}`);
        }
        const keyed = store.append('s', [note()], { expectedVersion: 0, idempotencyKey: text });
        await checkRefused(keyed, 'store-invalid-option', `key ${what}`);
      }
    },
    'an expected version that is not a whole number of at least 0 is refused': async ({
      store,
    }) => {
      for (const expectedVersion of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
        const appending = store.append('s', [note()], { expectedVersion });
        await checkRefused(appending, 'store-invalid-option', String(expectedVersion));
      }
    },
    '1 to 1,000 events fit into one append': async ({ store }) => {
      for (const events of [[], notes(1001)]) {
        const appending = store.append('s', events, { expectedVersion: 'any' });
        const error = await checkRefused(appending, 'store-limit', `${events.length} events`);
        checkEqual(error.details['size'], events.length, 'size');
      }
      checkEqual((await add(store, 's', ...notes(1000))).version, 1000, 'version');
    },
    '1 MiB of canonical data fits into an event, 8 MiB into an append': async ({ store }) => {
      const full = 'a'.repeat(mebibyte - 2);
      const eight = Array.from({ length: 8 }, () => full);
      for (const data of [[full], eight]) {
        const streamId = `${data.length} MiB`;
        await add(store, streamId, ...data.map(note));
        // Not compared deeply: a failure would print all of it.
        const isStored = pluck(await readStream(store, streamId), 'data').map(
          (text) => text === full,
        );
        checkEqual(
          isStored,
          data.map(() => true),
          streamId,
        );
      }
      const tooLarge: Readonly<Record<string, readonly JsonValue[]>> = {
        '1 MiB and a byte': [`${full}a`],
        '1 MiB of three-byte characters': ['日'.repeat(mebibyte / 3 + 1)],
        '8 MiB and a byte': [...eight, 1],
      };
      for (const [what, data] of Object.entries(tooLarge)) {
        await checkRefused(add(store, 's', ...data.map(note)), 'store-limit', what);
      }
      checkEqual(await readStream(store, 's'), [], 'events');
    },
    'messages do not contain event data': async ({ store }) => {
      const secret = 'hunter2-secret';
      const appending = add(store, 's', untyped({ a: secret, b: [secret, Number.NaN] }));
      const error = await checkRefused(appending, 'store-invalid-event', 'NaN');
      check(!error.message.includes(secret), 'the message quotes no value');
    },
  },
};

/** Callers in JavaScript can pass any value as data. */
function untyped(data: unknown): NewEvent {
  return { type: 'noted', data: data as JsonValue };
}
