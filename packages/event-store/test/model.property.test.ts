import { triesOf } from '@kanmon/test-support';
import {
  type AppendResult,
  createMemoryEventStore,
  type EventStore,
  FencedError,
  type JsonValue,
  KanmonError,
  type Lease,
  VersionConflictError,
} from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MakeStore } from '../src/testing.ts';
import { collect } from './support/collect.ts';
import { makeFileStore, makeSmallSegmentsStore, makeSqliteStore } from './support/make-stores.ts';
import { usePglite } from './support/pglite.ts';
import { postgresStores } from './support/postgres-harness.ts';

/** One step of a walk; leases are named by the order in which the walk got them. */
type Step =
  | {
      readonly kind: 'append';
      readonly stream: string;
      readonly data: readonly JsonValue[];
      readonly expected: number | 'any';
      readonly key: string | undefined;
      readonly fence: number | undefined;
    }
  | { readonly kind: 'acquire'; readonly resource: string; readonly ttlMs: number }
  | { readonly kind: 'renew' | 'release'; readonly lease: number }
  | { readonly kind: 'elapse'; readonly ms: number }
  | { readonly kind: 'reopen' };

/** A value of fast-check that was written and read once has our own type. */
const parse: (text: string) => JsonValue = JSON.parse;
const jsonValue = fc.jsonValue({ maxDepth: 3 }).map((value) => parse(JSON.stringify(value)));

const stream = fc.constantFrom('a', 'b', '日本', '！', '\u{20BB7}');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      stream,
      data: fc.array(jsonValue, { minLength: 1, maxLength: 3 }),
      expected: fc.oneof(fc.constant('any' as const), fc.nat({ max: 4 })),
      key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined, freq: 3 }),
      fence: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('acquire' as const),
      resource: fc.constantFrom('r', 'q'),
      ttlMs: fc.constantFrom(1000, 50_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('renew' as const, 'release' as const),
      lease: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('elapse' as const),
      ms: fc.constantFrom(2000, 60_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
);

/** The result of a step, without the parts that may differ between stores. */
type Outcome = unknown;

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    if (VersionConflictError.isInstance(error)) return [error.code, error.actualVersion];
    if (FencedError.isInstance(error)) return [error.code, error.reason];
    if (KanmonError.isInstance(error)) return error.code;
    throw error;
  }
}

function performStep(current: Step, store: EventStore, leases: readonly Lease[]): Promise<Outcome> {
  const never: Lease = { resource: 'r', owner: 'nobody', token: 99, expiresAt: '' };
  switch (current.kind) {
    case 'append': {
      const { stream: streamId, data, expected, key, fence } = current;
      const events = data.map((value, index) => ({ type: `t${index}`, data: value }));
      return outcomeOf(
        store.append(streamId, events, {
          expectedVersion: expected,
          ...(key === undefined ? {} : { idempotencyKey: key }),
          ...(fence === undefined ? {} : { fence: leases[fence] ?? never }),
        }),
      );
    }
    case 'acquire': {
      const { resource, ttlMs } = current;
      return outcomeOf(store.acquireLease(resource, { owner: 'o', ttlMs }));
    }
    case 'renew':
      return outcomeOf(store.renewLease(leases[current.lease] ?? never, 1000));
    case 'release':
      return outcomeOf(store.releaseLease(leases[current.lease] ?? never));
    case 'elapse':
    case 'reopen':
      return Promise.resolve(null);
    default:
      throw new Error('no such step');
  }
}

function isLease(outcome: Outcome): outcome is Lease {
  return typeof outcome === 'object' && outcome !== null && 'token' in outcome;
}

/** Server clocks give other expiries, and positions have gaps: the rank of a position is the same. */
function comparable(outcome: Outcome, ranks: ReadonlyMap<number, number>): unknown {
  if (isLease(outcome)) return [outcome.resource, outcome.owner, outcome.token];
  return isPlaced(outcome) ? ranked(outcome, ranks) : outcome;
}

function isPlaced(outcome: Outcome): outcome is AppendResult {
  return typeof outcome === 'object' && outcome !== null && 'position' in outcome;
}

function ranked<Placed extends { readonly position: number }>(
  placed: Placed,
  ranks: ReadonlyMap<number, number>,
): Placed {
  return { ...placed, position: ranks.get(placed.position) ?? Number.NaN };
}

async function ranksOf(store: EventStore): Promise<ReadonlyMap<number, number>> {
  const events = await collect(store.readAll());
  return new Map(events.map(({ position }, index) => [position, index + 1]));
}

const backends: readonly (readonly [string, MakeStore, number])[] = [
  ['file', makeFileStore, triesOf(30)],
  ['file in small segments', makeSmallSegmentsStore, triesOf(30)],
  ['SQLite', makeSqliteStore, triesOf(30)],
  ['PGlite', postgresStores(usePglite()), triesOf(10)],
];

describe.each(backends)('random operations on %s', (_, makeStore, numRuns) => {
  it('give the same results, history and hashes as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const clock = createManualClock();
        const made = await makeStore({ clock });
        const memory = createMemoryEventStore({ clock });
        let { store } = made;
        const leases: { readonly own: Lease; readonly model: Lease }[] = [];
        const outcomes: { readonly own: Outcome; readonly model: Outcome }[] = [];
        try {
          for (const current of steps) {
            if (current.kind === 'reopen') store = (await made.reopen?.()) ?? store;
            if (current.kind === 'elapse') {
              clock.advance(current.ms);
              await made.elapse?.(current.ms);
            }
            const own = await performStep(
              current,
              store,
              leases.map((lease) => lease.own),
            );
            const model = await performStep(
              current,
              memory,
              leases.map((lease) => lease.model),
            );
            outcomes.push({ own, model });
            if (current.kind === 'acquire' && isLease(own) && isLease(model)) {
              leases.push({ own, model });
            }
          }
          const ranks = await ranksOf(store);
          const modelRanks = await ranksOf(memory);
          expect(outcomes.map(({ own }) => comparable(own, ranks))).toEqual(
            outcomes.map(({ model }) => comparable(model, modelRanks)),
          );
          const history = (await collect(store.readAll())).map((event) => ranked(event, ranks));
          expect(history).toEqual(await collect(memory.readAll()));
          expect(await collect(store.listStreams())).toEqual(await collect(memory.listStreams()));
          for (const id of ['a', '日本']) {
            const events = (await collect(store.read(id))).map((event) => ranked(event, ranks));
            expect(events).toEqual(await collect(memory.read(id)));
          }
        } finally {
          await store.close();
          await made.dispose();
        }
      }),
      { numRuns },
    );
  }, 30_000);
});
