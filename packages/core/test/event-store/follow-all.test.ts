import { describe, expect, it } from 'vitest';
import {
  type Checkpoint,
  createCheckpoint,
  createMemoryEventStore,
  type EventStore,
  EventStoreError,
  followAll,
  type FollowOptions,
  InvalidArgumentError,
} from '../../src/index.ts';
import { createManualClock, type ManualClock } from '../../src/testing.ts';

const any = { expectedVersion: 'any' } as const;

async function add(store: EventStore, ...streamIds: readonly string[]): Promise<void> {
  for (const streamId of streamIds)
    await store.append(streamId, [{ type: 'noted', data: null }], any);
}

/** Lets everything that waits for nothing but promises run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A store that counts its reads and the events it gave. `watch` is left out where it must be polled. */
function counted(
  store: EventStore,
  isWatched: boolean,
): {
  readonly store: EventStore;
  readonly reads: () => number;
  readonly events: () => number;
} {
  let reads = 0;
  let events = 0;
  const { watch, ...polled } = store;
  return {
    store: {
      ...polled,
      ...(isWatched && watch !== undefined ? { watch } : {}),
      async *readAll(options) {
        reads += 1;
        for await (const event of store.readAll(options)) {
          events += 1;
          yield event;
        }
      },
    },
    reads: () => reads,
    events: () => events,
  };
}

/** A follower that runs in the background. */
function start(
  store: EventStore,
  options: FollowOptions = {},
): { readonly seen: string[]; readonly end: Promise<unknown> } {
  const seen: string[] = [];
  const run = async (): Promise<unknown> => {
    try {
      for await (const { streamId } of followAll(store, options)) seen.push(streamId);
      return 'ended';
    } catch (error) {
      return error;
    }
  };
  return { seen, end: run() };
}

/** Moves the clock in steps of 5 ms, or longer ones. */
async function pass(clock: ManualClock, ms: number, step = 5): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    clock.advance(step);
    await settle();
  }
}

/** A checkpoint in memory that notes each save. */
function noting(from = 0): Checkpoint & { readonly saves: number[] } {
  const saves: number[] = [];
  return {
    saves,
    load: async () => saves.at(-1) ?? from,
    save: async (position) => void saves.push(position),
  };
}

