export type { Finding, Severity, ValidationResult } from './vocabulary/finding.ts';

export {
  type CodeOf,
  defineRule,
  type NodePlace,
  type NodeType,
  type Rule,
  type RuleCheck,
  type RuleInput,
  type RuleMessages,
  type RuleReport,
} from './gate/rules/rule.ts';
export type { Review, ReviewReport, WithReviews } from './gate/review/reviews.ts';
export { defineGate, defineValueGate } from './gate/define-gate.ts';
export type {
  Gate,
  GateDefinition,
  GateReading,
  GateVerdict,
  ValidateOptions,
  ValueGate,
} from './gate/gate-definition.ts';
export {
  type GateSchema,
  gateSchema,
  type GateSchemaOptions,
  type ReviewedGateSchema,
} from './gate/gate-schema.ts';
export { type DeepReadonly, type Gated, type GateIdentity, isGated } from './gate/gated.ts';
export { assertGated } from './gate/assert-gated.ts';
export type {
  StandardJsonSchemaOptions,
  StandardJsonSchemaSource,
  StandardSchemaIssue,
  StandardSchemaProps,
  StandardSchemaResult,
  StandardSchemaV1,
} from './gate/schema/standard-schema.ts';

export {
  type CorrectionOptions,
  type CorrectionPlan,
  planCorrection,
  type RejectedAnswer,
} from './gate/correction/plan-correction.ts';

export { runGate } from './gate/run/run-gate.ts';
export {
  type GateAsk,
  type GateRun,
  type GateStep,
  openRun,
  type ReviewedRun,
  type RunAnswer,
} from './gate/run/open-run.ts';
export type {
  OpenRunOptions,
  RunGateOptions,
  WithEvents,
  WithPartials,
} from './gate/run/run-options.ts';
export { GateRejectedError, unwrap } from './gate/run/gate-rejected-error.ts';
export type { Attempt, BestAttempt, GateOutcome, Run } from './gate/run/outcome.ts';
export type {
  AttemptMode,
  DigestedOperation,
  GateEvent,
  GateEventBody,
  LoggedText,
  RejectionReason,
} from './gate/run/gate-event.ts';
export {
  fromEvents,
  parseRun,
  serializeRun,
  type StorableGateEvent,
  toEvents,
} from './gate/run/serialize-run.ts';
export type { DeepPartial } from './gate/streaming/partial-reader.ts';
export { replayGate } from './gate/run/replay-gate.ts';
