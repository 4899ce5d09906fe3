import type { StoredEvent } from '@kanmon/core';
import { checkArgument } from '@kanmon/core/kit';
import { createNumberLedger, type NumberIndex, type NumberLedger } from '../review/number-index.ts';
import { type CardState, nextCardState } from './card-state.ts';
import { readDeckEvent, streamPrefix } from './deck-events.ts';

/** A deck: the fold over its events. */
export interface Deck {
  readonly spec_id: string;
  readonly version: number;
  readonly cards: ReadonlyMap<string, CardState>;
  /** The use of each idempotency key: `version` after the append of the call, `events` that it wrote. */
  readonly keys: ReadonlyMap<
    string,
    { readonly body: string; readonly version: number; readonly events: number }
  >;
}

/** A deck that goes on: events are applied as they come. */
export interface DeckFold {
  readonly deck: Deck;
  apply(event: StoredEvent): void;
}

/** The deck that these events of one stream make, after `before` if it is given. Pure; skips unknown events. */
export function foldDeck(events: Iterable<StoredEvent>, before?: Deck): Deck;
/** The same for events that are still to be read, such as `service.history(...)`. */
export function foldDeck(events: AsyncIterable<StoredEvent>, before?: Deck): Promise<Deck>;
export function foldDeck(
  events: Iterable<StoredEvent> | AsyncIterable<StoredEvent>,
  before?: Deck,
): Deck | Promise<Deck> {
  checkArgument('events of foldDeck', 'an iterable', events);
  const fold = createDeckFold('', before);
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

/** Returns the number index of a deck, which its fold keeps up to date. */
export function numbersOf(deck: Deck): NumberIndex {
  const known = ledgers.get(deck);
  if (known !== undefined) return known;
  const made = createNumberLedger(Array.from(deck.cards.values(), ({ card }) => card));
  ledgers.set(deck, made);
  return made;
}

/** A deck to which events are applied in order: an empty one, or a copy of another. */
export function createDeckFold(specId: string, before?: Deck): DeckFold {
  const cards = new Map(before?.cards);
  const keys = new Map(before?.keys);
  const { spec_id = specId, version = 0 } = before ?? {};
  const state = { spec_id, version, cards, keys };
  const ledger = createNumberLedger(Array.from(cards.values(), ({ card }) => card));
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
