import type { StoredEvent } from '@kanmon/core';
import { createNumberLedger, type NumberIndex, type NumberLedger } from '../review/number-rules.ts';
import { type CardState, nextCardState } from './card-state.ts';
import { readDeckEvent } from './deck-events.ts';

/** What an idempotency key did. */
interface KeyUse {
  readonly body: string;
  /** Version after the append of that call. */
  readonly version: number;
  /** How many events it wrote. */
  readonly events: number;
}

/** A deck: the fold over its events. */
export interface Deck {
  readonly spec_id: string;
  readonly version: number;
  readonly cards: ReadonlyMap<string, CardState>;
  readonly keys: ReadonlyMap<string, KeyUse>;
}

/** A deck that goes on: events are applied as they come. */
export interface DeckFold {
  readonly deck: Deck;
  apply(event: StoredEvent): void;
}

export const streamPrefix = 'content-cards/';

/** The deck that these events of one stream make. Pure; what it does not know it skips. */
export function foldDeck(events: Iterable<StoredEvent>): Deck;
/** The same for events that are still to be read, such as `service.history(...)`. */
export function foldDeck(events: AsyncIterable<StoredEvent>): Promise<Deck>;
export function foldDeck(
  events: Iterable<StoredEvent> | AsyncIterable<StoredEvent>,
): Deck | Promise<Deck> {
  const fold = createDeckFold('');
  if (Symbol.asyncIterator in events) return foldAll(fold, events);
  for (const event of events) fold.apply(event);
  return fold.deck;
}

async function foldAll(fold: DeckFold, events: AsyncIterable<StoredEvent>): Promise<Deck> {
  for await (const event of events) fold.apply(event);
  return fold.deck;
}

/** Beside the decks, not in them: it follows from the cards, and a deck is data. */
const ledgers = new WeakMap<Deck, NumberLedger>();

/** What the cards of a deck state about numbers, kept up to date by its fold. */
export function numbersOf(deck: Deck): NumberIndex {
  const known = ledgers.get(deck);
  if (known !== undefined) return known;
  const made = createNumberLedger(Array.from(deck.cards.values(), ({ card }) => card));
  ledgers.set(deck, made);
  return made;
}

/** An empty deck to which events are applied in order. */
export function createDeckFold(specId: string): DeckFold {
  const cards = new Map<string, CardState>();
  const keys = new Map<string, KeyUse>();
  const state = { spec_id: specId, version: 0, cards, keys };
  const ledger = createNumberLedger();
  ledgers.set(state, ledger);
  return {
    deck: state,
    apply(event) {
      if (state.spec_id === '' && event.streamId.startsWith(streamPrefix))
        state.spec_id = event.streamId.slice(streamPrefix.length);
      state.version = event.version;
      const read = readDeckEvent(event);
      if (read === null) return;
      const { idempotency, slide_id } = { slide_id: null, ...read.data };
      if (idempotency !== undefined)
        keys.set(idempotency.key, {
          body: idempotency.body,
          version: event.version,
          events: idempotency.events,
        });
      if (slide_id === null) return;
      const next = nextCardState(cards.get(slide_id), read, event, state.spec_id);
      if (next === null) return;
      cards.set(slide_id, next);
      ledger.put(next.card);
    },
  };
}
