/** The parts of the planner and the dialog agent, for callers that build their own: single decisions, routing, sessions, one turn. */

export { buildQuery, type DomainTopics, type LexiconAdditions } from './language/analysis.ts';
export type { LexiconAddition, ListedValueKind } from './language/lexicon.ts';
export { type ClarificationNeed, scoreClarificationNeed } from './decide/clarify.ts';
export { type FollowupScore, scoreFollowup } from './decide/followup.ts';
export { rewriteFollowup, type Rewriting } from './decide/rewrite.ts';
export { splitIntents } from './decide/split-intents.ts';
export {
  defaultThresholds,
  type Domain,
  type RequiredSlots,
  type SlotQuestion,
  type SlotTable,
  type Thresholds,
} from './planner/rule-options.ts';
export {
  createRouter,
  type DefaultRoute,
  defaultRouteRules,
  type RouteChoice,
  type RouteCondition,
  type RouteContext,
  type Router,
  type RouteRule,
  type RouterOptions,
} from './planner/route.ts';
export {
  type ContextStore,
  type ContextStoreOptions,
  createContextStore,
  type OpenedSession,
} from './context/context-store.ts';
export type { SessionState } from './context/session-state.ts';
export type { OrchestrationResult } from './dialog/compose-turn.ts';
export {
  type OrchestratorOptions,
  runDialogOrchestrator,
} from './dialog/run-dialog-orchestrator.ts';
export type { SelectedSearch } from './dialog/select-searches.ts';
export type { AnswerRecord, SearchRecord } from './dialog/turn-events.ts';
