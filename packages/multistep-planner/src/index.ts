export {
  type AnswerStep,
  answerStepSchema,
  type ClarifyStep,
  clarifyStepSchema,
  type FollowupSearchStep,
  followupSearchStepSchema,
  lenientPlanSchema,
  type MultiStepQueryPlan,
  multiStepQueryPlanSchema,
  type PlanStep,
  planStepSchema,
  type SearchStep,
  searchStepSchema,
  type SlotKind,
  slotKindSchema,
} from './plan/plan.ts';
export { planSchema, planJsonSchema } from './plan/plan.ts';
export { defaultPlanLimits, type PlanLimits } from './plan/plan-limits.ts';
export type { PlanFindingCode, PlanRefusalCode, PlanRepairCode } from './plan/plan-finding.ts';
export { definePlanGate, type PlanGateOptions } from './plan/plan-gate.ts';
export { parsePlan, type ParsePlanOptions, type PlanGateResult } from './plan/parse-plan.ts';

export {
  type AgentStep,
  agentStepSchema,
  type DialogMessage,
  dialogMessageSchema,
  type DialogMeta,
  dialogMetaSchema,
  type DialogOptions,
  type DialogRequest,
  dialogRequestSchema,
  type DialogResponse,
  dialogResponseSchema,
  type OrchestrationStep,
  orchestrationStepSchema,
  type PlanSource,
  planSourceSchema,
} from './wire/dialog-schema.ts';
export { type Reason, reasonSchema } from './wire/values.ts';

export type { LexiconAdditions } from './language/analysis.ts';
export type { Lexicon, LexiconAddition, TopicId, ValueKind } from './language/lexicon.ts';
export { buildQuery } from './language/analysis.ts';
export { type ClarificationNeed, scoreClarificationNeed } from './decide/clarify.ts';
export { type FollowupScore, scoreFollowup } from './decide/followup.ts';
export { rewriteFollowup, type Rewriting } from './decide/rewrite.ts';
export { defaultSlotTable, type RequiredSlots, type SlotTable } from './planner/rule-options.ts';
export { splitIntents } from './decide/split-intents.ts';
export { defaultThresholds, type Thresholds } from './planner/rule-options.ts';

export type { PendingClarification, PlanInput, PlanOutcome } from './planner/read-turn.ts';
export { planByRules } from './planner/plan-by-rules.ts';
export { planMultiStepQuery, type PlanMultiStepOptions } from './planner/plan-by-model.ts';
export { planSingleSearch } from './planner/plan-by-rules.ts';
export type { PromptOptions } from './planner/planner-prompt.ts';
export { renderPlannerPrompt } from './planner/planner-prompt.ts';
export {
  createRouter,
  type DefaultRoute,
  defaultRouteRules,
  type RouteChoice,
  type RouteCondition,
  type RouteContext,
  routeContextSchema,
  type Router,
  type RouteRule,
  type RouterOptions,
} from './planner/route.ts';
export type { RuleOptions } from './planner/rule-options.ts';

export {
  type ContextOptions,
  type ContextStore,
  type ContextStoreOptions,
  createContextStore,
  type OpenedSession,
} from './context/context-store.ts';
export type { SessionKey } from './context/session-key.ts';
export type { SessionState } from './context/session-state.ts';
export type { AntiNagOptions } from './dialog/anti-nag.ts';
export {
  createDialogAgent,
  type DialogAgent,
  type DialogAgentOptions,
  type TurnContext,
} from './dialog/dialog-agent.ts';
export {
  AnswerFailedError,
  DeadlineExceededError,
  DialogConflictError,
  RequestIdReusedError,
  SearchFailedError,
} from './dialog/dialog-errors.ts';
export type { DialogEvent, DialogEventBody } from './dialog/stream-turn.ts';
export type { OrchestrationResult } from './dialog/compose-turn.ts';
export { createExtractiveAnswer } from './dialog/answer-from-hits.ts';
export { mergeHits } from './dialog/answer-from-hits.ts';
export type { RunContext, TurnPlanner } from './dialog/plan-turn.ts';
export {
  type Answer,
  type AnswerRequest,
  type AnswerTool,
  defaultTurnBudget,
  type PortOptions,
  type SearchHit,
  type SearchRequest,
  type SearchTool,
  type TurnBudget,
} from './dialog/ports.ts';
export { type DialogReplay, replayDialog, type ReplayOptions } from './dialog/replay-dialog.ts';
export {
  type OrchestratorOptions,
  runDialogOrchestrator,
} from './dialog/run-dialog-orchestrator.ts';
export type { SelectedSearch } from './dialog/select-searches.ts';
export { type AnswerRecord, searchHitSchema, type SearchRecord } from './dialog/turn-events.ts';

export { CrewError, type CrewFailure } from './crew/crew-contract.ts';
export {
  type CrewClientOptions,
  createCrewOrchestratorClient,
  type CrewOrchestratorClient,
} from './crew/crew-orchestrator-client.ts';
export { crewPlanHandler } from './crew/crew-plan-handler.ts';
export {
  type CrewPlanRequest,
  crewPlanRequestSchema,
  type CrewPlanResponse,
  crewPlanResponseSchema,
} from './crew/crew-contract.ts';
