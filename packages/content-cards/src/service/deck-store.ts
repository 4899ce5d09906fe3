import {
  type EventStore,
  EventStoreError,
  type NewEvent,
  type StoredEvent,
  VersionConflictError,
} from '@kanmon/core';
import { createDeckFold, type Deck, type DeckFold, streamPrefix } from './deck.ts';
import { refuse, type Refusal, type ServiceResult } from './service-error.ts';

/** What a change comes to: events and what to answer, or a refusal. */
export type Decision<T> =
  | Refusal
  | {
      readonly ok: true;
      readonly events: readonly NewEvent[];
      /** Reads the answer from the deck after the events. */
      readonly answer: (deck: Deck, replayed: boolean) => T;
      /** The deck at an earlier version answers: the call was made before. */
      readonly replayOf?: number;
    };

/** Decks on an event store. */
export interface DeckStore {
  load(specId: string): Promise<Deck>;
  loadAt(specId: string, version: number): Promise<Deck>;
  deckIds(): Promise<string[]>;
  events(specId: string): AsyncIterable<StoredEvent>;
  /** Decides on the newest deck and writes, again and again while other writers are faster. */
  change<T>(specId: string, decide: (deck: Deck) => Decision<T>): Promise<ServiceResult<T>>;
}

const maxAttempts = 64;
/** Folded decks that are kept. The one that was used longest ago goes first. */
const maxCachedDecks = 64;

/**
 * Reads fold only what is new since the last one, so the cost of a write does not grow with the
 * history. Writers of one process queue per deck; writers elsewhere are met by the version check.
 */
export function createDeckStore(store: EventStore): DeckStore {
  const folds = new Map<string, DeckFold>();
  const queues = new Map<string, Promise<unknown>>();

  const inTurn = async <T>(specId: string, task: () => Promise<T>): Promise<T> => {
    const before = queues.get(specId) ?? Promise.resolve();
    const turn = before.then(task, task);
    const settled = turn.catch(() => undefined);
    queues.set(specId, settled);
    try {
      return await turn;
    } finally {
      if (queues.get(specId) === settled) queues.delete(specId);
    }
  };

  const refresh = async (specId: string): Promise<Deck> => {
    const fold = folds.get(specId) ?? createDeckFold(specId);
    try {
      const fromVersion = fold.deck.version + 1;
      for await (const event of store.read(streamPrefix + specId, { fromVersion }))
        fold.apply(event);
    } catch (error) {
      // Half of the new events may have been applied; begin anew next time.
      folds.delete(specId);
      throw error;
    }
    folds.delete(specId);
    if (fold.deck.version > 0) folds.set(specId, fold);
    const [oldest] = folds.keys();
    if (folds.size > maxCachedDecks && oldest !== undefined) folds.delete(oldest);
    return fold.deck;
  };

  const loadAt = async (specId: string, version: number): Promise<Deck> => {
    const fold = createDeckFold(specId);
    if (version < 1) return fold.deck;
    for await (const event of store.read(streamPrefix + specId, { toVersion: version }))
      fold.apply(event);
    return fold.deck;
  };

  const write = async <T>(
    specId: string,
    decide: (deck: Deck) => Decision<T>,
    attempt: number,
  ): Promise<ServiceResult<T>> => {
    const deck = await refresh(specId);
    const decision = decide(deck);
    if (!decision.ok) return decision;
    const { events, answer, replayOf } = decision;
    if (replayOf !== undefined)
      return { ok: true, value: answer(await loadAt(specId, replayOf), true), replayed: true };
    if (events.length === 0)
      return { ok: true, value: answer(deck, false), replayed: false, unchanged: true };
    try {
      await store.append(streamPrefix + specId, events, { expectedVersion: deck.version });
    } catch (error) {
      if (!VersionConflictError.isInstance(error) || attempt >= maxAttempts) throw error;
      return write(specId, decide, attempt + 1);
    }
    return { ok: true, value: answer(await refresh(specId), false), replayed: false };
  };

  return {
    load: (specId) => inTurn(specId, () => refresh(specId)),
    loadAt,
    events: (specId) => store.read(streamPrefix + specId),
    async deckIds() {
      const ids: string[] = [];
      for await (const { streamId } of store.listStreams({ prefix: streamPrefix }))
        ids.push(streamId.slice(streamPrefix.length));
      return ids;
    },
    change: (specId, decide) => inTurn(specId, () => write(specId, decide, 1)),
  };
}

/** A store that fails is told to the caller as a value; misuse of ours is not. */
export function storageRefusal(error: unknown): Refusal {
  return EventStoreError.isInstance(error) && error.code === 'store-limit'
    ? refuse('payload_too_large')
    : refuse('storage_error');
}
