import { FencedError, type Lease } from '@kanmon/core';
import { check, checkEqual, rejection } from './assertions.ts';
import { note, versionsOf } from './history.ts';
import { rule, type RuleContext, type RuleGroup } from './store-under-test.ts';

const ttlMs = 10_000;

export const fencingRules: RuleGroup = {
  name: 'fencing',
  rules: [
    rule('the owner of a current lease writes', async (context) => {
      const fence = await acquire(context, 'ann');
      await write(context, fence, 0);
      await context.store.renewLease(fence, ttlMs);
      await write(context, fence, 1);
      checkEqual(await versionsOf(context.store, 's'), [1, 2], 'versions');
    }),
    rule('an owner whose lease expired goes on while nobody took over', async (context) => {
      const fence = await acquire(context, 'ann');
      await context.elapse(ttlMs * 10);
      await write(context, fence, 0);
    }),
    rule('a stopped owner that wakes up after a takeover cannot write, ever', async (context) => {
      const stopped = await acquire(context, 'ann');
      await context.elapse(ttlMs);
      const next = await acquire(context, 'bob');
      await write(context, next, 0);
      await checkFenced(write(context, stopped, 1), 'taken-over');
      await context.store.releaseLease(next);
      await checkFenced(write(context, stopped, 1), 'taken-over');
      checkEqual(await versionsOf(context.store, 's'), [1], 'versions');
    }),
    rule('a released lease does not let write', async (context) => {
      const fence = await acquire(context, 'ann');
      await context.store.releaseLease(fence);
      await checkFenced(write(context, fence, 0), 'released');
      checkEqual(await versionsOf(context.store, 's'), [], 'versions');
    }),
    rule('a lease made up by hand does not let write', async (context) => {
      const fence = await acquire(context, 'ann');
      await checkFenced(write(context, { ...fence, token: 2 }, 0), 'unknown');
      await checkFenced(write(context, { ...fence, resource: 'never' }, 0), 'unknown');
      checkEqual(await versionsOf(context.store, 's'), [], 'versions');
    }),
    rule('the fence is looked at before the version', async (context) => {
      const fence = await acquire(context, 'ann');
      await context.store.releaseLease(fence);
      await checkFenced(write(context, fence, 99), 'released');
    }),
    rule('who gives no fence is not fenced', async (context) => {
      await acquire(context, 'ann');
      await context.store.append('s', [note()], { expectedVersion: 0 });
    }),
  ],
};

async function acquire({ store }: RuleContext, owner: string): Promise<Lease> {
  const lease = await store.acquireLease('r', { owner, ttlMs });
  check(lease !== null, `${owner} gets the lease`);
  return lease;
}

function write({ store }: RuleContext, fence: Lease, expectedVersion: number): Promise<unknown> {
  return store.append('s', [note()], { expectedVersion, fence });
}

async function checkFenced(promise: Promise<unknown>, reason: string): Promise<void> {
  const error = await rejection(promise, reason);
  check(FencedError.isInstance(error), `expected a FencedError (${reason})`);
  checkEqual(error.reason, reason, 'reason');
}
