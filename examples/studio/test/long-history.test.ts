import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillLongDeck, longDeck } from './long-history.ts';
import { openStudio } from './open-studio.ts';

const count = 100_000;
const stream = encodeURIComponent(`content-cards/${longDeck}`);

describe(`a history of ${count} events`, () => {
  const inner = createMemoryEventStore();
  let read = 0;
  async function* counted<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      read += 1;
      yield item;
    }
  }
  const store: EventStore = {
    ...inner,
    read: (...args) => counted(inner.read(...args)),
    readAll: (...args) => counted(inner.readAll(...args)),
  };
  beforeAll(() => fillLongDeck(inner, count));

  it('is read in pages, and its state at any event from the snapshot before it', async () => {
    const { send } = await openStudio({ store });
    /** Sends a request; returns its body and the number of events that it read. */
    const readsOf = async (
      path: string,
    ): Promise<{ readonly body: unknown; readonly events: number }> => {
      read = 0;
      const response = await send('GET', path);
      expect(response.status).toBe(200);
      return { body: await response.json(), events: read };
    };
    const state = `/api/journal/state/${stream}`;
    expect((await readsOf(`/api/journal/streams/${stream}?after=99800&limit=200`)).events).toBe(
      200,
    );
    expect((await readsOf(`/api/journal/streams/${stream}?after=0&limit=200`)).events).toBe(201);

    // The first state reads the stream, and what follows reads from a snapshot.
    expect((await readsOf(state)).events).toBe(count);
    const reads = [];
    for (const version of [99_999, 50_000, 50_001, 2000, 2001, 201]) {
      const { body, events } = await readsOf(`${state}?at=${version}`);
      reads.push(events);
      const comment = { notes: `Comment ${version}` };
      const card = { history: expect.arrayContaining([expect.objectContaining(comment)]) };
      const cards = { [`card-${(version - 1) % 200}`]: card };
      expect(body).toMatchObject({ version, state: { version, cards } });
    }
    expect(reads).toEqual([1999, 2000, 1, 2000, 1, 201]);

    // Reviewers and charts read what is new.
    await readsOf('/api/decks');
    await readsOf('/api/metrics-series');
    expect((await readsOf('/api/decks')).events).toBe(0);
    expect((await readsOf(`/v1/content/cards?spec_id=${longDeck}`)).events).toBe(0);
    expect((await readsOf('/api/metrics-series')).events).toBe(0);
  });
});