describe('followAll', () => {
  it.each([
    ['a store that reports changes', true],
    ['a store that is polled', false],
  ])('yields old and new events of %s once and in order', async (_, isWatched) => {
    const clock = createManualClock();
    const { store } = counted(createMemoryEventStore(), isWatched);
    const stop = new AbortController();
    await add(store, 'a', 'b');
    const follower = start(store, { timer: clock, signal: stop.signal });
    await settle();
    expect(follower.seen).toEqual(['a', 'b']);
    await add(store, 'c');
    await pass(clock, 500);
    await add(store, 'd', 'e');
    await pass(clock, 500);
    expect(follower.seen).toEqual(['a', 'b', 'c', 'd', 'e']);
    stop.abort();
    expect(await follower.end).toBe('ended');
  });

  it.each([
    // 5, 10, 20 ... 250 ms, then four a second; with a bell one a second.
    ['a polled store', false, 4 * 60 + 8],
    ['a store that reports changes', true, 60 + 10],
  ])(
    'does not read %s more often than its pauses allow while nothing happens',
    async (_, isWatched, most) => {
      const clock = createManualClock();
      const { store, reads } = counted(createMemoryEventStore(), isWatched);
      const stop = new AbortController();
      const follower = start(store, { timer: clock, signal: stop.signal });
      await pass(clock, 60_000, 50);
      expect(reads()).toBeGreaterThan(50);
      expect(reads()).toBeLessThanOrEqual(most);
      stop.abort();
      await follower.end;
    },
  );

  it('reads each event once, also those of other streams', async () => {
    const clock = createManualClock();
    const { store, events } = counted(createMemoryEventStore(), true);
    const stop = new AbortController();
    const follower = start(store, { prefix: 'mine/', timer: clock, signal: stop.signal });
    for (let round = 0; round < 20; round += 1) {
      await add(store, 'other', 'mine/1', 'other', 'mine');
      await pass(clock, 20);
    }
    expect(follower.seen).toEqual(Array.from({ length: 20 }, () => 'mine/1'));
    expect(events()).toBe(80);
    stop.abort();
    await follower.end;
  });

  it('sees an append that comes while a read is under way', async () => {
    const clock = createManualClock();
    const base = createMemoryEventStore();
    let isLate = true;
    const store: EventStore = {
      ...base,
      async *readAll(options) {
        yield* base.readAll(options);
        // The read has ended already; its answer is still on the way.
        if (isLate) await add(base, 'late');
        isLate = false;
      },
    };
    const stop = new AbortController();
    const follower = start(store, { timer: clock, signal: stop.signal });
    await settle();
    await pass(clock, 5);
    expect(follower.seen).toEqual(['late']);
    stop.abort();
    await follower.end;
  });

  it('goes on behind the last event when reads fail for a while', async () => {
    const clock = createManualClock();
    const base = createMemoryEventStore();
    await add(base, 'a', 'b', 'c', 'd');
    let failures = 0;
    const { store, reads } = counted(
      {
        ...base,
        async *readAll(options) {
          let given = 0;
          for await (const event of base.readAll(options)) {
            if (given === 1 && failures < 3) {
              failures += 1;
              throw new Error('connection lost');
            }
            given += 1;
            yield event;
          }
        },
      },
      false,
    );
    const stop = new AbortController();
    const follower = start(store, { timer: clock, signal: stop.signal });
    await pass(clock, 2000);
    expect(follower.seen).toEqual(['a', 'b', 'c', 'd']);
    expect(failures).toBe(3);
    stop.abort();
    await follower.end;
    expect(reads()).toBeLessThan(30);
  });

  it('throws the error of a store that stays away, after ten reads', async () => {
    const clock = createManualClock();
    let reads = 0;
    const store: EventStore = {
      ...createMemoryEventStore(),
      // A generator without a yield.
      // eslint-disable-next-line require-yield
      async *readAll() {
        reads += 1;
        throw new Error('connection lost');
      },
    };
    const follower = start(store, { timer: clock });
    await pass(clock, 60_000, 50);
    expect(await follower.end).toMatchObject({ message: 'connection lost' });
    expect(reads).toBe(10);
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'rows')"),
    new ReferenceError('rows is not defined'),
  ])('throws the error of a program that is wrong at once: $name', async (bug) => {
    let reads = 0;
    const store: EventStore = {
      ...createMemoryEventStore(),
      readAll() {
        reads += 1;
        throw bug;
      },
    };
    expect(await start(store, { timer: createManualClock() }).end).toBe(bug);
    expect(reads).toBe(1);
  });

  it('repeats a read after a failed request', async () => {
    const clock = createManualClock();
    const base = createMemoryEventStore();
    await add(base, 'a');
    let reads = 0;
    const store: EventStore = {
      ...base,
      readAll(options) {
        reads += 1;
        if (reads === 1) throw new TypeError('fetch failed', { cause: new Error('refused') });
        return base.readAll(options);
      },
    };
    const stop = new AbortController();
    const follower = start(store, { timer: clock, signal: stop.signal });
    await pass(clock, 2000);
    expect(follower.seen).toEqual(['a']);
    stop.abort();
    await follower.end;
  });

  it('waits for minutes for a store that it has read before', async () => {
    const clock = createManualClock();
    const base = createMemoryEventStore();
    await add(base, 'a');
    let isAway = false;
    const { store, reads } = counted(
      {
        ...base,
        readAll(options) {
          if (isAway) throw new Error('the database system is in recovery mode');
          return base.readAll(options);
        },
      },
      false,
    );
    const stop = new AbortController();
    const follower = start(store, { timer: clock, signal: stop.signal });
    await pass(clock, 1000);
    isAway = true;
    const before = reads();
    await pass(clock, 300_000, 1000);
    expect(reads() - before).toBeLessThan(100);
    isAway = false;
    await add(base, 'b');
    await pass(clock, 6000, 50);
    expect(follower.seen).toEqual(['a', 'b']);
    isAway = true;
    await pass(clock, 900_000, 500);
    expect(await follower.end).toMatchObject({
      message: 'the database system is in recovery mode',
    });
    stop.abort();
  });

  it('throws at once when the store is closed', async () => {
    const store = createMemoryEventStore();
    const follower = start(store);
    await settle();
    await store.close();
    expect(await follower.end).toMatchObject({ code: 'store-closed' });
  });

  it('ends while it waits when its iterator is returned, and watches no longer', async () => {
    const base = createMemoryEventStore();
    let watchers = 0;
    const store: EventStore = {
      ...base,
      watch(wake) {
        watchers += 1;
        const unwatch = base.watch?.(wake);
        return () => {
          watchers -= 1;
          unwatch?.();
        };
      },
    };
    const stop = new AbortController();
    const events = followAll(store, { signal: stop.signal, timer: createManualClock() });
    const next = events.next();
    await settle();
    expect(watchers).toBe(1);
    await events.return();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(watchers).toBe(0);
  });

  it('leaves no listener on its signal, however long it ran', async () => {
    const clock = createManualClock();
    const stop = new AbortController();
    let listeners = 0;
    const { addEventListener: add1, removeEventListener: remove1 } = stop.signal;
    Object.assign(stop.signal, {
      addEventListener: (...given: Parameters<typeof add1>) => {
        listeners += 1;
        add1.apply(stop.signal, given);
      },
      removeEventListener: (...given: Parameters<typeof remove1>) => {
        listeners -= 1;
        remove1.apply(stop.signal, given);
      },
    });
    const store = createMemoryEventStore();
    await add(store, 'a');
    const events = followAll(store, { timer: clock, signal: stop.signal });
    await events.next();
    const waiting = events.next();
    await pass(clock, 5000);
    expect(listeners).toBe(1);
    await events.return();
    await waiting;
    expect(listeners).toBe(0);
  });

  it('yields nothing when its signal is aborted before', async () => {
    const store = createMemoryEventStore();
    await add(store, 'a');
    const follower = start(store, { signal: AbortSignal.abort() });
    expect(await follower.end).toBe('ended');
    expect(follower.seen).toEqual([]);
  });

  it('ends after the event that is being handled when its signal is aborted', async () => {
    const store = createMemoryEventStore();
    await add(store, 'a', 'b', 'c');
    const stop = new AbortController();
    const checkpoint = noting();
    const seen: string[] = [];
    for await (const { streamId } of followAll(store, { signal: stop.signal, checkpoint })) {
      seen.push(streamId);
      if (streamId === 'b') stop.abort();
    }
    expect(seen).toEqual(['a', 'b']);
    expect(checkpoint.saves).toEqual([2]);
  });

  it('refuses a checkpoint without a name', () => {
    expect(() => createCheckpoint(createMemoryEventStore(), '')).toThrow(
      'the name cannot be used: it is empty',
    );
  });

  it('refuses options that contradict each other or are unknown', () => {
    const store = createMemoryEventStore();
    expect(() => followAll(store, { after: 1, checkpoint: noting() })).toThrow(
      /after or checkpoint/,
    );
    expect(() => followAll(store, { from: 1 } as FollowOptions)).toThrow(/unknown option/);
    expect(() => followAll(store, { after: -1 })).toThrow(EventStoreError);
  });
});

