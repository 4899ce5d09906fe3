/** The wire shapes of plans and dialogs: each type with its zod schema. */

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
export type { PlanRefusalCode, PlanRepairCode } from './plan/plan-finding.ts';
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
export type { DialogEventBody } from './dialog/stream-turn.ts';
export type { SearchHit } from './dialog/ports.ts';
export { searchHitSchema } from './dialog/turn-events.ts';
export { type RouteContext, routeContextSchema } from './planner/route.ts';
export {
  type CrewPlanRequest,
  crewPlanRequestSchema,
  type CrewPlanResponse,
  crewPlanResponseSchema,
} from './crew/crew-contract.ts';
