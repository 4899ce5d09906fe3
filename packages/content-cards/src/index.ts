export {
  type Card,
  type CardInput,
  type CardStatus,
  type Grade,
  validateCard,
} from './model/card.ts';
export { cardHash } from './model/card-hash.ts';
export { type CardLimits, defaultLimits } from './model/limits.ts';
export type { AutoFix, CardReview, LineSource, ReviewIssue } from './model/review.ts';
export type { CardView } from './model/view.ts';
export type { LogEntry } from './model/log.ts';
export type { ApprovalDocument } from './model/documents.ts';

export type { ProhibitedWord } from './text/find-words.ts';
export type { Rule, RuleContext, RuleResult, Surroundings } from './review/rule.ts';
export { createDefaultRules, type DefaultRuleOptions } from './review/default-rules.ts';
export { applyAutoFix, type AutoFixOptions, type AutoFixResult } from './review/auto-fix.ts';
export {
  createReviewer,
  reviewCard,
  type Reviewer,
  type ReviewerOptions,
  type ReviewInput,
  type ReviewOutcome,
} from './review/reviewer.ts';

export type { Caller, CardRef } from './service/caller.ts';
export {
  type ContentService,
  type ContentServiceOptions,
  createContentService,
  type DeckSummary,
  type DeckView,
  type Match,
} from './service/content-service.ts';
export type { CreateResult } from './service/deck-operations.ts';
export type { CardState } from './service/card-state.ts';
export { type Deck, foldDeck } from './service/deck.ts';
export type { ExportResult } from './service/export-deck.ts';
export type { LogPage, LogQuery } from './service/logs.ts';
export type { Metrics, MetricsQuery } from './service/metrics.ts';
export type {
  DiffEntry,
  ServiceError,
  ServiceErrorCode,
  ServiceResult,
} from './service/service-error.ts';
export {
  type DeckHistory,
  type Verification,
  type VerificationCode,
  verifyApproved,
  verifyApprovedText,
} from './service/verify-approved.ts';

export { importSources, type ImportOptions, type ImportResult } from './import/import-sources.ts';
export type { ImportEvent, ImportRetry } from './import/read-source.ts';
export type { ImportMeta } from './import/import-meta.ts';
export {
  type CardsResult,
  itemsToCards,
  type ItemsToCardsOptions,
} from './import/items-to-cards.ts';
export { ContentImportError, ImportError } from './import/import-error.ts';
export type {
  AdapterResult,
  Attachment,
  ImportAdapter,
  ImportContext,
  ImportWarning,
  LoadedSource,
  NormalizedItem,
  SourceLoader,
  SourceMeta,
  SourceRef,
} from './import/source.ts';

export {
  draftCards,
  type DraftEvent,
  type DraftOptions,
  type DraftResult,
} from './draft/draft-cards.ts';
export type { AiLogEntry, GenerationMeta } from './draft/draft-records.ts';
export {
  DraftConfigurationError,
  parsePolicySet,
  type Policy,
  type PolicySet,
  type Safeguards,
} from './draft/policy.ts';
export type { Prompt, PromptContext } from './draft/prompts.ts';
