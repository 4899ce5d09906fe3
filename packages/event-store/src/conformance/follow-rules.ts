import { type EventStore, followAll, type FollowOptions, type StoredEvent } from '@kanmon/core';
import { check, checkEqual } from './assertions.ts';
import { add, collect, nameOf } from './history.ts';
import type { RuleContext, RuleGroup } from './store-under-test.ts';

/**
 * The events of a store, and those that a follower has to see. Events are the ids of their streams, with the number of
 * the event in its stream.
 */
interface FollowCase {
  /** Streams of the events that are there before the follower begins. */
  readonly before: readonly string[];
  /** The follower begins behind so many of them. @default 0 */
  readonly skip?: number;
  readonly prefix?: string;
  /** Streams of the events that are appended while it waits, one append each. */
  readonly during: readonly string[];
  /** The follower ends, and another goes on behind its last event, after so many events. */
  readonly leaveAfter?: number;
  readonly sees: readonly string[];
}

const cases: Readonly<Record<string, FollowCase>> = {
  'sees what is there, in order': { before: ['b', 'a', 'b'], during: [], sees: ['b1', 'a1', 'b2'] },
  'waits for the first event of an empty store': {
    before: [],
    during: ['a', 'a'],
    sees: ['a1', 'a2'],
  },
  'sees old and new events once': {
    before: ['a', 'b'],
    during: ['b', 'c', 'a'],
    sees: ['a1', 'b1', 'b2', 'c1', 'a2'],
  },
  'begins behind a position': {
    before: ['a', 'b', 'c'],
    skip: 2,
    during: ['a'],
    sees: ['c1', 'a2'],
  },
  'begins at the end': { before: ['a', 'b'], skip: 2, during: ['b'], sees: ['b2'] },
  'sees the streams of its prefix only': {
    before: ['order/1', 'orders', 'bill/1'],
    prefix: 'order/',
    during: ['bill/1', 'order/2', 'orders', 'order/1'],
    sees: ['order/11', 'order/21', 'order/12'],
  },
  'goes on after a break, without a gap and without a repetition': {
    before: ['a', 'b', 'a'],
    during: ['c', 'a', 'b'],
    leaveAfter: 2,
    sees: ['a1', 'b1', 'a2', 'c1', 'a3', 'b2'],
  },
};

/** A store that misses an event must fail a rule, and not make it wait for ever. */
const patienceMs = 10_000;

/** Reads until so many events were seen; then the follower ends. */
async function see(
  store: EventStore,
  options: FollowOptions,
  count: number,
): Promise<{ readonly names: readonly string[]; readonly position: number }> {
  const names: string[] = [];
  let position = options.after ?? 0;
  const signal = AbortSignal.timeout(patienceMs);
  for await (const event of followAll(store, { ...options, signal })) {
    names.push(nameOf(event));
    ({ position } = event);
    if (names.length === count) break;
  }
  return { names, position };
}

async function runCase(
  { before, skip = 0, prefix = '', during, leaveAfter = 0, sees }: FollowCase,
  { store }: RuleContext,
): Promise<void> {
  for (const streamId of before) await add(store, streamId);
  const known = await collect(store.readAll({ limit: skip }));
  checkEqual(known.length, skip, 'events of readAll with this limit');
  let after = known.at(-1)?.position ?? 0;
  const names: string[] = [];
  if (leaveAfter > 0) {
    const first = await see(store, { after, prefix }, leaveAfter);
    names.push(...first.names);
    after = first.position;
  }
  const seeing = see(store, { after, prefix }, sees.length - leaveAfter);
  for (const streamId of during) await add(store, streamId);
  names.push(...(await seeing).names);
  checkEqual(names, sees, 'seen');
}

async function isSoon(condition: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < patienceMs && !condition(); waited += 5) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return condition();
}

export const followRules: RuleGroup = {
  name: 'followers',
  rules: {
    ...Object.fromEntries(
      Object.entries(cases).map(([name, item]) => [
        `a follower ${name}`,
        (context: RuleContext) => runCase(item, context),
      ]),
    ),
    'a follower ends when its signal is aborted while it waits': async ({ store }) => {
      const stop = new AbortController();
      await add(store, 'a');
      const seen: StoredEvent[] = [];
      for await (const event of followAll(store, { signal: stop.signal })) {
        seen.push(event);
        setTimeout(() => stop.abort(), 20);
      }
      checkEqual(seen.length, 1, 'events');
    },
    '`watch`, where a store has it, calls after an append until it is ended': async ({ store }) => {
      if (store.watch === undefined) return;
      let calls = 0;
      const unwatch = store.watch(() => {
        calls += 1;
      });
      await add(store, 'a');
      check(await isSoon(() => calls > 0), 'a call after the append');
      unwatch();
    },
  },
};
