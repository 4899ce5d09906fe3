import {
  type Clock,
  type EventStore,
  InvalidArgumentError,
  type Logger,
  silentLogger,
  type StoredEvent,
} from '@kanmon/core';
import type { CardView, Grade } from '../model/card.ts';
import { type CardLimits, resolveLimits } from '../model/limits.ts';
import { createReviewer, type Reviewer } from '../review/reviewer.ts';
import type { Caller } from './caller.ts';
import { checkRef, runCardOperation, viewResult } from './card-operation.ts';
import type { CardRef } from './card-ref.ts';
import { type ApprovalPolicy, createCardOperations } from './card-operations.ts';
import { cardView } from './card-view.ts';
import { createCards, type CreateResult } from './create-cards.ts';
import { createDeckStore, storageRefusal } from './deck-store.ts';
import { type ExportResult, exportApproved, exportDraft } from './export-deck.ts';
import { type LogPage, type LogQuery, readLogs } from './logs.ts';
import { type Metrics, type MetricsQuery, readMetrics } from './metrics.ts';
import {
  type ApproveRequest,
  createRequestSchemas,
  type PatchRequest,
  type ReturnRequest,
} from './requests.ts';
import { reviewStoredCard } from './review-stored-card.ts';
import { revisionOf } from './revision.ts';
import { rollback, snapshot } from './rollback.ts';
import { done, refuse, type ServiceResult } from './service-error.ts';

