export {
  type Issue,
  issueSchema,
  type IssueScope,
  type IssueState,
  type NewIssue,
  type SuggestedFix,
} from './entities/issue.ts';
export {
  type IssueResolution,
  issueResolutionSchema,
  type VerificationStatus,
  type VerificationVotes,
} from './entities/issue-resolution.ts';
export {
  type IterationPolicy,
  type IterationPolicyInput,
  iterationPolicySchema,
} from './entities/iteration-policy.ts';
export {
  type FetchResult,
  type ManuscriptFetchLog,
  manuscriptFetchLogSchema,
  type NewFetchLog,
} from './entities/manuscript-fetch-log.ts';
export {
  type LockStatus,
  type Session,
  sessionSchema,
  type SessionStatus,
} from './entities/session.ts';
export type { IssueSeverity } from './entities/shared-schemas.ts';
export {
  type AvailableTool,
  type NewStepExecution,
  type StepExecution,
  stepExecutionSchema,
  type ToolSelectionStatus,
} from './entities/step-execution.ts';

export { foldSession, type SessionEvent } from './history/apply-event.ts';
export type { OpenConfirmation, SessionView } from './history/session-view.ts';

export { createIssueId, issueIdPattern } from './life-cycle/issue-id.ts';
export {
  judgeRecheck,
  type RecheckInput,
  type RecheckReason,
  type RecheckVerdict,
} from './life-cycle/judge-recheck.ts';
export { issueTransitions, type IssueTrigger, nextIssueState } from './life-cycle/transitions.ts';

export { createWorkflowStateStore } from './store/workflow-state-store.ts';
export type {
  Actor,
  AppliedFix,
  FixPlan,
  FixTrace,
  RecheckRecord,
  Relocation,
  SessionAction,
  SessionHandle,
  SessionInit,
  Sleep,
  TimelineEntry,
  Transaction,
  UnresolvedQuery,
  WaitOptions,
  WorkflowStateStore,
  WorkflowStateStoreOptions,
} from './store/types.ts';

export { type Anchor, type AnchorOptions, createAnchor } from './remap/anchor.ts';
export {
  confirmAlignment,
  createRemapper,
  type Remapper,
  type RemapOptions,
} from './remap/remapper.ts';
export type { StrategyName } from './remap/strategies.ts';
export type {
  Attempt,
  Candidate,
  LostPlace,
  MappedPlace,
  Method,
  Remap,
  Strategy,
  UnsurePlace,
} from './remap/types.ts';
export type { Span, TextRange } from './text/text-range.ts';

export {
  type RecurrenceContext,
  type RecurrenceReport,
  scoreRecurrence,
} from './recurrence/score-recurrence.ts';
export type {
  CheckFinding,
  RecurrenceResult,
  RecurrenceWeights,
  TrackedIssue,
} from './recurrence/types.ts';

export { applyFixDiff, createFixDiff, type FixDiff } from './manuscript/fix-diff.ts';
export {
  createManuscriptReader,
  type FetchAnswer,
  type FetchAttempt,
  type ManuscriptReader,
  type ManuscriptReaderOptions,
  type ManuscriptSource,
  type ManuscriptSources,
} from './manuscript/manuscript-reader.ts';
export { redactExcerpts } from './manuscript/redact-excerpts.ts';
export { type ExcerptMeta, type ExcerptOptions, takeExcerpt } from './manuscript/take-excerpt.ts';

export {
  createIterationMeter,
  type IterationMeter,
  type IterationVerdict,
  mergePolicy,
  type StopReason,
} from './tools/iteration-meter.ts';
export { renderToolPrompt } from './tools/render-tool-prompt.ts';
export {
  type CategoryTool,
  type CategoryToolInput,
  type CategoryToolMap,
  categoryToolMapSchema,
  selectTools,
  type ToolOffer,
} from './tools/select-tools.ts';

export { runFixLoop } from './loop/run-fix-loop.ts';
export type {
  AppliedText,
  Decision,
  FixLoopOptions,
  FixLoopPorts,
  FixLoopReason,
  FixLoopResult,
  FixLoopSettings,
  FixLoopState,
  PendingConfirmation,
  PlannedFix,
} from './loop/types.ts';

export { metrics, type SessionMetrics } from './metrics/session-metrics.ts';
export { pocReport, type PocRow, type PocSamples } from './metrics/poc-report.ts';

export {
  AccessDeniedError,
  IllegalTransitionError,
  InvalidInputError,
  InvalidRangeError,
  IssueExistsError,
  type IssueErrorOptions,
  TransactionClosedError,
  TransactionOpenError,
  UnknownIssueError,
} from './errors/issue-errors.ts';
export {
  ManuscriptCacheMissError,
  type ManuscriptErrorOptions,
  ManuscriptHashMismatchError,
  ManuscriptStorageError,
  ManuscriptUploadPendingError,
} from './errors/manuscript-errors.ts';
export { defaultQcCodes, type QcCodeMap, toQcCode } from './errors/qc-codes.ts';
export {
  IterationBudgetExceededError,
  ManualAlignmentRequired,
  PromptExecutionError,
  SessionLockedError,
  StatePersistenceError,
  TemplateMismatchError,
  ToolUnavailableError,
} from './errors/workflow-errors.ts';
