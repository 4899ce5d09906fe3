import type { Lease } from '@kanmon/core';
import { checkEqual, checkFenced, checkRefused } from './assertions.ts';
import { acquire, note, ttlMs, upTo, versionsOf } from './history.ts';
import type { RuleContext, RuleGroup } from './store-under-test.ts';

export const leaseRules: RuleGroup = {
  name: 'leases',
  rules: {
    'a free resource is granted with token 1': async (context) => {
      const lease = await acquire(context, 'ann');
      const { resource, owner, token, expiresAt } = lease;
      checkEqual({ resource, owner, token }, { resource: 'r', owner: 'ann', token: 1 }, 'lease');
      checkEqual(new Date(expiresAt).toISOString(), expiresAt, 'expiry as an ISO time');
    },
    'a held resource is not granted, not even to the same owner name': async (context) => {
      await acquire(context, 'ann');
      for (const owner of ['bob', 'ann']) {
        checkEqual(await context.store.acquireLease('r', { owner, ttlMs }), null, owner);
      }
    },
    'resources are independent': async ({ store }) => {
      for (const resource of ['a', 'b', 'A', 'a ']) {
        const lease = await store.acquireLease(resource, { owner: 'o', ttlMs });
        checkEqual(lease?.token, 1, resource);
      }
    },
    'an expired lease can be taken over, with a higher token': async (context) => {
      const first = await acquire(context, 'ann');
      await context.elapse(ttlMs - 2000);
      checkEqual(await context.store.acquireLease('r', { owner: 'bob', ttlMs }), null, 'before');
      await context.elapse(2000);
      const second = await acquire(context, 'bob');
      checkEqual([first.token, second.token, second.owner], [1, 2, 'bob'], 'after');
    },
    'a released resource is granted at once, with a higher token': async (context) => {
      for (const token of upTo(3)) {
        const lease = await acquire(context, 'ann');
        checkEqual(lease.token, token, 'token');
        await context.store.releaseLease(lease);
      }
    },
    'renewing moves the expiry and keeps the token': async (context) => {
      const lease = await acquire(context, 'ann');
      await context.elapse(ttlMs - 1000);
      const renewed = await context.store.renewLease(lease, ttlMs);
      checkEqual([renewed.token, renewed.owner, renewed.resource], [1, 'ann', 'r'], 'lease');
      await context.elapse(2000);
      checkEqual(await context.store.acquireLease('r', { owner: 'bob', ttlMs }), null, 'held');
    },
    'renewing may also shorten': async (context) => {
      const lease = await acquire(context, 'ann');
      await context.store.renewLease(lease, 1000);
      await context.elapse(1001);
      checkEqual((await acquire(context, 'bob')).token, 2, 'token');
    },
    'an expired lease that no other owner took over can be renewed': async (context) => {
      const lease = await acquire(context, 'ann');
      await context.elapse(ttlMs * 3);
      await context.store.renewLease(lease, ttlMs);
      checkEqual(await context.store.acquireLease('r', { owner: 'bob', ttlMs }), null, 'held');
    },
    'renewing a lease that is not current is a FencedError': async (context) => {
      const { store } = context;
      const first = await acquire(context, 'ann');
      await store.releaseLease(first);
      await checkFenced(store.renewLease(first, ttlMs), 'released');
      const second = await acquire(context, 'bob');
      await checkFenced(store.renewLease(first, ttlMs), 'taken-over');
      await checkFenced(store.renewLease({ ...second, token: 9 }, ttlMs), 'unknown');
      await checkFenced(store.renewLease({ ...second, token: 0 }, ttlMs), 'unknown');
      await checkFenced(store.renewLease({ ...second, resource: 'other' }, ttlMs), 'unknown');
    },
    'releasing a lease that is not current does nothing': async (context) => {
      const { store } = context;
      const first = await acquire(context, 'ann');
      await context.elapse(ttlMs);
      const second = await acquire(context, 'bob');
      await store.releaseLease(first);
      await store.releaseLease({ ...second, token: 9 });
      await store.releaseLease({ ...second, resource: 'other' });
      checkEqual(await store.acquireLease('r', { owner: 'cy', ttlMs }), null, 'held by bob');
      await store.releaseLease(second);
      await store.releaseLease(second);
      checkEqual((await acquire(context, 'cy')).token, 3, 'token');
    },
    'of 16 owners that ask at once one gets it': async ({ store }) => {
      const leases = await Promise.all(
        upTo(16).map((owner) => store.acquireLease('r', { owner: `o${owner}`, ttlMs })),
      );
      checkEqual(leases.filter((lease) => lease !== null).length, 1, 'leases');
    },
    'a time to live outside 1 to 86,400,000 whole milliseconds is refused': async (context) => {
      const { store } = context;
      for (const bad of [0, -1, 1.5, 86_400_001, Number.NaN, Infinity]) {
        const asked = store.acquireLease('r', { owner: 'o', ttlMs: bad });
        await checkRefused(asked, 'store-invalid-option', `ttlMs ${bad}`);
      }
      const lease = await acquire(context, 'ann');
      await checkRefused(store.renewLease(lease, 0), 'store-invalid-option', 'renew');
      await store.renewLease(lease, 86_400_000);
    },
  },
};

export const fencingRules: RuleGroup = {
  name: 'fencing',
  rules: {
    'the owner of a current lease writes': async (context) => {
      const fence = await acquire(context, 'ann');
      await write(context, fence, 0);
      await context.store.renewLease(fence, ttlMs);
      await write(context, fence, 1);
      checkEqual(await versionsOf(context.store, 's'), [1, 2], 'versions');
    },
    'an owner whose lease expired goes on while no other owner took over': async (context) => {
      const fence = await acquire(context, 'ann');
      await context.elapse(ttlMs * 10);
      await write(context, fence, 0);
    },
    'a stopped owner that wakes up after a takeover cannot write, ever': async (context) => {
      const stopped = await acquire(context, 'ann');
      await context.elapse(ttlMs);
      const next = await acquire(context, 'bob');
      await write(context, next, 0);
      await checkFenced(write(context, stopped, 1), 'taken-over');
      await context.store.releaseLease(next);
      await checkFenced(write(context, stopped, 1), 'taken-over');
      checkEqual(await versionsOf(context.store, 's'), [1], 'versions');
    },
    'a released lease cannot write': async (context) => {
      const fence = await acquire(context, 'ann');
      await context.store.releaseLease(fence);
      await checkFenced(write(context, fence, 0), 'released');
      checkEqual(await versionsOf(context.store, 's'), [], 'versions');
    },
    'a forged lease cannot write': async (context) => {
      const fence = await acquire(context, 'ann');
      await checkFenced(write(context, { ...fence, token: 2 }, 0), 'unknown');
      await checkFenced(write(context, { ...fence, token: 0 }, 0), 'unknown');
      await checkFenced(write(context, { ...fence, resource: 'never' }, 0), 'unknown');
      checkEqual(await versionsOf(context.store, 's'), [], 'versions');
    },
    'the fence is checked before the version': async (context) => {
      const fence = await acquire(context, 'ann');
      await context.store.releaseLease(fence);
      await checkFenced(write(context, fence, 99), 'released');
    },
    'an append without a fence is not fenced': async (context) => {
      await acquire(context, 'ann');
      await context.store.append('s', [note()], { expectedVersion: 0 });
    },
  },
};

function write({ store }: RuleContext, fence: Lease, expectedVersion: number): Promise<unknown> {
  return store.append('s', [note()], { expectedVersion, fence });
}
