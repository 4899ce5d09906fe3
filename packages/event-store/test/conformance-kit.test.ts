import {
  type Clock,
  createMemoryEventStore,
  type EventStore,
  EventStoreError,
  type StoredEvent,
} from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { describeEventStore, type MakeStore } from '../src/testing.ts';

/** Runs the kit, or one group of it, without a test runner and gives the names of the rules that failed. */
async function failuresOf(makeStore: MakeStore, group = ''): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly run: () => Promise<void> }[] = [];
  const path: string[] = [];
  describeEventStore('store', makeStore, {
    describe(name, body) {
      path.push(name);
      body();
      path.pop();
    },
    it(name, run) {
      tests.push({ name: [...path.slice(1), name].join(': '), run });
    },
  });
  const failed: string[] = [];
  for (const { name, run } of tests) {
    if (!name.startsWith(group)) continue;
    try {
      await run();
    } catch {
      failed.push(name);
    }
  }
  return failed;
}

type Change = (store: EventStore, clock: Clock) => Partial<EventStore>;

function changed(change: Change): MakeStore {
  return async ({ clock }) => {
    const base = createMemoryEventStore({ clock });
    const store = { ...base, ...change(base, clock) };
    // The same history through a second door, so that the groups of several handles run too.
    return {
      store,
      connect: async () => ({ ...store, close: async () => undefined }),
      dispose: async () => undefined,
    };
  };
}

async function* mapped(
  events: AsyncIterable<StoredEvent>,
  change: (event: StoredEvent) => StoredEvent,
): AsyncGenerator<StoredEvent> {
  for await (const event of events) yield change(event);
}

