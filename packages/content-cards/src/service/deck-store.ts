import {
  type EventStore,
  EventStoreError,
  type NewEvent,
  sha256Hex,
  type StoredEvent,
  VersionConflictError,
} from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import { parseJson, withoutUndefined } from '@kanmon/core/kit';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Caller } from './caller.ts';
import { createDeckFold, type Deck, type DeckFold } from './deck.ts';
import { type PlannedEvent, streamPrefix } from './deck-events.ts';
import { refuse, type Refusal, type ServiceResult } from './service-error.ts';

/** One change of a deck: its sender, what was asked, and what follows from the deck as it is. */
interface DeckChange<T> {
  readonly spec_id: string;
  /** The card, for a change of one card. */
  readonly slide_id?: string;
  readonly caller: Caller;
  /** The name of the operation: idempotency keys are scoped to it, to the actor and to the target. */
  readonly name: string;
  /** The request; a repeated key must come with the same one. */
  readonly body: JsonValue;
  /** The checks that come before a repeated call is recognised. */
  precheck?(deck: Deck): Refusal | null;
  /** Returns the events; none means that the deck is in the wanted state already. */
  decide(deck: Deck): readonly PlannedEvent[] | Refusal;
  /** Reads the value from the deck after the events. */
  answer(deck: Deck, written: Written): T;
}

/** The versions that a call wrote: after `since`, up to `until`. */
export interface Written {
  readonly since: number;
  readonly until: number;
  /** An earlier call with the same key wrote them. */
  readonly replayed: boolean;
}

/** The part of an event store that a service uses. */
export type EventSource = Pick<EventStore, 'append' | 'read' | 'readAll' | 'listStreams'>;

/**
 * Watches a store for errors: what else a call throws is the fault of another part, for which a repeated call is no
 * help.
 */
export function watchStore(
  store: EventSource,
): EventSource & { readonly failedWith: (error: unknown) => boolean } {
  const failures = new WeakSet<object>();
  const note = (error: unknown): never => {
    if (isObject(error)) failures.add(error);
    throw error;
  };
  async function* watched<T>(open: () => AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* open();
    } catch (error) {
      note(error);
    }
  }
  return {
    append: async (...args) => {
      try {
        return await store.append(...args);
      } catch (error) {
        return note(error);
      }
    },
    read: (...args) => watched(() => store.read(...args)),
    readAll: (...args) => watched(() => store.readAll(...args)),
    listStreams: (...args) => watched(() => store.listStreams(...args)),
    failedWith: (error) => !isObject(error) || failures.has(error),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Decks on an event store. */
export interface DeckStore {
  load(specId: string): Promise<Deck>;
  loadAt(specId: string, version: number): Promise<Deck>;
  deckIds(): Promise<string[]>;
  events(specId: string): AsyncIterable<StoredEvent>;
  /**
   * Decides on the newest deck and appends; repeats while other writers are faster. A call whose key is known gets
   * the first result.
   */
  change<T>(change: DeckChange<T>): Promise<ServiceResult<T>>;
}

const maxAttempts = 64;
/** Folded decks in memory. The least recently used one is dropped. */
const maxCachedDecks = 64;

/** The read of a deck that runs, and the one that follows it for the callers that came meanwhile. */
interface DeckReads {
  readonly running: Promise<Deck>;
  next: Promise<Deck> | null;
}

/**
 * Creates the decks of an event store. A read folds only the events since the last one, so the cost of a write
 * does not grow with the history. Writers of one process queue per deck; other processes are detected by the
 * version check. Readers wait for no writer, and all readers that wait for a deck share one read of the store.
 */
export function createDeckStore(store: EventSource): DeckStore {
  const folds = new Map<string, DeckFold>();
  const queues = new Map<string, Promise<unknown>>();
  const reads = new Map<string, DeckReads>();

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
    // Half of the new events may be applied when the read fails; then the next read starts from none.
    folds.delete(specId);
    const fromVersion = fold.deck.version + 1;
    for await (const event of store.read(streamPrefix + specId, { fromVersion })) fold.apply(event);
    if (fold.deck.version > 0) folds.set(specId, fold);
    const [oldest] = folds.keys();
    if (folds.size > maxCachedDecks && oldest !== undefined) folds.delete(oldest);
    return fold.deck;
  };

  const startRead = (specId: string): Promise<Deck> => {
    const entry: DeckReads = { running: refresh(specId), next: null };
    reads.set(specId, entry);
    const end = (): void => {
      if (entry.next === null) reads.delete(specId);
    };
    entry.running.then(end, end);
    return entry.running;
  };

  /** Reads a deck. The read begins after the call, so it has every event that was appended before. */
  const load = (specId: string): Promise<Deck> => {
    const current = reads.get(specId);
    if (current === undefined) return startRead(specId);
    const start = (): Promise<Deck> => startRead(specId);
    current.next ??= current.running.then(start, start);
    return current.next;
  };

  const loadAt = async (specId: string, version: number): Promise<Deck> => {
    const fold = createDeckFold(specId);
    if (version < 1) return fold.deck;
    for await (const event of store.read(streamPrefix + specId, { toVersion: version }))
      fold.apply(event);
    return fold.deck;
  };

  const write = async <T>(change: DeckChange<T>, attempt: number): Promise<ServiceResult<T>> => {
    const { spec_id } = change;
    const deck = await load(spec_id);
    const refused = change.precheck?.(deck) ?? null;
    if (refused !== null) return refused;
    const call = keyedCall(change);
    const use = call === undefined ? undefined : deck.keys.get(call.key);
    if (use !== undefined) {
      const { body, version: until, events } = use;
      if (body !== call?.body) return refuse('idempotency_key_reused');
      const written = { since: until - events, until, replayed: true };
      const value = change.answer(await loadAt(spec_id, until), written);
      return { ok: true, value, replayed: true };
    }
    const planned = change.decide(deck);
    if ('ok' in planned) return planned;
    const { version: since } = deck;
    const written = { since, until: since + planned.length, replayed: false };
    if (planned.length === 0)
      return { ok: true, value: change.answer(deck, written), replayed: false, unchanged: true };
    try {
      await store.append(streamPrefix + spec_id, newEvents(planned, change.caller, call), {
        expectedVersion: since,
      });
    } catch (error) {
      if (!VersionConflictError.isInstance(error) || attempt >= maxAttempts) throw error;
      return write(change, attempt + 1);
    }
    return { ok: true, value: change.answer(await load(spec_id), written), replayed: false };
  };

  return {
    load,
    loadAt,
    events: (specId) => store.read(streamPrefix + specId),
    async deckIds() {
      const ids: string[] = [];
      for await (const { streamId } of store.listStreams({ prefix: streamPrefix }))
        ids.push(streamId.slice(streamPrefix.length));
      return ids;
    },
    change: (change) => inTurn(change.spec_id, () => write(change, 1)),
  };
}

