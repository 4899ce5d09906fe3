export type {
  AutoFix,
  Card,
  CardInput,
  CardReview,
  CardStatus,
  CardView,
  Grade,
  Hash,
  IssueSeverity,
  LineSource,
  LogAction,
  LogEntry,
  ReturnNote,
  ReviewIssue,
  Story,
  Table,
} from './model/card.ts';
export type {
  ApprovalDocument,
  Approval,
  Slide,
  SlideAutoFix,
  SlideReview,
} from './model/documents.ts';
export type { FieldIssue, FieldIssueCode } from '@kanmon/core/kit';
export type { Checked } from '@kanmon/core/kit';
export { type CardLimits, defaultLimits } from './model/limits.ts';
export { validateCard, type ValidateOptions } from './model/validate-card.ts';
export { cardHash } from './model/card-hash.ts';

export type { ProhibitedWord } from './text/find-words.ts';
export type { NumberInText } from './text/numbers.ts';
export type { Rule, RuleContext, RuleResult } from './review/rule.ts';
export type { Surroundings } from './review/rule-context.ts';
export type { NumberIndex, OtherStatement } from './review/number-index.ts';
export type { Statement } from './review/statements.ts';
export type { SeverityGrades } from './review/review-by-rules.ts';
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

export type { Caller } from './service/caller.ts';
export type { CardRef } from './service/caller.ts';
export { createContentService } from './service/content-service.ts';
export type {
  ContentService,
  ContentServiceOptions,
  DeckSummary,
  DeckView,
  Match,
} from './service/content-service.ts';
export type { CreatedCard, CreateResult } from './service/create-cards.ts';
export type { CardState, ModelOpinion } from './service/card-state.ts';
export { type Deck, foldDeck, type KeyUse } from './service/deck.ts';
export type { ExportResult } from './service/export-deck.ts';
export type { RecordedWarnings } from './service/deck-operations.ts';
export type { LogPage, LogQuery } from './service/logs.ts';
export type { Metrics, MetricsQuery } from './service/metrics.ts';
export type {
  ApproveRequest,
  CreateRequest,
  PatchRequest,
  ReturnRequest,
  SourceWarningsRequest,
} from './service/requests.ts';
export type {
  DiffEntry,
  ServiceError,
  ServiceErrorCode,
  ServiceResult,
} from './service/service-error.ts';
export { mergeApproved, type MergeResult, type MergeWarning } from './service/merge-approved.ts';
export {
  type Verification,
  type VerificationCode,
  type DeckHistory,
  verifyApproved,
  verifyApprovedText,
} from './service/verify-approved.ts';

export { importSources, type ImportOptions, type ImportResult } from './import/import-sources.ts';
export type { ImportEvent } from './import/import-event.ts';
export type { ImportedSource, ImportMeta } from './import/import-meta.ts';
export type { MergeRule } from './import/merge-items.ts';
export type { ImportRetry } from './import/retry-source.ts';
export {
  itemsToCards,
  type CardsResult,
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
  createDraftJournal,
  type DraftJournal,
  type RecordedAnswer,
} from './draft/draft-journal.ts';
export {
  draftCards,
  type DraftEvent,
  type DraftOptions,
  type DraftResult,
} from './draft/draft-cards.ts';
export type { AiLogEntry, GenerationMeta } from './draft/draft-records.ts';
export { createMockDraftClient } from './draft/mock-client.ts';
export {
  DraftConfigurationError,
  parsePolicySet,
  type Policy,
  type PolicySet,
  type Safeguards,
} from './draft/policy.ts';
export type { Prompt, PromptContext } from './draft/prompts.ts';
export {
  type AnalysisFix,
  convertAnalysis,
  type ConvertOptions,
  type ReviewEngineDocument,
  type ReviewEngineSlide,
} from './analysis/convert-analysis.ts';
export type { AnalysisReport } from './analysis/read-analysis.ts';
export {
  approvalSection,
  type AuditParts,
  auditSections,
  importSection,
  reviewLogSection,
} from './service/audit-sections.ts';
export type { JsonObject } from './model/json.ts';
