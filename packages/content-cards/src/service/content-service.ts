import {
  type Clock,
  type EventStore,
  type IdSource,
  InvalidArgumentError,
  type Locale,
  type Logger,
  randomIds,
  silentLogger,
  type StoredEvent,
} from '@kanmon/core';
import {
  checkFlags,
  checkArgument,
  checkOneOf,
  checkOptions,
  describeValue,
  fieldIssue,
  isRecord,
  optionError,
  quietLogger,
  withoutUndefined,
} from '@kanmon/core/kit';
import { type Grade, gradeSchema } from '../model/card.ts';
import { type CardLimits, resolveLimits } from '../model/limits.ts';
import type { CardView } from '../model/view.ts';
import { checkedReviewer } from '../review/checked-reviewer.ts';
import { createReviewer, type Reviewer } from '../review/reviewer.ts';
import { type Caller, type CardRef, checkCardRef, checkRef } from './caller.ts';
import {
  type ApprovalPolicy,
  type CardOperation,
  createCardOperations,
  runCardOperation,
  type ServiceTools,
  viewIn,
} from './card-operations.ts';
import { cardView } from './card-state.ts';
import {
  createCards,
  type CreateResult,
  recordSourceWarnings,
  rollback,
  snapshot,
} from './deck-operations.ts';
import { createDeckStore, storageRefusal, watchStore } from './deck-store.ts';
import type { Deck } from './deck.ts';
import { exportApproved, exportDraft, type ExportResult } from './export-deck.ts';
import { type LogPage, type LogQuery, readLogs } from './logs.ts';
import { type Metrics, type MetricsQuery, readMetrics } from './metrics.ts';
import {
  type ApproveRequest,
  createRequestSchemas,
  type PatchRequest,
  type ReturnRequest,
  type SourceWarningsRequest,
} from './requests.ts';
import { reviewStoredCard } from './review-stored-card.ts';
import { revisionOf } from './revision.ts';
import { done, errorMessage, refuse, type ServiceResult } from './service-error.ts';

