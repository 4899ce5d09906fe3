import { describe, expect, it } from 'vitest';
import { createMemoryEventStore, type EventStore, type Lease } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { memberOf, rejectionOf } from '../support.ts';

async function acquire(store: EventStore, owner: string, ttlMs = 100): Promise<Lease> {
  const lease = await store.acquireLease('r', { owner, ttlMs });
  if (lease === null) throw new Error(`${owner} did not get the lease`);
  return lease;
}

function write(store: EventStore, fence: Lease): Promise<unknown> {
  return store.append('a', [{ type: 't', data: 1 }], { expectedVersion: 'any', fence });
}

function setUp(): { store: EventStore; clock: ReturnType<typeof createManualClock> } {
  const clock = createManualClock();
  return { clock, store: createMemoryEventStore({ clock }) };
}

describe('leases', () => {
  it('are held by one until they expire, also against the same owner name', async () => {
    const { store, clock } = setUp();
    expect(await acquire(store, 'o')).toEqual({
      resource: 'r',
      owner: 'o',
      token: 1,
      expiresAt: '2026-01-01T00:00:00.100Z',
    });
    expect(await store.acquireLease('r', { owner: 'o', ttlMs: 100 })).toBe(null);
    clock.advance(99);
    expect(await store.acquireLease('r', { owner: 'p', ttlMs: 100 })).toBe(null);
    clock.advance(1);
    expect(await acquire(store, 'p')).toMatchObject({ owner: 'p', token: 2 });
  });

  it('give tokens that only grow, also after a release', async () => {
    const { store } = setUp();
    const first = await acquire(store, 'o');
    await store.releaseLease(first);
    expect(await acquire(store, 'o')).toHaveProperty('token', 2);
    expect(await store.acquireLease('other', { owner: 'o', ttlMs: 1 })).toHaveProperty('token', 1);
  });

  it('fence by token, not by time: an owner may go on until another takes over', async () => {
    const { store, clock } = setUp();
    const sleeper = await acquire(store, 'sleeper');
    clock.advance(1000);
    await write(store, sleeper);
    const renewed = await store.renewLease(sleeper, 50);
    expect(renewed).toMatchObject({ token: 1, expiresAt: '2026-01-01T00:00:01.050Z' });
    clock.advance(50);
    await acquire(store, 'other');
    const refusals = [
      await rejectionOf(() => write(store, sleeper)),
      await rejectionOf(() => write(store, renewed)),
      await rejectionOf(() => store.renewLease(renewed, 50)),
    ];
    expect(refusals.map((error) => memberOf(error, 'reason'))).toEqual(
      refusals.map(() => 'taken-over'),
    );
  });

  it('are no longer current once released, also for a holder of a copy', async () => {
    const { store } = setUp();
    const lease = await acquire(store, 'o');
    await store.releaseLease(lease);
    expect(await rejectionOf(() => write(store, lease))).toMatchObject({
      code: 'fenced',
      reason: 'released',
    });
    expect(await rejectionOf(() => store.renewLease(lease, 10))).toHaveProperty(
      'reason',
      'released',
    );
    const next = await acquire(store, 'p');
    await store.releaseLease(lease);
    await write(store, next);
  });

  it('that are forged are unknown, and releasing one does nothing', async () => {
    const { store } = setUp();
    const lease = await acquire(store, 'o');
    const forged = [
      { ...lease, token: 2 },
      { ...lease, token: 0 },
      { ...lease, token: Number.NaN },
      { ...lease, resource: 'elsewhere' },
    ];
    const reasons = await Promise.all(
      forged.map(async (fence) => memberOf(await rejectionOf(() => write(store, fence)), 'reason')),
    );
    expect(reasons).toEqual(forged.map(() => 'unknown'));
    await Promise.all(forged.map((fence) => store.releaseLease(fence)));
    await write(store, lease);
  });
});
