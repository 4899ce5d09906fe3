// Types of options, results and fields that programs rarely name.

export type { IssueScope, SuggestedFix, VerificationVotes } from './entities/issue.ts';
export type { NewFetchLog, NewStepExecution } from './entities/step-log.ts';
export type { QcCodeMap } from './errors/qc-codes.ts';
export type { OpenConfirmation } from './history/session-state.ts';
export type { RecheckReason, RecheckVerdict } from './life-cycle/judge-recheck.ts';
export type { IssueTrigger } from './life-cycle/transitions.ts';
export type { PlannedFix } from './loop/types.ts';
export type { RecurrenceContext, RecurrenceReport } from './recurrence/score-recurrence.ts';
export type { RecurrenceWeights } from './recurrence/types.ts';
export type { AnchorOptions } from './remap/anchor.ts';
export type { StrategyName } from './remap/types.ts';
export type {
  AppliedFix,
  FixPlan,
  RecheckRecord,
  SessionAction,
  UnresolvedQuery,
  WaitOptions,
  WorkflowStateStoreOptions,
} from './store/types.ts';
export type { IterationMeter, IterationVerdict, StopReason } from './tools/iteration-meter.ts';
export type { CategoryTool, CategoryToolInput, ToolOffer } from './tools/select-tools.ts';
