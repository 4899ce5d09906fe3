import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore, type EventStore, type Lease, verifyChain } from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import { memberOf } from '../support.ts';
import { all } from './support.ts';

const streamIds = ['a', 'b'];
const resources = ['r', 's'];

const step = fc.oneof(
  fc.record({
    kind: fc.constant('append' as const),
    stream: fc.nat({ max: 1 }),
    count: fc.integer({ min: 1, max: 3 }),
    /** Added to the true version; null = any. */
    offBy: fc.constantFrom(null, 0, 0, 0, 1, -1),
    key: fc.constantFrom(null, null, 'k1', 'k2'),
    /** Index into all leases ever given; null = no fence. */
    fence: fc.option(fc.nat({ max: 5 }), { nil: null }),
  }),
  fc.record({
    kind: fc.constant('acquire' as const),
    resource: fc.nat({ max: 1 }),
    ttlMs: fc.constantFrom(5, 20),
  }),
  fc.record({
    kind: fc.constant('renew' as const),
    lease: fc.nat({ max: 5 }),
    ttlMs: fc.constantFrom(5, 20),
  }),
  fc.record({ kind: fc.constant('release' as const), lease: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(-3, 1, 5, 20) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface ModelLease {
  readonly resource: string;
  readonly token: number;
  expiresAt: number;
  isReleased: boolean;
}

/** Creates a model of the specification in its simplest form: lists that are searched each time. */
function createModel(clock: ManualClock): {
  readonly given: ModelLease[];
  readonly log: { readonly stream: string; readonly key: string | null; readonly append: number }[];
  readonly expect: (action: Step) => unknown;
} {
  const given: ModelLease[] = [];
  const log: { stream: string; key: string | null; append: number }[] = [];
  const now = (): number => clock.now().getTime();
  const isCurrent = (lease: ModelLease): boolean =>
    !lease.isReleased &&
    given.every(({ resource, token }) => resource !== lease.resource || token <= lease.token);
  let appends = 0;

  return {
    given,
    log,
    expect(action) {
      switch (action.kind) {
        case 'append': {
          const stream = streamIds[action.stream] ?? '';
          const version = log.filter((entry) => entry.stream === stream).length;
          if (action.offBy === -1 && version === 0) return 'store-invalid-option';
          const lease = action.fence === null ? undefined : given[action.fence];
          const known = log.findLastIndex(
            (entry) => entry.stream === stream && action.key !== null && entry.key === action.key,
          );
          if (known >= 0) {
            const first = log.filter(({ append }) => append === log[known]?.append);
            if (first.length !== action.count) return 'version-conflict';
            const upTo = log.slice(0, known + 1).filter((entry) => entry.stream === stream);
            return { version: upTo.length, position: known + 1, replayed: true };
          }
          if (lease !== undefined && !isCurrent(lease)) return 'fenced';
          if (action.offBy !== null && action.offBy !== 0) return 'version-conflict';
          appends += 1;
          for (let count = 0; count < action.count; count += 1) {
            log.push({ stream, key: action.key, append: appends });
          }
          return { version: version + action.count, position: log.length, replayed: false };
        }
        case 'acquire': {
          const resource = resources[action.resource] ?? '';
          const earlier = given.filter((lease) => lease.resource === resource);
          if (earlier.some((lease) => isCurrent(lease) && lease.expiresAt > now())) return null;
          given.push({
            resource,
            token: earlier.length + 1,
            expiresAt: now() + action.ttlMs,
            isReleased: false,
          });
          return earlier.length + 1;
        }
        case 'renew': {
          const lease = given[action.lease];
          if (lease === undefined) return 'nothing';
          if (!isCurrent(lease)) return 'fenced';
          lease.expiresAt = now() + action.ttlMs;
          return lease.token;
        }
        case 'release': {
          const lease = given[action.lease];
          if (lease !== undefined && isCurrent(lease)) lease.isReleased = true;
          return 'nothing';
        }
        case 'advance':
          return 'nothing';
      }
      return 'nothing';
    },
  };
}

/** The same step on the real store, answered in the words of the model. */
async function perform(
  store: EventStore,
  action: Step,
  given: Lease[],
  versions: number[],
): Promise<unknown> {
  switch (action.kind) {
    case 'append': {
      const version = versions[action.stream] ?? 0;
      const fence = action.fence === null ? undefined : given[action.fence];
      const events = Array.from({ length: action.count }, (_, index) => ({
        type: 't',
        data: index,
      }));
      const result = await store.append(streamIds[action.stream] ?? '', events, {
        expectedVersion: action.offBy === null ? 'any' : version + action.offBy,
        ...(action.key === null ? {} : { idempotencyKey: action.key }),
        ...(fence === undefined ? {} : { fence }),
      });
      if (!result.replayed) versions[action.stream] = result.version;
      return result;
    }
    case 'acquire': {
      const lease = await store.acquireLease(resources[action.resource] ?? '', {
        owner: 'o',
        ttlMs: action.ttlMs,
      });
      if (lease === null) return null;
      given.push(lease);
      return lease.token;
    }
    case 'renew': {
      const lease = given[action.lease];
      return lease === undefined ? 'nothing' : (await store.renewLease(lease, action.ttlMs)).token;
    }
    case 'release': {
      const lease = given[action.lease];
      if (lease !== undefined) await store.releaseLease(lease);
      return 'nothing';
    }
    case 'advance':
      return 'nothing';
  }
  return 'nothing';
}

describe('the memory event store, by random walk', () => {
  it('returns what the model returns, and keeps every chain whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const clock = createManualClock(1000);
        const store = createMemoryEventStore({ clock });
        const model = createModel(clock);
        const given: Lease[] = [];
        const versions = [0, 0];
        for (const action of steps) {
          if (action.kind === 'advance') clock.advance(action.ms);
          const expected = model.expect(action);
          const actual = await perform(store, action, given, versions).catch((error: unknown) =>
            memberOf(error, 'code'),
          );
          expect({ action, result: actual }).toEqual({ action, result: expected });
        }
        const history = await all(store.readAll());
        expect(history.map(({ streamId }) => streamId)).toEqual(
          model.log.map(({ stream }) => stream),
        );
        expect(history.map(({ position }) => position)).toEqual(
          history.map((_, index) => index + 1),
        );
        expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted());
        const verdicts = await Promise.all(streamIds.map((id) => verifyChain(store.read(id))));
        expect(verdicts.map(({ ok }) => ok)).toEqual([true, true]);
      }),
      { numRuns: 300 },
    );
  });
});