/** Stores that break one rule each, and the group that has to notice. */
const mutants: readonly (readonly [string, string, Change])[] = [
  [
    'ignores the expected version',
    'conflict',
    (base) => ({
      append: (id, events, options) =>
        base.append(id, events, { ...options, expectedVersion: 'any' }),
    }),
  ],
  [
    'repeats the event at the cursor',
    'followers',
    (base) => ({
      readAll: ({ after = 0, ...options } = {}) =>
        base.readAll({ ...options, after: Math.max(0, after - 1) }),
    }),
  ],
  [
    'ends the reading of all streams at the first empty read',
    'followers',
    (base) => {
      let isOver = false;
      return {
        async *readAll(options) {
          const events = [];
          for await (const event of base.readAll(options)) events.push(event);
          isOver ||= events.length === 0;
          if (isOver) throw new EventStoreError('over', { code: 'store-closed' });
          yield* events;
        },
      };
    },
  ],
  [
    'ignores idempotency keys',
    'idempotency',
    (base) => ({
      append: (id, events, { expectedVersion, fence }) =>
        base.append(id, events, { expectedVersion, ...(fence === undefined ? {} : { fence }) }),
    }),
  ],
  [
    'keeps keys over all streams',
    'idempotency',
    (base) => {
      const known = new Map<string, Awaited<ReturnType<EventStore['append']>>>();
      return {
        async append(id, events, options) {
          const key = options.idempotencyKey;
          const first = key === undefined ? undefined : known.get(key);
          if (first !== undefined) return { ...first, replayed: true };
          const result = await base.append(id, events, options);
          if (key !== undefined) known.set(key, result);
          return result;
        },
      };
    },
  ],
  [
    'ignores fences',
    'fencing',
    (base) => ({
      append: (id, events, { expectedVersion, idempotencyKey: key }) =>
        base.append(id, events, {
          expectedVersion,
          ...(key === undefined ? {} : { idempotencyKey: key }),
        }),
    }),
  ],
  [
    'asks the clock about fences',
    'fencing',
    (base, clock) => ({
      async append(id, events, options) {
        const expiresAt = Date.parse(options.fence?.expiresAt ?? '9999-01-01');
        if (expiresAt <= clock.now().getTime()) throw new Error('expired');
        return base.append(id, events, options);
      },
    }),
  ],
  [
    'gives a lease to the same owner again',
    'leases',
    (base) => {
      const held = new Map<
        string,
        { owner: string; lease: Awaited<ReturnType<EventStore['acquireLease']>> }
      >();
      return {
        async acquireLease(resource, options) {
          const last = held.get(resource);
          if (last?.owner === options.owner) return last.lease;
          const lease = await base.acquireLease(resource, options);
          if (lease !== null) held.set(resource, { owner: options.owner, lease });
          return lease;
        },
      };
    },
  ],
  [
    'releases whatever lease it is given',
    'leases',
    (base) => {
      let last: Awaited<ReturnType<EventStore['acquireLease']>> = null;
      return {
        async acquireLease(resource, options) {
          const lease = await base.acquireLease(resource, options);
          if (lease !== null) last = lease;
          return lease;
        },
        async releaseLease() {
          if (last !== null) await base.releaseLease(last);
        },
      };
    },
  ],
  [
    'writes the events of an append one by one',
    'append',
    (base) => ({
      async append(id, events, options) {
        let result = await base.append(id, events.slice(0, 1), options);
        for (const event of events.slice(1))
          result = await base.append(id, [event], { expectedVersion: 'any' });
        return result;
      },
    }),
  ],
  [
    'keeps a reference to data',
    'append',
    (base) => ({
      append: async (id, events, options) => {
        await Promise.resolve();
        return base.append(id, events, options);
      },
    }),
  ],
  [
    'leaves out a late event of readAll',
    'two handles',
    (base) => {
      let calls = 0;
      return {
        async *readAll(options) {
          calls += 1;
          let skipped = calls > 1;
          for await (const event of base.readAll(options)) {
            if (skipped) skipped = false;
            else yield event;
          }
        },
      };
    },
  ],
  [
    'treats `after` as inclusive',
    'readAll',
    (base) => ({
      readAll: (options = {}) =>
        base.readAll({ ...options, after: Math.max(0, (options.after ?? 0) - 1) }),
    }),
  ],
  [
    'treats toVersion as exclusive',
    'read',
    (base) => ({
      async *read(id, options = {}) {
        for await (const event of base.read(id, options))
          if (event.version !== options.toVersion) yield event;
      },
    }),
  ],
  [
    'sorts streams by code points',
    'listStreams',
    (base) => ({
      async *listStreams(options) {
        const all = [];
        for await (const summary of base.listStreams(options)) all.push(summary);
        yield* all.toSorted((a, b) =>
          Buffer.compare(Buffer.from(a.streamId), Buffer.from(b.streamId)),
        );
      },
    }),
  ],
  [
    'hashes something else',
    'hashes',
    (base) => ({
      read: (id, options) =>
        mapped(base.read(id, options), (event) => ({ ...event, hash: event.hash.toUpperCase() })),
    }),
  ],
  [
    'reorders data',
    'append',
    (base) => ({
      read: (id, options) =>
        mapped(base.read(id, options), (event) => ({
          ...event,
          data: Array.isArray(event.data) ? event.data.toReversed() : event.data,
        })),
    }),
  ],
  [
    'drops what it does not know of the options of an append',
    'append',
    (base) => ({
      append: (id, events, { expectedVersion, fence, idempotencyKey }) =>
        base.append(id, events, {
          expectedVersion,
          ...(fence !== undefined && { fence }),
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        }),
    }),
  ],
  [
    'ignores the limit of readAll',
    'followers',
    (base) => ({
      readAll: (options = {}) => base.readAll({ ...options, limit: Number.MAX_SAFE_INTEGER }),
    }),
  ],
  [
    'takes any option of listStreams',
    'listStreams',
    (base) => ({
      listStreams: ({ prefix } = {}) => base.listStreams(prefix === undefined ? {} : { prefix }),
    }),
  ],
  ['does not close', 'close', () => ({ close: async () => undefined })],
  [
    'takes any id',
    'limits',
    (base) => ({
      append: (id, events, options) => base.append(id === '' ? 'empty' : id, events, options),
    }),
  ],
  [
    'writes 1,001 events',
    'limits',
    (base) => ({
      append: (id, events, options) => base.append(id, events.slice(0, 1000), options),
    }),
  ],
];

describe('the conformance kit', () => {
  it('passes the memory store', async () => {
    expect(await failuresOf(changed(() => ({})))).toEqual([]);
  });

  it.each(mutants)('fails a store that %s', async (_, group, change) => {
    expect(await failuresOf(changed(change), `${group}: `)).not.toEqual([]);
  });

  it('uses the global describe and it, and reports when they are missing', () => {
    expect(() =>
      describeEventStore(
        'store',
        changed(() => ({})),
      ),
    ).toThrow('pass { describe, it }');
    const names: string[] = [];
    Object.assign(globalThis, {
      describe: (_: string, body: () => void) => body(),
      it: (name: string) => names.push(name),
    });
    try {
      describeEventStore(
        'store',
        changed(() => ({})),
      );
    } finally {
      Reflect.deleteProperty(globalThis, 'describe');
      Reflect.deleteProperty(globalThis, 'it');
    }
    expect(names.length).toBeGreaterThan(70);
  });
});