describe('a follower with a checkpoint', () => {
  it('saves finished events when no more are waiting, and begins behind them', async () => {
    const store = createMemoryEventStore();
    await add(store, 'a', 'b', 'c');
    const checkpoint = noting();
    const stop = new AbortController();
    const first = start(store, { checkpoint, signal: stop.signal });
    await settle();
    expect(checkpoint.saves).toEqual([3]);
    stop.abort();
    await first.end;
    await add(store, 'd');
    const again = new AbortController();
    const second = start(store, { checkpoint, signal: again.signal });
    await settle();
    expect(second.seen).toEqual(['d']);
    again.abort();
    await second.end;
    expect(checkpoint.saves).toEqual([3, 4]);
  });

  it('begins behind the events of other streams that it has passed', async () => {
    const store = createMemoryEventStore();
    await add(store, 'mine', 'other', 'other');
    const checkpoint = noting();
    const stop = new AbortController();
    const follower = start(store, { prefix: 'mine', checkpoint, signal: stop.signal });
    await settle();
    expect(checkpoint.saves).toEqual([3]);
    stop.abort();
    await follower.end;
  });

  it('saves now and then while events are waiting', async () => {
    const store = createMemoryEventStore();
    await add(store, ...Array.from({ length: 250 }, () => 'a'));
    const checkpoint = noting();
    const stop = new AbortController();
    const follower = start(store, { checkpoint, signal: stop.signal });
    await settle();
    expect(checkpoint.saves).toEqual([100, 200, 250]);
    stop.abort();
    await follower.end;
  });

  it('yields an event again whose handling failed', async () => {
    const store = createMemoryEventStore();
    await add(store, 'a', 'b', 'c');
    const checkpoint = noting();
    const handle = async (): Promise<void> => {
      for await (const { streamId } of followAll(store, { checkpoint })) {
        if (streamId === 'b') throw new Error('broker is away');
      }
    };
    await expect(handle()).rejects.toThrow('broker is away');
    expect(checkpoint.saves).toEqual([1]);
    const events = followAll(store, { checkpoint });
    expect(await events.next()).toMatchObject({ value: { streamId: 'b' } });
    await events.return();
    expect(checkpoint.saves).toEqual([1]);
  });

  it('does not wake itself or others by what it saves in the store', async () => {
    const clock = createManualClock();
    const { store, reads } = counted(createMemoryEventStore(), true);
    const stop = new AbortController();
    const followers = ['left', 'right'].map((name) =>
      start(store, {
        checkpoint: createCheckpoint(store, name),
        timer: clock,
        signal: stop.signal,
      }),
    );
    await add(store, 'a', 'b');
    await pass(clock, 10_000);
    expect(followers.map(({ seen }) => seen)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(reads()).toBeLessThan(60);
    const saves: string[] = [];
    for await (const { streamId, version } of store.listStreams({ prefix: 'checkpoint/' })) {
      saves.push(`${streamId} ${version}`);
    }
    expect(saves).toEqual(['checkpoint/left 1', 'checkpoint/right 1']);
    stop.abort();
    await Promise.all(followers.map(({ end }) => end));
  });

  it('is refused when another follower has saved under the same name', async () => {
    const store = createMemoryEventStore();
    await add(store, 'a');
    const [mine, other] = [createCheckpoint(store, 'view'), createCheckpoint(store, 'view')];
    await mine.load();
    await other.load();
    await other.save(1);
    const follower = start(store, { checkpoint: { ...mine, load: async () => 0 } });
    expect(await follower.end).toMatchObject({ code: 'version-conflict' });
  });

  it('is refused when it was copied from a store with higher positions, and can be saved again', async () => {
    const store = createMemoryEventStore();
    await add(store, 'a', 'b');
    const copied = { type: 'checkpoint-saved', data: { position: 5000 } };
    await store.append('checkpoint/view', [copied], any);
    const checkpoint = createCheckpoint(store, 'view');
    const { end } = start(store, { checkpoint });
    expect(await end).toMatchObject({
      code: 'store-corrupt',
      message: expect.stringContaining('holds the position 5000, which this store had not reached'),
    });
    await createCheckpoint(store, 'view').save(0);
    expect(await checkpoint.load()).toBe(0);
    await createCheckpoint(store, 'view').save(4);
    await checkpoint.load();
    // The last position that a follower can save: that of the event before.
    await checkpoint.save(5);
    expect(await checkpoint.load()).toBe(5);
  });

  it('can be moved back more than once', async () => {
    const store = createMemoryEventStore();
    await add(store, 'a', 'b', 'c');
    const checkpoint = createCheckpoint(store, 'view');
    for (const position of [0, 3, 0, 0, 3, 2]) {
      await checkpoint.save(position);
      expect(await checkpoint.load()).toBe(position);
      expect(await createCheckpoint(store, 'view').load()).toBe(position);
    }
  });

  it('is saved once when the answer of a save was lost', async () => {
    const memory = createMemoryEventStore();
    await add(memory, 'a', 'b', 'c');
    let isLost = true;
    const checkpoint = createCheckpoint(
      {
        ...memory,
        async append(...args) {
          const result = await memory.append(...args);
          if (isLost) throw new Error('the connection is gone');
          return result;
        },
      },
      'view',
    );
    await expect(checkpoint.save(2)).rejects.toThrow('gone');
    isLost = false;
    await checkpoint.save(2);
    await checkpoint.save(3);
    const saved: unknown[] = [];
    for await (const { data } of memory.read('checkpoint/view')) saved.push(data);
    expect(saved).toEqual([{ position: 2 }, { position: 3 }]);
  });

  it('survives a restart in the store, and can be saved again when an answer was lost', async () => {
    const store = createMemoryEventStore();
    const checkpoint = createCheckpoint(store, 'view/日本');
    expect(await checkpoint.load()).toBe(0);
    await add(store, ...'abcdefghi');
    await checkpoint.save(7);
    await checkpoint.save(9);
    expect(await createCheckpoint(store, 'view/日本').load()).toBe(9);
    expect(await createCheckpoint(store, 'view').load()).toBe(0);
    await add(store, 'checkpoint/broken');
    await expect(createCheckpoint(store, 'broken').load()).rejects.toMatchObject({
      code: 'store-corrupt',
    });
    for (const position of [-5, 1.5, 'x', undefined])
      await expect(checkpoint.save(position as number)).rejects.toMatchObject({
        code: 'store-invalid-option',
      });
    expect(await checkpoint.load()).toBe(9);
    expect(() => createCheckpoint(null as never, 'view')).toThrow(InvalidArgumentError);
    expect(() => createCheckpoint(store, '')).toThrow(EventStoreError);
  });
});
