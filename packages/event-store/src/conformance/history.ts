import type { AppendResult, EventStore, JsonValue, NewEvent, StoredEvent } from '@kanmon/core';

/** All of an iterable. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** A small event. */
export function note(data: JsonValue = null): NewEvent {
  return { type: 'noted', data };
}

/** As many events with their numbers as data. */
export function notes(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, (_, index) => note(index + 1));
}

/** Appends without a condition. */
export function add(
  store: EventStore,
  streamId: string,
  ...events: readonly NewEvent[]
): Promise<AppendResult> {
  return store.append(streamId, events.length === 0 ? [note()] : events, {
    expectedVersion: 'any',
  });
}

/** The whole of a stream. */
export function readStream(store: EventStore, streamId: string): Promise<readonly StoredEvent[]> {
  return collect(store.read(streamId));
}

/** The versions of a stream's events. */
export async function versionsOf(store: EventStore, streamId: string): Promise<readonly number[]> {
  return (await readStream(store, streamId)).map(({ version }) => version);
}

/** 1 to `count`. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