/** The idempotency key of a call, and the hash of its request. */
interface KeyedCall {
  readonly key: string;
  readonly body: string;
}

type Call = Pick<DeckChange<unknown>, 'spec_id' | 'slide_id' | 'caller' | 'name' | 'body'>;

function keyedCall({ spec_id, slide_id, caller, name, body }: Call): KeyedCall | undefined {
  const { actor, idempotencyKey } = caller;
  if (idempotencyKey === undefined) return undefined;
  const target = slide_id === undefined ? spec_id : `${spec_id}/${slide_id}`;
  return {
    key: sha256Hex(canonicalJson([actor, name, target, idempotencyKey])),
    body: sha256Hex(hashedText(body)),
  };
}

/** Canonical JSON refuses lone surrogates, which a schema has yet to report; plain JSON escapes them. */
function hashedText(body: JsonValue): string {
  try {
    return canonicalJson(body);
  } catch {
    return JSON.stringify(body);
  }
}

/** True for a call whose key is known: its change decides nothing. */
export function isRepeated(deck: Deck, call: Call): boolean {
  const keyed = keyedCall(call);
  return keyed !== undefined && deck.keys.has(keyed.key);
}

/** The longest actor that an event store takes, in UTF-8 bytes. */
const maxActorBytes = 256;

function newEvents(
  events: readonly PlannedEvent[],
  caller: Caller,
  call: KeyedCall | undefined,
): NewEvent[] {
  return events.map(({ type, data, by }, index) => {
    const actor = by ?? caller.actor;
    const isLong = new TextEncoder().encode(actor).length > maxActorBytes;
    const isLast = index === events.length - 1;
    return {
      type,
      actor: isLong ? `sha256:${sha256Hex(actor)}` : actor,
      ...withoutUndefined({ requestId: caller.requestId }),
      data: {
        // Event data are JSON by their schema; their types lack the index signature of JsonObject.
        ...(parseJson(JSON.stringify(data)) as JsonObject),
        ...(isLong ? { actor } : {}),
        ...(call !== undefined && isLast
          ? { idempotency: { ...call, events: events.length } }
          : {}),
      },
    };
  });
}

/** Turns the failure of a store into a refusal. */
export function storageRefusal(error: unknown): Refusal {
  return EventStoreError.isInstance(error) && error.code === 'store-limit'
    ? refuse('payload_too_large')
    : refuse('storage_error');
}
