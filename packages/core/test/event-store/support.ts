import type { EventStore, StoredEvent } from '@kanmon/core';

/** All values of an iterable. */
export async function all<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** A store with one stream of events that use every member. */
export async function writeSample(store: EventStore): Promise<readonly StoredEvent[]> {
  await store.append(
    'sample',
    [
      { type: 'opened', data: { title: '題名', n: 1.5 }, actor: 'mika', requestId: 'r-1' },
      { type: 'noted', data: ['x', null, true] },
    ],
    { expectedVersion: 0 },
  );
  await store.append('sample', [{ type: 'closed', data: null }], { expectedVersion: 2 });
  return all(store.read('sample'));
}
