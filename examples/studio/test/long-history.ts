import { createContentService } from '@kanmon/content-cards';
import type { EventStore } from '@kanmon/core';

/** The deck of `fillLongDeck`. */
export const longDeck = 'long';
const cards = 200;
const eventsOfAppend = 1000;

/** Fills a deck with many events: its cards, and then comments on them in turn. */
export async function fillLongDeck(store: EventStore, count: number): Promise<void> {
  const id = (index: number): string => `card-${index % cards}`;
  const created = await createContentService({ store }).createCards(
    {
      spec_id: longDeck,
      cards: Array.from({ length: cards }, (_, index) => ({
        slide_id: id(index),
        title: `Card ${index}`,
        body: ['A line'],
        intent: 'test',
        story: { phase: 'body' },
      })),
    },
    { actor: 'hanako', requestId: 'fill' },
  );
  if (!created.ok) throw new Error(created.error.message);
  for (let version = cards; version < count; version += eventsOfAppend) {
    const length = Math.min(eventsOfAppend, count - version);
    const events = Array.from({ length }, (_, index) => ({
      type: 'card-commented',
      actor: 'sato',
      data: { slide_id: id(version + index), notes: `Comment ${version + index + 1}` },
    }));
    await store.append(`content-cards/${longDeck}`, events, { expectedVersion: version });
  }
}
