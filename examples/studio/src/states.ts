import type { Deck } from '@kanmon/content-cards';
import type { EventStore, StoredEvent } from '@kanmon/core';
import type { LongFold, StreamKind } from './stream-kinds.ts';

/** A state of a stream, and the last event that it follows from. */
export interface StateAt {
  readonly last: StoredEvent;
  readonly state: unknown;
}

/** Events between two snapshots: no state reads more, once its stream was read. */
const snapshotEvents = 2000;
/** Streams whose snapshots are in memory. A deck of 200 cards and 100,000 events takes some 10 MB. */
const maxStreams = 4;

/** Returns true for a kind of streams that come to a state. */
export function hasState({ fold, longFold }: StreamKind): boolean {
  return fold !== undefined || longFold !== undefined;
}

/** Returns a function that reads the state of a stream at a version, the last one by default; null without events. */
export function createStates(
  store: EventStore,
): (stream: string, kind: StreamKind, at?: number) => Promise<StateAt | null> {
  const snapshots = new Map<string, Deck[]>();
  /** The snapshots of a stream, which is now the last one to be dropped. */
  const snapshotsOf = (stream: string): Deck[] => {
    const known = snapshots.get(stream) ?? [];
    snapshots.delete(stream);
    snapshots.set(stream, known);
    const [oldest] = snapshots.keys();
    if (snapshots.size > maxStreams && oldest !== undefined) snapshots.delete(oldest);
    return known;
  };

  const readLong = async (
    stream: string,
    { fold, view }: LongFold,
    at: number,
  ): Promise<StateAt | null> => {
    const known = snapshotsOf(stream);
    let deck = known.findLast(({ version }) => version < at);
    let last: StoredEvent | undefined;
    for (let isWhole = true; isWhole;) {
      const { version = 0 } = deck ?? {};
      const end = (Math.floor(version / snapshotEvents) + 1) * snapshotEvents;
      const bounds = { fromVersion: version + 1, toVersion: Math.min(at, end) };
      const events = await Array.fromAsync(store.read(stream, bounds));
      last = events.at(-1) ?? last;
      deck = fold(events, deck);
      isWhole = deck.version === end && end < at;
      if (deck.version === end && !known.some((each) => each.version === end)) known.push(deck);
    }
    return last === undefined || deck === undefined ? null : { last, state: view(deck) };
  };

  // One after the other: a state and the one before it are asked for together, and the stream is read once.
  let running: Promise<unknown> = Promise.resolve();
  return async (stream, { fold, longFold }, at) => {
    if (longFold !== undefined) {
      const read = (): Promise<StateAt | null> => readLong(stream, longFold, at ?? Infinity);
      const turn = running.then(read, read);
      running = turn;
      return turn;
    }
    const events = await Array.fromAsync(
      store.read(stream, at === undefined ? {} : { toVersion: at }),
    );
    const last = events.at(-1);
    return last === undefined ? null : { last, state: fold?.(events) };
  };
}
