import { type EventStore, followAll, type StoredEvent } from '@kanmon/core';

/** Events that wait for one reader. A reader who is further behind is dropped and reads again from its position. */
const queueLimit = 1000;

/** One follower of the store for all readers of an instance. */
export interface Live {
  /**
   * Yields the events behind a position, or new ones only, until the signal is aborted or the reader is too slow.
   */
  events(
    after: number | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<StoredEvent, void, undefined>;
  readonly readers: number;
  /** Ends all readers. */
  close(): Promise<void>;
}

interface Reader {
  queue: StoredEvent[];
  /** More events came than the queue holds. */
  hasOverflowed: boolean;
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
        for (const reader of readers) {
          if (reader.queue.length < queueLimit) reader.queue.push(event);
          else reader.hasOverflowed = true;
          reader.wake();
        }
      }
    } catch {
      // The store is gone: readers end and connect again.
      for (const reader of readers) {
        reader.hasOverflowed = true;
        reader.wake();
      }
      follower = undefined;
    }
  };
  const join = (reader: Reader, head: number): void => {
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
    async *events(after, signal) {
      const stopped = AbortSignal.any([signal, closed.signal]);
      const reader: Reader = { queue: [], hasOverflowed: false, wake: () => undefined };
      const onStop = (): void => reader.wake();
      const head = await headOf(store);
      let last = after ?? head;
      stopped.addEventListener('abort', onStop);
      join(reader, head);
      try {
        // History first, at the pace of the reader. When the queue overflows meanwhile, the rest is history too.
        do {
          Object.assign(reader, { queue: [], hasOverflowed: false });
          for await (const event of store.readAll({ after: last })) {
            if (stopped.aborted) return;
            last = event.position;
            yield event;
          }
        } while (reader.hasOverflowed);
        while (!stopped.aborted) {
          const next = reader.queue.shift();
          if (next !== undefined) {
            // The history may have had it.
            if (next.position <= last) continue;
            last = next.position;
            yield next;
          } else if (reader.hasOverflowed) return;
          else {
            await new Promise<void>((resolve) => {
              reader.wake = resolve;
              if (stopped.aborted) resolve();
            });
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

/** Finds the position of the last event with some 40 reads of one row: a store does not report it. */
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
  // No event is behind `known + step`.
  let end = known + step;
  while (known < end) {
    const middle = Math.floor((known + end) / 2);
    const next = await nextBehind(middle);
    if (next === null) end = middle;
    else known = next;
  }
  return known;
}
