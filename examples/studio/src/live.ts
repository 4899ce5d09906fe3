import { type EventStore, followAll, type StoredEvent } from '@kanmon/core';

/** Events that wait for one reader. A reader that is further behind is dropped and reads again from its position. */
const queueLimit = 1000;

/** One follower of the store for all readers of an instance. */
export interface Live {
  /** The position of the last event of the store, 0 in an empty one. */
  position(): Promise<number>;
  /**
   * Yields the events behind a position until the signal is aborted. Calls `drop` when the reader has taken the
   * history and is then too slow.
   */
  events(
    after: number,
    options: { readonly signal: AbortSignal; readonly drop: () => void },
  ): AsyncGenerator<StoredEvent, void, undefined>;
  readonly readers: number;
  /** Ends all readers. */
  close(): Promise<void>;
}

interface Reader {
  queue: StoredEvent[];
  /** More events came than the queue holds. */
  hasOverflowed: boolean;
  /** It reads history: what the queue cannot hold is history too. */
  isBehind: boolean;
  readonly drop: () => void;
  wake: () => void;
}

/** Creates the follower. It reads the store while it has readers. */
export function createLive(store: EventStore): Live {
  const readers = new Set<Reader>();
  const closed = new AbortController();
  let follower: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  const follow = async (after: number, signal: AbortSignal): Promise<void> => {
    try {
      for await (const event of followAll(store, { after, signal })) {
        for (const reader of readers) offer(reader, event);
      }
    } catch {
      // The store is gone: readers are dropped and connect again.
      for (const reader of readers) reader.drop();
      follower = undefined;
    }
  };
  const join = async (reader: Reader): Promise<void> => {
    const head = follower === undefined ? await headOf(store) : 0;
    readers.add(reader);
    if (follower !== undefined) return;
    const stop = new AbortController();
    follower = { stop, ended: follow(head, stop.signal) };
  };
  const leave = (reader: Reader): void => {
    readers.delete(reader);
    if (readers.size > 0) return;
    follower?.stop.abort();
    follower = undefined;
  };

  return {
    get readers() {
      return readers.size;
    },
    position: () => headOf(store),
    async *events(after, { signal, drop }) {
      const stopped = AbortSignal.any([signal, closed.signal]);
      const reader = newReader(drop);
      const onStop = (): void => reader.wake();
      let last = after;
      stopped.addEventListener('abort', onStop);
      try {
        await join(reader);
        do {
          Object.assign(reader, { queue: [], hasOverflowed: false });
          for await (const event of store.readAll({ after: last })) {
            if (stopped.aborted) return;
            last = event.position;
            yield event;
          }
        } while (reader.hasOverflowed);
        reader.isBehind = false;
        while (!stopped.aborted) {
          const next = reader.queue.shift();
          if (next === undefined) {
            await new Promise<void>((resolve) => {
              reader.wake = resolve;
              if (stopped.aborted) resolve();
            });
          } else if (next.position > last) {
            // The history had all that are not behind it.
            last = next.position;
            yield next;
          }
        }
      } finally {
        stopped.removeEventListener('abort', onStop);
        leave(reader);
      }
    },
    async close() {
      closed.abort();
      const { stop, ended } = follower ?? {};
      stop?.abort();
      await ended;
    },
  };
}

function newReader(drop: () => void): Reader {
  return { queue: [], hasOverflowed: false, isBehind: true, drop, wake: () => undefined };
}

function offer(reader: Reader, event: StoredEvent): void {
  if (reader.queue.length < queueLimit) reader.queue.push(event);
  else if (reader.isBehind) reader.hasOverflowed = true;
  else reader.drop();
  reader.wake();
}

/** Finds the position of the last event by some 40 reads of one row: a store does not report it. */
async function headOf(store: EventStore): Promise<number> {
  const nextBehind = async (after: number): Promise<number | null> => {
    for await (const { position } of store.readAll({ after, limit: 1 })) return position;
    return null;
  };
  let known = 0;
  let step = 1;
  for (let next = await nextBehind(0); next !== null; next = await nextBehind(known + step)) {
    known = next;
    step *= 2;
  }
  // No event is behind `end`.
  let end = known + step;
  while (known < end) {
    const middle = Math.floor((known + end) / 2);
    const next = await nextBehind(middle);
    if (next === null) end = middle;
    else known = next;
  }
  return known;
}
