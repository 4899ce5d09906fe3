import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { InvalidArgumentError, type Locale, randomIds, silentLogger } from '@kanmon/core';
import type { CardView } from '../model/card.ts';
import { optional } from '../model/json.ts';
import { resolveLimits } from '../model/limits.ts';
import { createReviewer } from '../review/reviewer.ts';
import type { Caller } from './caller.ts';
import {
  type CardCall,
  type CardOperation,
  checkRef,
  runCardOperation,
  viewResult,
} from './card-operation.ts';
import { type ApprovalPolicy, createCardOperations } from './card-operations.ts';
import { cardView } from './card-view.ts';
import { createCards } from './create-cards.ts';
import { createDeckStore, storageRefusal } from './deck-store.ts';
import { exportApproved, exportDraft } from './export-deck.ts';
import { readLogs } from './logs.ts';
import { readMetrics } from './metrics.ts';
import { createRequestSchemas } from './requests.ts';
import { reviewStoredCard } from './review-stored-card.ts';
import { revisionOf } from './revision.ts';
import { rollback } from './rollback.ts';
import { done, errorMessage, refuse, type ServiceResult } from './service-error.ts';
import type { ContentService, ContentServiceOptions, DeckView } from './service-interface.ts';
import { snapshot } from './snapshot.ts';
import { recordSourceWarnings } from './source-warnings.ts';

const policyNames: OptionNames<NonNullable<ContentServiceOptions['policy']>> = {
  blockGrades: true,
  allowOverride: true,
};
const serviceNames: OptionNames<ContentServiceOptions> = {
  store: true,
  reviewer: true,
  policy: true,
  limits: true,
  clock: true,
  locale: true,
  ids: true,
  logger: true,
};

/**
 * Decks on an event store: one deck is one stream, a card is a fold over it. Content is judged by
 * rules in the append that brings it, and only a person approves it, bound to its hash.
 */
export function createContentService(options: ContentServiceOptions): ContentService {
  checkOptions(options, serviceNames, 'createContentService(options)');
  checkOptions(options.policy, policyNames, 'createContentService({ policy })');
  const { store: eventStore, clock, locale, ids = randomIds(), logger = silentLogger } = options;
  if (typeof Reflect.get(Object(eventStore), 'append') !== 'function')
    throw new InvalidArgumentError(
      'expected options.store to be an EventStore; pass createMemoryEventStore() to begin with',
    );
  const limits = resolveLimits(options.limits);
  const reviewer =
    options.reviewer ??
    createReviewer({ limits, ...optional('clock', clock), ...optional('locale', locale) });
  const policy: ApprovalPolicy = { blockGrades: ['C'], allowOverride: false, ...options.policy };
  const schemas = createRequestSchemas(limits);
  const store = createDeckStore(eventStore);
  const operations = createCardOperations({ reviewer, schemas, policy, limits });

  /** A store that fails is an answer, and a line in the log of the host. */
  const guarded = async <T>(task: () => Promise<ServiceResult<T>>): Promise<ServiceResult<T>> => {
    try {
      return inLocale(await task(), locale);
    } catch (error) {
      logger.error({ error: String(error) }, 'the event store failed');
      return inLocale(storageRefusal(error), locale);
    }
  };
  const onDeck = <T>(
    specId: string,
    task: () => Promise<ServiceResult<T>>,
  ): Promise<ServiceResult<T>> =>
    guarded(() => {
      const refused = checkRef({ spec_id: specId });
      return refused === null ? task() : Promise.resolve(refused);
    });

  const traced = (caller: Caller): Caller =>
    caller.requestId === undefined ? { ...caller, requestId: ids.next('req') } : caller;
  const change = <Input>(
    operation: CardOperation<Input>,
    call: CardCall,
  ): Promise<ServiceResult<CardView>> =>
    guarded(() => runCardOperation(store, operation, { ...call, caller: traced(call.caller) }));
  const loadDeck = (spec_id: string): Promise<ServiceResult<DeckView>> =>
    onDeck(spec_id, async () => {
      const { version, cards } = await store.load(spec_id);
      if (version === 0) return refuse('not_found');
      return done({
        spec_id,
        revision: revisionOf(version),
        cards: Array.from(cards.values(), (state) => cardView(spec_id, state)),
      });
    });

  return {
    createCards: (input, caller) =>
      guarded(() =>
        createCards({ store, reviewer, schema: schemas.create }, input, traced(caller)),
      ),
    getCard: (ref) =>
      guarded(async () => checkRef(ref) ?? viewResult(await store.load(ref.spec_id), ref)),
    getDeck: ({ spec_id }) => loadDeck(spec_id),
    async listCards({ spec_id }) {
      const deck = await loadDeck(spec_id);
      return deck.ok ? done(deck.value.cards) : deck;
    },
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
      change(operations.patch, { ref, caller, ifMatch, body }),
    approveCard: (ref, body, { ifMatch }, caller) =>
      change(operations.approve, { ref, caller, ifMatch, body }),
    returnCard: (ref, body, { ifMatch }, caller) =>
      change(operations.return, { ref, caller, ifMatch, body }),
    unlockCard: (ref, body, { ifMatch }, caller) =>
      change(operations.unlock, { ref, caller, ifMatch, body }),
    commentCard: (ref, body, caller) => change(operations.comment, { ref, caller, body }),
    reviewCard: (ref, body, caller) =>
      guarded(() =>
        reviewStoredCard(
          { store, reviewer, schema: schemas.review },
          { ref, caller: traced(caller), body },
        ),
      ),
    recordSourceWarnings: (request, caller) =>
      guarded(() => recordSourceWarnings(store, schemas.sourceWarnings, request, traced(caller))),
    logs: (query = {}) => guarded(() => readLogs(eventStore, query)),
    exportApproved: ({ spec_id, only = 'all' }) =>
      onDeck(spec_id, () => exportApproved(store, spec_id, only)),
    exportDraft: ({ spec_id }) => onDeck(spec_id, () => exportDraft(store, spec_id)),
    history: ({ spec_id }) => store.events(spec_id),
    snapshot: (request, caller) =>
      guarded(() => snapshot(store, schemas.snapshot, request, traced(caller))),
    rollback: (request, caller) =>
      guarded(() =>
        rollback({ store, reviewer, schema: schemas.rollback }, request, traced(caller)),
      ),
    metrics: (query = {}) => guarded(() => readMetrics(eventStore, query)),
    findDecks: (slideId) =>
      guarded(async () => {
        const decks = await Promise.all((await store.deckIds()).map((id) => store.load(id)));
        return done(decks.filter(({ cards }) => cards.has(slideId)).map(({ spec_id }) => spec_id));
      }),
  };
}

/** A refusal with its message in the language of the service. */
function inLocale<T>(result: ServiceResult<T>, locale: Locale = 'en'): ServiceResult<T> {
  if (result.ok || locale === 'en') return result;
  const { error } = result;
  const message = errorMessage(error.code, error.details, locale);
  return { ok: false, error: { ...error, message } };
}
