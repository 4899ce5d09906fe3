import { InvalidArgumentError } from '@kanmon/core';
import { check, checkEqual, rejection } from './assertions.ts';
import { add, collect, notes, pluck, readStream } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

export const listStreamsRules: RuleGroup = {
  name: 'listStreams',
  rules: {
    'an option of readAll is refused': async ({ store }) => {
      await add(store, 'a');
      const options: object = { limit: 1 };
      const error = await rejection(collect(store.listStreams(options)), 'limit');
      check(InvalidArgumentError.isInstance(error), 'an InvalidArgumentError');
    },
    'an empty store lists no stream': async ({ store }) => {
      checkEqual(await collect(store.listStreams()), [], 'streams');
    },
    'streams come in code-unit order of their ids': async ({ store }) => {
      // Databases sort U+FF01 before U+20BB7, the code units of UTF-16 the other way round.
      const ids = 'b a Z ! あ ！ \u{20BB7} é e\u0301 a/b ab \uE000 \u{1F600}x'.split(' ');
      for (const id of ids) await add(store, id);
      const listed = pluck(await collect(store.listStreams()), 'streamId');
      checkEqual(listed, ids.toSorted(), 'order');
    },
    'version and time are those of the last event': async ({ store, clock }) => {
      await add(store, 'a', ...notes(2));
      clock.advance(5000);
      await add(store, 'b');
      await add(store, 'a', ...notes(3));
      const updatedAt = clock.now().toISOString();
      const listed = await collect(store.listStreams());
      const expected = [
        { streamId: 'a', version: 5, updatedAt },
        { streamId: 'b', version: 1, updatedAt },
      ];
      // A store may also list hashes.
      const withHashes = expected.map((summary, index) => ({ ...listed[index], ...summary }));
      checkEqual(listed, withHashes, 'streams');
      for (const { streamId, hash } of listed) {
        const last = (await readStream(store, streamId)).at(-1);
        if (hash !== undefined) checkEqual(hash, last?.hash, 'hash');
      }
    },
    '`prefix` is a plain prefix of the stream id': async ({ store }) => {
      const ids = 'a a/1 a/2 a% b_ bx \u{10FFFF} \u{10FFFF}z 日本 日本語'.split(' ');
      for (const id of ids) await add(store, id);
      for (const prefix of ['a/', 'a', '', 'b_', '%', '日本', '\u{10FFFF}', 'none']) {
        const listed = pluck(await collect(store.listStreams({ prefix })), 'streamId');
        const expected = ids.filter((id) => id.startsWith(prefix)).toSorted();
        checkEqual(listed, expected, `prefix ${prefix}`);
      }
    },
    'more streams than one page are listed': async ({ store }) => {
      const ids = Array.from({ length: 520 }, (_, index) => `s${index}`);
      await Promise.all(ids.map((id) => add(store, id)));
      const listed = pluck(await collect(store.listStreams()), 'streamId');
      checkEqual(listed, ids.toSorted(), 'streams');
    },
  },
};
