export type { IssueSeverity } from './entities/fields.ts';
export type { Issue, IssueResolution, IssueState, NewIssue } from './entities/issue.ts';
export type { IterationPolicy, IterationPolicyInput, Session } from './entities/session.ts';
export type { AvailableTool, ManuscriptFetchLog, StepExecution } from './entities/step-log.ts';

export { foldSession, type SessionEvent } from './history/apply-event.ts';
export type { SessionView } from './history/session-state.ts';

export { createIssueId, issueIdPattern } from './life-cycle/issue-id.ts';
export { judgeRecheck, type RecheckInput } from './life-cycle/judge-recheck.ts';
export { issueTransitions, nextIssueState } from './life-cycle/transitions.ts';

export { createWorkflowStateStore } from './store/workflow-state-store.ts';
export type {
  Actor,
  FixTrace,
  Relocation,
  SessionHandle,
  SessionInit,
  TimelineEntry,
  Transaction,
  WorkflowStateStore,
} from './store/types.ts';

export { type Anchor, createAnchor } from './remap/anchor.ts';
export {
  confirmAlignment,
  createRemapper,
  type Remapper,
  type RemapOptions,
} from './remap/remapper.ts';
export type { Attempt, Method, Remap, Strategy } from './remap/types.ts';
export type { Span, TextRange } from './text/text-range.ts';

export { scoreRecurrence } from './recurrence/score-recurrence.ts';
export type { CheckFinding, RecurrenceResult, TrackedIssue } from './recurrence/types.ts';

export { createIterationMeter, mergePolicy } from './tools/iteration-meter.ts';
export { type CategoryToolMap, renderToolPrompt, selectTools } from './tools/select-tools.ts';

export { runFixLoop } from './loop/run-fix-loop.ts';
export type {
  AppliedText,
  Decision,
  FixLoopOptions,
  FixLoopPorts,
  FixLoopResult,
  PendingConfirmation,
} from './loop/types.ts';

export { defaultQcCodes, toQcCode } from './errors/qc-codes.ts';
export {
  AccessDeniedError,
  IllegalTransitionError,
  InvalidInputError,
  InvalidRangeError,
  IssueExistsError,
  IterationBudgetExceededError,
  ManualAlignmentRequired,
  ManuscriptCacheMissError,
  ManuscriptHashMismatchError,
  ManuscriptStorageError,
  ManuscriptUploadPendingError,
  PromptExecutionError,
  SessionLockedError,
  StatePersistenceError,
  TemplateMismatchError,
  ToolUnavailableError,
  TransactionClosedError,
  TransactionOpenError,
  UnknownIssueError,
} from './errors/errors.ts';
