import { VersionConflictError } from '@kanmon/core';
import { check, checkConflict, checkEqual } from './assertions.ts';
import { add, note, upTo, versionsOf } from './history.ts';
import type { RuleGroup } from './store-under-test.ts';

export const conflictRules: RuleGroup = {
  name: 'conflict',
  rules: {
    'the expected version lets an append pass': async ({ store }) => {
      await store.append('s', [note()], { expectedVersion: 0 });
      await store.append('s', [note()], { expectedVersion: 1 });
      checkEqual(await versionsOf(store, 's'), [1, 2], 'versions');
    },
    'another version is a VersionConflictError with the actual one': async ({ store }) => {
      await add(store, 's', note(), note());
      for (const expectedVersion of [0, 1, 3, Number.MAX_SAFE_INTEGER]) {
        const conflict = { streamId: 's', expectedVersion, actualVersion: 2 };
        await checkConflict(store.append('s', [note()], { expectedVersion }), conflict);
      }
      checkEqual(await versionsOf(store, 's'), [1, 2], 'versions');
    },
    '0 means that the stream must not exist': async ({ store }) => {
      await store.append('s', [note()], { expectedVersion: 0 });
      await checkConflict(store.append('s', [note()], { expectedVersion: 0 }), {});
    },
    'a version of a stream that does not exist is a conflict': async ({ store }) => {
      const appending = store.append('s', [note()], { expectedVersion: 1 });
      await checkConflict(appending, { actualVersion: 0 });
    },
    "'any' never conflicts": async ({ store }) => {
      for (const version of upTo(3))
        checkEqual((await add(store, 's')).version, version, 'version');
    },
    'of 16 writers with one expected version exactly one wins': async ({ store }) => {
      const settled = await Promise.allSettled(
        upTo(16).map((writer) => store.append('s', [note(writer)], { expectedVersion: 0 })),
      );
      const losers = settled.filter((outcome) => outcome.status === 'rejected');
      checkEqual(losers.length, 15, 'losers');
      const areConflicts = losers.every(({ reason }) => VersionConflictError.isInstance(reason));
      check(areConflicts, 'losers get a VersionConflictError');
      checkEqual(await versionsOf(store, 's'), [1], 'versions');
    },
  },
};
