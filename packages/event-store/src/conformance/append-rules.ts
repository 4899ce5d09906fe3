import { InvalidArgumentError, type JsonValue } from '@kanmon/core';
import { parseJson } from '@kanmon/core/kit';
import { check, checkEqual, checkRefused, rejection } from './assertions.ts';
import {
  add,
  collect,
  nested,
  note,
  notes,
  pluck,
  readStream,
  upTo,
  versionsOf,
} from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

/** Values that a faulty store changes: numbers, escapes, key order, keys with a meaning in JavaScript. */
const delicate = parseJson(
  '{"z":1,"a":[0.1,1e21,5e-324,-1.5,9007199254740991],"__proto__":{"polluted":true},"constructor":"c","":"empty",' +
    '"text":"\\u0000\\u001f\\u2028\\"\\\\/ 日本語 \\ud842\\udfb7 e\\u0301","deep":[[[[{"x":[null,true,false]}]]]],"10":1,"9":2}',
);

export const appendRules: RuleGroup = {
  name: 'append',
  rules: {
    'the result is the place of the last event': async ({ store }) => {
      const first = await store.append('s', notes(2), { expectedVersion: 0 });
      checkEqual(first.version, 2, 'version');
      checkEqual(first.replayed, false, 'replayed');
      const last = (await readStream(store, 's')).at(-1);
      checkEqual(last?.position, first.position, 'position of the last event');
    },
    'versions are 1, 2, 3 ... within a stream': async ({ store }) => {
      await add(store, 's', ...notes(2));
      await add(store, 'other');
      await add(store, 's', ...notes(3));
      checkEqual(await versionsOf(store, 's'), upTo(5), 'versions');
      checkEqual(await versionsOf(store, 'other'), [1], 'versions of the other stream');
    },
    'positions grow over the whole store': async ({ store }) => {
      const results = [];
      for (const streamId of ['a', 'b', 'a', 'c']) results.push(await add(store, streamId));
      const positions = pluck(results, 'position');
      check(positions.every(Number.isSafeInteger), 'positions are whole numbers');
      const areGrowing = positions.every((place, index) => place > (positions[index - 1] ?? 0));
      check(areGrowing, `positions grow: ${positions.join(', ')}`);
    },
    'events of one append have consecutive versions and positions and one time': async ({
      store,
    }) => {
      await add(store, 's');
      await add(store, 's', ...notes(4));
      const events = (await readStream(store, 's')).slice(1);
      const start = events[0]?.position ?? 0;
      checkEqual(pluck(events, 'data'), upTo(4), 'order of events');
      const offsets = events.map(({ position }) => position - start);
      checkEqual(offsets, [0, 1, 2, 3], 'positions');
      checkEqual(new Set(pluck(events, 'at')).size, 1, 'number of times');
    },
    'an append with one bad event writes none': async ({ store }) => {
      await add(store, 's');
      const bad = { type: '', data: null };
      const appending = store.append('s', [note(), bad], { expectedVersion: 1 });
      await checkRefused(appending, 'store-invalid-event', 'bad event');
      checkEqual(await versionsOf(store, 's'), [1], 'versions');
    },
    'an unknown option is refused, as a misspelt one would be lost': async ({ store }) => {
      const options = { expectedVersion: 0, idempotenyKey: 'k' };
      const error = await rejection(store.append('s', [note()], options), 'misspelt key');
      check(InvalidArgumentError.isInstance(error), 'an InvalidArgumentError');
      checkEqual(await versionsOf(store, 's'), [], 'versions');
    },
    'data comes back deeply equal, under its own keys only': async ({ store }) => {
      await add(store, 's', note(delicate));
      const [event] = await readStream(store, 's');
      checkEqual(event?.data, delicate, 'data');
      check(!('polluted' in {}), 'no prototype is touched');
    },
    'scalars, empty containers and the depth limit come back': async ({ store }) => {
      const scalars: JsonValue[] = [null, true, false, 0, '', 'text', 1e-7];
      const values = [...scalars, [], [3, 1, 2], {}, nested(127)];
      await add(store, 's', ...values.map(note));
      const events = await readStream(store, 's');
      checkEqual(pluck(events, 'data'), values, 'data');
    },
    '-0 becomes 0': async ({ store }) => {
      await add(store, 's', note([-0]));
      const [event] = await readStream(store, 's');
      checkEqual(event?.data, [0], 'data');
    },
    "later changes to the caller's object do not change the event": async ({ store }) => {
      const data = { list: [1] };
      const events = [note(data)];
      const appending = store.append('s', events, { expectedVersion: 0 });
      data.list.push(2);
      events.push(note());
      await appending;
      data.list.push(3);
      checkEqual(pluck(await readStream(store, 's'), 'data'), [{ list: [1] }], 'data');
    },
    'changes to a returned event do not change the stored one': async ({ store }) => {
      await add(store, 's', note({ list: [1] }));
      const [event] = await readStream(store, 's');
      try {
        Reflect.set(Object(event?.data), 'list', []);
      } catch {
        // A frozen event is as good.
      }
      checkEqual((await readStream(store, 's'))[0]?.data, { list: [1] }, 'data');
    },
    'actor and requestId come back, and are absent when they were not given': async ({ store }) => {
      await add(store, 's', { ...note(), actor: '利用者', requestId: 'r-1' }, note());
      const [full, bare] = await readStream(store, 's');
      checkEqual([full?.actor, full?.requestId], ['利用者', 'r-1'], 'given');
      check(bare !== undefined && !('actor' in bare) && !('requestId' in bare), 'absent');
    },
    'actors, request ids and keys may hold any character': async ({ store }) => {
      for (const [index, text] of ['a\0b', 'a\\0b', 'a\\\\', '\n', '\u007f"', '\0'].entries()) {
        await store.append('s', [{ ...note(), actor: text, requestId: text }], {
          expectedVersion: index,
          idempotencyKey: text,
        });
        const event = (await readStream(store, 's')).at(-1);
        checkEqual([event?.actor, event?.requestId], [text, text], JSON.stringify(text));
      }
    },
    'an event carries its stream, type, time and place': async ({ store, clock }) => {
      const at = clock.now().toISOString();
      const { position } = await add(store, 'a/b', { type: '作成', data: 1 });
      const [event] = await readStream(store, 'a/b');
      const { hash = '', ...rest } = event ?? {};
      const expected = { streamId: 'a/b', version: 1, position, at, type: '作成', data: 1 };
      checkEqual(rest, expected, 'event');
      check(/^[0-9a-f]{64}$/.test(hash), 'hash is 64 lower-case hex digits');
    },
    'the clock gives the time, and time never goes backwards': async ({ store, clock }) => {
      await add(store, 's');
      clock.advance(1000);
      await add(store, 'other');
      const latest = clock.now().toISOString();
      clock.advance(-60_000);
      await add(store, 's');
      clock.advance(120_000);
      await add(store, 's');
      const times = pluck(await collect(store.readAll()), 'at');
      checkEqual(times.slice(1), [latest, latest, clock.now().toISOString()], 'times');
    },
    'appends that are requested at once are all written': async ({ store }) => {
      const results = await Promise.all(upTo(20).map((number) => add(store, 's', note(number))));
      const versions = pluck(results, 'version').toSorted((a, b) => a - b);
      checkEqual(versions, upTo(20), 'versions given');
      const events = await readStream(store, 's');
      const written = new Set(pluck(events, 'data'));
      checkEqual([events.length, written.size], [20, 20], 'events');
    },
    'a stream id is text and never a path': async ({ store }) => {
      const names = '../../etc/passwd CON a/b a\\b %2e%2e . 日本語'.split(' ');
      const ids = [...names, "'; drop table x; --"];
      for (const id of ids) await add(store, id, note(id));
      for (const id of ids) {
        checkEqual(pluck(await readStream(store, id), 'data'), [id], id);
      }
    },
  },
};
