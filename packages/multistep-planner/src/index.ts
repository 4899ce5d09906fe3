export type { MultiStepQueryPlan, PlanStep } from './plan/plan.ts';
export { planJsonSchema, planSchema } from './plan/plan.ts';
export { planByRules, planSingleSearch } from './planner/plan-by-rules.ts';
export type { PendingClarification, PlanInput, PlanOutcome } from './planner/turn.ts';
export { type PromptOptions, renderPlannerPrompt } from './planner/planner-prompt.ts';
export type { Domain, RuleOptions } from './planner/rule-options.ts';
export { createExtractiveAnswer } from './dialog/answer-from-hits.ts';
export { definePlanGate, type PlanGateOptions } from './plan/plan-gate.ts';
export { planMultiStepQuery, type PlanMultiStepOptions } from './planner/plan-by-model.ts';
export { type DialogReplay, replayDialog, type ReplayOptions } from './dialog/replay-dialog.ts';
export { defaultPlanLimits, type PlanLimits } from './plan/plan-limits.ts';
export type { PlanFindingCode } from './plan/plan-finding.ts';
export type {
  DialogMessage,
  DialogRequest,
  DialogResponse,
  PlanSource,
} from './wire/dialog-schema.ts';
export type { Reason } from './wire/values.ts';
export type {
  Answer,
  AnswerRequest,
  AnswerTool,
  PortOptions,
  SearchHit,
  SearchRequest,
  SearchTool,
  TurnBudget,
} from './dialog/ports.ts';
export { parsePlan, type ParsePlanOptions, type PlanGateResult } from './plan/parse-plan.ts';
export type { ContextOptions, SessionKey } from './context/context-store.ts';
export type { AntiNagOptions } from './dialog/anti-nag.ts';
export {
  AnswerFailedError,
  DeadlineExceededError,
  DialogConflictError,
  RequestIdReusedError,
  SearchFailedError,
} from './dialog/dialog-errors.ts';
export type { DialogEvent } from './dialog/stream-turn.ts';
export {
  type CrewClientOptions,
  createCrewOrchestratorClient,
  type CrewOrchestratorClient,
} from './crew/crew-orchestrator-client.ts';
export type { RunContext, TurnPlanner } from './dialog/plan-turn.ts';
export { crewPlanHandler } from './crew/crew-plan-handler.ts';
export { CrewError, type CrewFailure } from './crew/crew-contract.ts';
export {
  createDialogAgent,
  type DialogAgent,
  type DialogAgentOptions,
  type TurnContext,
} from './dialog/dialog-agent.ts';
