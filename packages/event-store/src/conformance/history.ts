import type {
  AppendResult,
  EventStore,
  JsonValue,
  Lease,
  NewEvent,
  StoredEvent,
} from '@kanmon/core';
import { check } from './assertions.ts';
import type { RuleContext } from './store-under-test.ts';

/** Collects an iterable. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Returns one member of each item. */
export function pluck<Item, Name extends keyof Item>(
  items: readonly Item[],
  name: Name,
): readonly Item[Name][] {
  return items.map((item) => item[name]);
}

/** Returns the stream and version of an event, as `s1`. */
export function nameOf({ streamId, version }: StoredEvent): string {
  return `${streamId}${version}`;
}

/** Returns a small event. */
export function note(data: JsonValue = null): NewEvent {
  return { type: 'noted', data };
}

/** Returns `count` events with their numbers as data. */
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

/** Reads a whole stream. */
export function readStream(store: EventStore, streamId: string): Promise<readonly StoredEvent[]> {
  return collect(store.read(streamId));
}

/** Returns the versions of a stream's events. */
export async function versionsOf(store: EventStore, streamId: string): Promise<readonly number[]> {
  return pluck(await readStream(store, streamId), 'version');
}

/** Returns 1 to `count`. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Returns a number in `depth` arrays. */
export function nested(depth: number): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Time to live of the leases that `acquire` returns. */
export const ttlMs = 10_000;

/** Acquires the lease on resource `r`, which must be free. */
export async function acquire({ store }: RuleContext, owner: string): Promise<Lease> {
  const lease = await store.acquireLease('r', { owner, ttlMs });
  check(lease !== null, `${owner} gets the lease`);
  return lease;
}
