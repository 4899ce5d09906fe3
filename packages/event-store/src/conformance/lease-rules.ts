import { FencedError, type Lease } from '@kanmon/core';
import { check, checkEqual, checkRefused, rejection } from './assertions.ts';
import { upTo } from './history.ts';
import { rule, type RuleContext, type RuleGroup } from './store-under-test.ts';

const ttlMs = 10_000;

export const leaseRules: RuleGroup = {
  name: 'leases',
  rules: [
    rule('a free resource is given with token 1', async (context) => {
      const lease = await acquire(context, 'ann');
      const { resource, owner, token, expiresAt } = lease;
      checkEqual({ resource, owner, token }, { resource: 'r', owner: 'ann', token: 1 }, 'lease');
      checkEqual(new Date(expiresAt).toISOString(), expiresAt, 'expiry as an ISO time');
    }),
    rule('a held resource is not given, not even to the same owner name', async (context) => {
      await acquire(context, 'ann');
      for (const owner of ['bob', 'ann']) {
        checkEqual(await context.store.acquireLease('r', { owner, ttlMs }), null, owner);
      }
    }),
    rule('resources are independent', async ({ store }) => {
      for (const resource of ['a', 'b', 'A', 'a ']) {
        const lease = await store.acquireLease(resource, { owner: 'o', ttlMs });
        checkEqual(lease?.token, 1, resource);
      }
    }),
    rule('an expired lease can be taken over, with a higher token', async (context) => {
      const first = await acquire(context, 'ann');
      await context.elapse(ttlMs - 2000);
      checkEqual(await context.store.acquireLease('r', { owner: 'bob', ttlMs }), null, 'before');
      await context.elapse(2000);
      const second = await acquire(context, 'bob');
      checkEqual([first.token, second.token, second.owner], [1, 2, 'bob'], 'after');
    }),
    rule('a released lease can be given at once, with a higher token', async (context) => {
      for (const token of upTo(3)) {
        const lease = await acquire(context, 'ann');
        checkEqual(lease.token, token, 'token');
        await context.store.releaseLease(lease);
      }
    }),
    rule('renewing moves the expiry and keeps the token', async (context) => {
      const lease = await acquire(context, 'ann');
      await context.elapse(ttlMs - 1000);
      const renewed = await context.store.renewLease(lease, ttlMs);
      checkEqual([renewed.token, renewed.owner, renewed.resource], [1, 'ann', 'r'], 'lease');
      await context.elapse(2000);
      checkEqual(await context.store.acquireLease('r', { owner: 'bob', ttlMs }), null, 'held');
    }),
    rule('renewing may also shorten', async (context) => {
      const lease = await acquire(context, 'ann');
      await context.store.renewLease(lease, 1000);
      await context.elapse(1001);
      checkEqual((await acquire(context, 'bob')).token, 2, 'token');
    }),
    rule('an expired lease that nobody took over can be renewed', async (context) => {
      const lease = await acquire(context, 'ann');
      await context.elapse(ttlMs * 3);
      await context.store.renewLease(lease, ttlMs);
      checkEqual(await context.store.acquireLease('r', { owner: 'bob', ttlMs }), null, 'held');
    }),
    rule('renewing a lease that is not current is a FencedError', async (context) => {
      const { store } = context;
      const first = await acquire(context, 'ann');
      await store.releaseLease(first);
      await checkFenced(store.renewLease(first, ttlMs), 'released');
      const second = await acquire(context, 'bob');
      await checkFenced(store.renewLease(first, ttlMs), 'taken-over');
      await checkFenced(store.renewLease({ ...second, token: 9 }, ttlMs), 'unknown');
      await checkFenced(store.renewLease({ ...second, resource: 'other' }, ttlMs), 'unknown');
    }),
    rule('releasing a lease that is not current does nothing', async (context) => {
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
    }),
    rule('of 16 who ask at once one gets it', async ({ store }) => {
      const leases = await Promise.all(
        upTo(16).map((owner) => store.acquireLease('r', { owner: `o${owner}`, ttlMs })),
      );
      checkEqual(leases.filter((lease) => lease !== null).length, 1, 'leases');
    }),
    rule(
      'a time to live outside 1 to 86,400,000 whole milliseconds is refused',
      async (context) => {
        const { store } = context;
        for (const bad of [0, -1, 1.5, 86_400_001, Number.NaN, Infinity]) {
          const asked = store.acquireLease('r', { owner: 'o', ttlMs: bad });
          await checkRefused(asked, 'store-invalid-option', `ttlMs ${bad}`);
        }
        const lease = await acquire(context, 'ann');
        await checkRefused(store.renewLease(lease, 0), 'store-invalid-option', 'renew');
        await store.renewLease(lease, 86_400_000);
      },
    ),
  ],
};

async function acquire({ store }: RuleContext, owner: string): Promise<Lease> {
  const lease = await store.acquireLease('r', { owner, ttlMs });
  check(lease !== null, `${owner} gets the lease`);
  return lease;
}

async function checkFenced(promise: Promise<unknown>, reason: string): Promise<void> {
  const error = await rejection(promise, reason);
  check(FencedError.isInstance(error), `expected a FencedError (${reason})`);
  checkEqual(error.reason, reason, 'reason');
}