/** What a service works with. */
export interface ContentServiceOptions {
  readonly store: EventStore;
  /** @default createReviewer() */
  readonly reviewer?: Reviewer;
  /** @default { blockGrades: ['C'], allowOverride: false } */
  readonly policy?: { readonly blockGrades?: readonly Grade[]; readonly allowOverride?: boolean };
  readonly limits?: Partial<CardLimits>;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The revision that the caller saw: an entity tag, a list of them, or `*`. */
export interface Match {
  readonly ifMatch?: string | undefined;
}

/** A deck in the list of decks. */
export interface DeckSummary {
  readonly spec_id: string;
  readonly revision: string;
  readonly cards: number;
  readonly approved: number;
}

/** Decks and cards with their reviews and approvals. Every method but `history` ends in a result; none throws on input. */
export interface ContentService {
  createCards(input: unknown, caller: Caller): Promise<ServiceResult<CreateResult>>;
  getCard(ref: CardRef): Promise<ServiceResult<CardView>>;
  listCards(query: { readonly spec_id: string }): Promise<ServiceResult<readonly CardView[]>>;
  listDecks(): Promise<ServiceResult<readonly DeckSummary[]>>;
  patchCard(
    ref: CardRef,
    changes: PatchRequest,
    match: Match,
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  reviewCard(
    ref: CardRef,
    request: { readonly llm?: boolean },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  approveCard(
    ref: CardRef,
    request: ApproveRequest,
    match: Match,
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  returnCard(
    ref: CardRef,
    request: ReturnRequest,
    match: Match,
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  unlockCard(
    ref: CardRef,
    request: { readonly reason: string },
    match: Match,
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  commentCard(
    ref: CardRef,
    request: { readonly notes: string },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  logs(query?: LogQuery): Promise<ServiceResult<LogPage>>;
  exportApproved(query: {
    readonly spec_id: string;
    readonly only?: 'all' | 'approved';
  }): Promise<ServiceResult<ExportResult>>;
  exportDraft(query: { readonly spec_id: string }): Promise<ServiceResult<ExportResult>>;
  /** The events of a deck, for `verifyApproved`. */
  history(query: { readonly spec_id: string }): AsyncIterable<StoredEvent>;
  snapshot(
    request: { readonly spec_id: string; readonly name?: string },
    caller: Caller,
  ): Promise<ServiceResult<{ readonly version: number }>>;
  rollback(
    request: {
      readonly spec_id: string;
      readonly version: number;
      readonly includeApproved?: boolean;
    },
    caller: Caller,
  ): Promise<ServiceResult<{ readonly restored: readonly string[] }>>;
  metrics(query?: MetricsQuery): Promise<ServiceResult<Metrics>>;
  /** Which decks hold a card; for paths that do not name the deck. */
  findDecks(slideId: string): Promise<ServiceResult<readonly string[]>>;
}

/**
 * Decks on an event store: one deck is one stream, a card is a fold over it. Content is judged by
 * rules in the append that brings it, and only a person approves it, bound to its hash.
 */
export function createContentService(options: ContentServiceOptions): ContentService {
  const { store: eventStore, logger = silentLogger } = options;
  if (typeof Reflect.get(Object(eventStore), 'append') !== 'function')
    throw new InvalidArgumentError(
      'expected options.store to be an EventStore; pass createMemoryEventStore() to begin with',
    );
  const limits = resolveLimits(options.limits);
  const reviewer =
    options.reviewer ?? createReviewer(options.clock === undefined ? {} : { clock: options.clock });
  const policy: ApprovalPolicy = { blockGrades: ['C'], allowOverride: false, ...options.policy };
  const schemas = createRequestSchemas(limits);
  const store = createDeckStore(eventStore);
  const operations = createCardOperations({ reviewer, schemas, policy, limits });

  /** A store that fails is an answer, and a line in the log of the host. */
  const guarded = async <T>(task: () => Promise<ServiceResult<T>>): Promise<ServiceResult<T>> => {
    try {
      return await task();
    } catch (error) {
      logger.error({ error: String(error) }, 'the event store failed');
      return storageRefusal(error);
    }
  };
  const onDeck = <T>(
    specId: string,
    task: () => Promise<ServiceResult<T>>,
  ): Promise<ServiceResult<T>> => {
    const refused = checkRef({ spec_id: specId });
    return refused === null ? guarded(task) : Promise.resolve(refused);
  };

  return {
    createCards: (input, caller) =>
      guarded(() => createCards({ store, reviewer, schema: schemas.create }, input, caller)),
    getCard: (ref) => {
      const refused = checkRef(ref);
      return refused === null
        ? guarded(async () => viewResult(await store.load(ref.spec_id), ref))
        : Promise.resolve(refused);
    },
    listCards: ({ spec_id }) =>
      onDeck(spec_id, async () => {
        const deck = await store.load(spec_id);
        if (deck.version === 0) return refuse('not_found');
        return done(Array.from(deck.cards.values(), (state) => cardView(spec_id, state)));
      }),
    listDecks: () =>
      guarded(async () => {
        const decks = await Promise.all((await store.deckIds()).map((id) => store.load(id)));
        return done(
          decks.map(({ spec_id, version, cards }) => ({
            spec_id,
            revision: revisionOf(version),
            cards: cards.size,
            approved: [...cards.values()].filter(({ status }) => status === 'approved').length,
          })),
        );
      }),
    patchCard: (ref, body, { ifMatch }, caller) =>
      runCardOperation(store, operations.patch, { ref, caller, ifMatch, body }),
    approveCard: (ref, body, { ifMatch }, caller) =>
      runCardOperation(store, operations.approve, { ref, caller, ifMatch, body }),
    returnCard: (ref, body, { ifMatch }, caller) =>
      runCardOperation(store, operations.return, { ref, caller, ifMatch, body }),
    unlockCard: (ref, body, { ifMatch }, caller) =>
      runCardOperation(store, operations.unlock, { ref, caller, ifMatch, body }),
    commentCard: (ref, body, caller) =>
      runCardOperation(store, operations.comment, { ref, caller, body }),
    reviewCard: (ref, body, caller) =>
      guarded(() =>
        reviewStoredCard({ store, reviewer, schema: schemas.review }, { ref, caller, body }),
      ),
    logs: (query = {}) => guarded(() => readLogs(eventStore, query)),
    exportApproved: ({ spec_id, only = 'all' }) =>
      onDeck(spec_id, () => exportApproved(store, spec_id, only)),
    exportDraft: ({ spec_id }) => onDeck(spec_id, () => exportDraft(store, spec_id)),
    history: ({ spec_id }) => store.events(spec_id),
    snapshot: (request, caller) =>
      guarded(() => snapshot(store, schemas.snapshot, request, caller)),
    rollback: (request, caller) =>
      guarded(() => rollback({ store, reviewer, schema: schemas.rollback }, request, caller)),
    metrics: (query = {}) => guarded(() => readMetrics(eventStore, query)),
    findDecks: (slideId) =>
      guarded(async () => {
        const decks = await Promise.all((await store.deckIds()).map((id) => store.load(id)));
        return done(decks.filter(({ cards }) => cards.has(slideId)).map(({ spec_id }) => spec_id));
      }),
  };
}
