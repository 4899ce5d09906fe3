import type { Clock, EventStore, IdSource, Locale, Logger, StoredEvent } from '@kanmon/core';
import type { CardView, Grade } from '../model/card.ts';
import type { CardLimits } from '../model/limits.ts';
import type { Reviewer } from '../review/reviewer.ts';
import type { Caller } from './caller.ts';
import type { CardRef } from './card-ref.ts';
import type { CreateResult } from './create-cards.ts';
import type { ExportResult } from './export-deck.ts';
import type { LogPage, LogQuery } from './logs.ts';
import type { Metrics, MetricsQuery } from './metrics.ts';
import type {
  ApproveRequest,
  PatchRequest,
  ReturnRequest,
  SourceWarningsRequest,
} from './requests.ts';
import type { ServiceResult } from './service-error.ts';
import type { RecordedWarnings } from './source-warnings.ts';

/** What a service works with. */
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
  /** Told of every failure of the store. @default silent */
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

/** Decks and cards with their reviews and approvals. Every method but `history` ends in a result; none throws on input. */
export interface ContentService {
  createCards(input: unknown, caller: Caller): Promise<ServiceResult<CreateResult>>;
  getCard(ref: CardRef): Promise<ServiceResult<CardView>>;
  listCards(query: { readonly spec_id: string }): Promise<ServiceResult<readonly CardView[]>>;
  /** `listCards` with the revision of the deck that they are of. */
  getDeck(query: { readonly spec_id: string }): Promise<ServiceResult<DeckView>>;
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
  /** Writes what an import warned of (`log` of its result) into the log of the deck. */
  recordSourceWarnings(
    request: SourceWarningsRequest,
    caller: Caller,
  ): Promise<ServiceResult<RecordedWarnings>>;
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
