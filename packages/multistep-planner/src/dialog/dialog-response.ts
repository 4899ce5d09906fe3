import { withoutUndefined } from '@kanmon/core/kit';
import { refusalTexts, repairTexts } from '../plan/plan-finding.ts';
import type { PlanOutcome } from '../planner/turn.ts';
import type { AgentStep, DialogMeta, DialogResponse } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
import type { OrchestrationResult } from './compose-turn.ts';

/** A turn at the moment when its response is written. */
export interface FinishedTurn {
  readonly sessionId: string;
  readonly outcome: PlanOutcome;
  readonly mode: 'local' | 'crew';
  readonly fallback: DialogMeta['fallback'];
  readonly result: OrchestrationResult;
  readonly latencyMs: number;
  readonly historyIgnored: boolean;
  /** Reasons of the rules against asking too often. */
  readonly calmed: readonly Reason[];
  readonly debug: boolean;
}

/** Returns the response of a turn. Pure: a replay returns the same one. */
export function dialogResponseOf(turn: FinishedTurn): DialogResponse {
  const { sessionId, result, debug } = turn;
  const { answer, needsClarification, clarifyingQuestions, steps } = result;
  return withoutUndefined({
    sessionId,
    answer,
    needsClarification,
    clarifyingQuestions,
    steps: debug ? steps : steps.map(publicStep),
    final: !needsClarification,
    meta: metaOf(turn),
  });
}

/** Ids and counts are shown with `debug` only. */
function publicStep({ type, message, query, topK, error }: AgentStep): AgentStep {
  return withoutUndefined({ type, message, query, topK, error });
}

function metaOf(turn: FinishedTurn): DialogMeta {
  const { outcome, mode, fallback, result, latencyMs, debug } = turn;
  const { plan, source, usage, route } = outcome;
  const sources = result.sources.map(({ id, title, url }) => withoutUndefined({ id, title, url }));
  const reasons: readonly Reason[] = [
    ...outcome.reasons,
    ...(turn.historyIgnored ? [{ code: 'request-history-ignored' }] : []),
    ...turn.calmed,
    ...result.reasons,
  ];
  const details = { reasons, usage: [...usage, ...result.usage], route };
  return withoutUndefined({
    orchestratorMode: mode,
    multiStepPlan: debug ? plan : { needsClarification: plan.needsClarification },
    orchestrationSteps: result.orchestrationSteps,
    latencyMs,
    plannerSource: source,
    sources: sources.length === 0 ? undefined : sources,
    partial: result.partial || undefined,
    fallback,
    ...(debug ? details : { reasons: plannerFaults(outcome) }),
  });
}

/** Without `debug` a turn shows what a planner other than the rules got wrong, if anything. */
function plannerFaults({ source, reasons }: PlanOutcome): readonly Reason[] | undefined {
  const faults = reasons.filter(({ code }) => code.startsWith('llm-') || faultCodes.has(code));
  return source === 'rule' || faults.length === 0 ? undefined : faults;
}

const faultCodes: ReadonlySet<string> = new Set([
  ...Object.keys(repairTexts.en),
  ...Object.keys(refusalTexts.en),
  'planner-late',
]);