/** Options of `createContentService`. */
export interface ContentServiceOptions {
  readonly store: EventStore;
  /** @default createReviewer({ limits, clock }) */
  readonly reviewer?: Reviewer;
  /** @default { blockGrades: ['C'], allowOverride: false } */
  readonly policy?: { readonly blockGrades?: readonly Grade[]; readonly allowOverride?: boolean };
  readonly limits?: Partial<CardLimits>;
  readonly clock?: Clock;
  /**
   * Of error messages and, without a `reviewer`, of reviews. @default English for errors, the language
   * of each card for its reviews
   */
  readonly locale?: Locale;
  /** Of the request ids of callers that bring none. @default randomIds() */
  readonly ids?: IdSource;
  /** Receives every failure of the store. @default silent */
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

/** A deck with its cards, both of one moment. */
export interface DeckView {
  readonly spec_id: string;
  readonly revision: string;
  readonly cards: readonly CardView[];
}

/** A change of one card, as the caller saw it. */
type CardChange<Request> = (
  ref: CardRef,
  request: Request,
  match: Match,
  caller: Caller,
) => Promise<ServiceResult<CardView>>;

/** A change that names no revision. */
type Call<Request, Value> = (request: Request, caller: Caller) => Promise<ServiceResult<Value>>;

/** A read. */
type Read<Query, Value> = (query: Query) => Promise<ServiceResult<Value>>;

interface DeckQuery {
  readonly spec_id: string;
}

/**
 * Decks and cards with their reviews and approvals. Every method but `history` ends in a result; none throws on
 * input. An error of your own reviewer, ids or clock rejects.
 */
export interface ContentService {
  /** The limits in force; `createContentApp` describes them. @default those of `createContentService` */
  readonly limits?: CardLimits;
  readonly createCards: Call<unknown, CreateResult>;
  readonly getCard: Read<CardRef, CardView>;
  readonly listCards: Read<DeckQuery, readonly CardView[]>;
  /** `listCards` with the revision of the deck that they are of. */
  readonly getDeck: Read<DeckQuery, DeckView>;
  listDecks(): Promise<ServiceResult<readonly DeckSummary[]>>;
  readonly patchCard: CardChange<PatchRequest>;
  readonly approveCard: CardChange<ApproveRequest>;
  readonly returnCard: CardChange<ReturnRequest>;
  readonly unlockCard: CardChange<{ readonly reason: string }>;
  reviewCard(
    ref: CardRef,
    request: { readonly llm?: boolean },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  commentCard(
    ref: CardRef,
    request: { readonly notes: string },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  /** Writes what an import warned of (`log` of its result) into the log of the deck. */
  readonly recordSourceWarnings: Call<SourceWarningsRequest, { readonly recorded: number }>;
  logs(query?: LogQuery): Promise<ServiceResult<LogPage>>;
  readonly exportApproved: Read<DeckQuery & { readonly only?: 'all' | 'approved' }, ExportResult>;
  readonly exportDraft: Read<DeckQuery, ExportResult>;
  /** The events of a deck, for `verifyApproved`. Throws `InvalidArgumentError` for a query without `spec_id`. */
  history(query: DeckQuery): AsyncIterable<StoredEvent>;
  readonly snapshot: Call<DeckQuery & { readonly name?: string }, { readonly version: number }>;
  readonly rollback: Call<
    DeckQuery & { readonly version: number; readonly includeApproved?: boolean },
    { readonly restored: readonly string[] }
  >;
  metrics(query?: MetricsQuery): Promise<ServiceResult<Metrics>>;
  /** Returns the decks that have a card; for paths that do not name the deck. */
  readonly findDecks: Read<string, readonly string[]>;
}

/**
 * Decks on an event store: one deck is one stream, a card is a fold over it. Content is judged by
 * rules in the append that brings it, and only a person approves it, bound to its hash.
 */
export function createContentService(options: ContentServiceOptions): ContentService {
  checkOptions(
    options,
    'store reviewer policy limits clock locale ids logger',
    'createContentService(options)',
  );
  checkOneOf('locale', options.locale, 'ja en');
  const { store: eventStore, clock, locale, ids = randomIds(), logger = silentLogger } = options;
  if (typeof Reflect.get(Object(eventStore), 'append') !== 'function')
    throw new InvalidArgumentError(
      'expected options.store to be an EventStore; pass createMemoryEventStore() to begin with',
    );
  const limits = resolveLimits(options.limits);
  const watched = watchStore(eventStore);
  const store = createDeckStore(watched);
  const tools: ServiceTools = {
    store,
    reviewer:
      options.reviewer === undefined
        ? createReviewer({ limits, ...withoutUndefined({ clock, locale }) })
        : checkedReviewer(options.reviewer),
    schemas: createRequestSchemas(limits),
    policy: policyOf(options.policy),
    limits,
  };
  const operations = createCardOperations(tools);

  /** Runs a call; a failure of the store becomes a refusal, and a line in the log of the host. */
  const guarded = async <T>(task: () => Promise<ServiceResult<T>>): Promise<ServiceResult<T>> => {
    try {
      return inLocale(await task(), locale);
    } catch (error) {
      if (!watched.failedWith(error)) throw error;
      quietLogger(logger).error({ error: String(error) }, 'the event store failed');
      return inLocale(storageRefusal(error), locale);
    }
  };
  const onDeck = <Query extends DeckQuery, T>(
    query: Query,
    task: (query: Query) => Promise<ServiceResult<T>>,
  ): Promise<ServiceResult<T>> =>
    guarded(async () => checkRef(query, ['spec_id'], 'query') ?? (await task(query)));
  /** Runs a call that may write; a caller without a request id gets one. */
  const writing = <T>(
    caller: Caller,
    task: (caller: Caller) => Promise<ServiceResult<T>>,
  ): Promise<ServiceResult<T>> =>
    guarded(() =>
      task(
        isRecord(caller) && caller.requestId === undefined
          ? { ...caller, requestId: ids.next('req') }
          : caller,
      ),
    );
  const changing =
    <Input>(operation: CardOperation<Input>) =>
    (ref: CardRef, body: unknown, match: Match | undefined, given: Caller) =>
      writing(given, (caller) =>
        runCardOperation(store, operation, { ref, caller, ifMatch: match?.ifMatch, body }),
      );
  const allDecks = async (): Promise<Deck[]> =>
    Promise.all((await store.deckIds()).map((id) => store.load(id)));
  const loadDeck = (query: DeckQuery): Promise<ServiceResult<DeckView>> =>
    onDeck(query, async ({ spec_id }) => {
      const { version, cards } = await store.load(spec_id);
      if (version === 0) return refuse('not_found');
      return done({
        spec_id,
        revision: revisionOf(version),
        cards: Array.from(cards.values(), (state) => cardView(spec_id, state)),
      });
    });

  return {
    limits,
    createCards: (input, given) => writing(given, (caller) => createCards(tools, input, caller)),
    getCard: (ref) =>
      guarded(async () => {
        const refused = checkCardRef(ref);
        if (refused !== null) return refused;
        const deck = await store.load(ref.spec_id);
        return deck.cards.has(ref.slide_id) ? done(viewIn(deck, ref)) : refuse('not_found');
      }),
    getDeck: loadDeck,
    async listCards(query) {
      const deck = await loadDeck(query);
      return deck.ok ? done(deck.value.cards) : deck;
    },
    listDecks: () =>
      guarded(async () =>
        done(
          (await allDecks()).map(({ spec_id, version, cards }) => ({
            spec_id,
            revision: revisionOf(version),
            cards: cards.size,
            approved: [...cards.values()].filter(({ status }) => status === 'approved').length,
          })),
        ),
      ),
    patchCard: changing(operations.patch),
    approveCard: changing(operations.approve),
    returnCard: changing(operations.return),
    unlockCard: changing(operations.unlock),
    commentCard: (ref, body, caller) => changing(operations.comment)(ref, body, {}, caller),
    reviewCard: (ref, body, given) =>
      writing(given, (caller) => reviewStoredCard(tools, { ref, caller, body })),
    recordSourceWarnings: (request, given) =>
      writing(given, (caller) => recordSourceWarnings(tools, request, caller)),
    logs: (query = {}) => guarded(() => readLogs(watched, query)),
    exportApproved: (request) =>
      onDeck(request, async ({ spec_id, only = 'all' }) =>
        only === 'all' || only === 'approved'
          ? exportApproved(store, spec_id, only)
          : refuse('validation_error', [fieldIssue(['only'], 'unknown_value')]),
      ),
    exportDraft: (request) => onDeck(request, ({ spec_id }) => exportDraft(store, spec_id)),
    history(query) {
      if (typeof query?.spec_id === 'string') return store.events(query.spec_id);
      throw new InvalidArgumentError(
        `expected history({ spec_id }) with the id of a deck, got ${describeValue(query)}`,
      );
    },
    snapshot: (request, given) => writing(given, (caller) => snapshot(tools, request, caller)),
    rollback: (request, given) => writing(given, (caller) => rollback(tools, request, caller)),
    metrics: (query = {}) => guarded(() => readMetrics(watched, query)),
    findDecks: (slideId) =>
      guarded(async () =>
        done(
          (await allDecks())
            .filter(({ cards }) => cards.has(slideId))
            .map(({ spec_id }) => spec_id),
        ),
      ),
  };
}

/** Returns the policy with its defaults. Throws `InvalidArgumentError` for what would block nothing. */
function policyOf(given: ContentServiceOptions['policy'] = {}): ApprovalPolicy {
  checkOptions(given, 'blockGrades allowOverride', 'createContentService({ policy })');
  const { blockGrades = ['C'], allowOverride = false } = given;
  checkArgument('options.policy.blockGrades', 'a list', blockGrades);
  for (const [index, grade] of blockGrades.entries())
    if (!gradeSchema.safeParse(grade).success)
      throw optionError(`policy.blockGrades[${index}]`, "'A', 'B' or 'C'", grade);
  checkFlags({ 'policy.allowOverride': allowOverride });
  return { blockGrades, allowOverride };
}

/** A refusal with its message in the language of the service. */
function inLocale<T>(result: ServiceResult<T>, locale: Locale = 'en'): ServiceResult<T> {
  if (result.ok || locale === 'en') return result;
  const { error } = result;
  const message = errorMessage(error.code, error.details, locale);
  return { ok: false, error: { ...error, message } };
}
