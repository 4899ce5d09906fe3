import type { LlmUsage } from '@kanmon/core';
import type { PlanOutcome } from '../planner/plan-input.ts';
import type { AgentStep, DialogMeta, DialogResponse } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/reason.ts';
import type { OrchestrationResult } from './compose-turn.ts';

/** What is known of a turn when its response is written. */
export interface FinishedTurn {
  readonly sessionId: string;
  readonly outcome: PlanOutcome;
  readonly mode: 'local' | 'crew';
  readonly fallback?: DialogMeta['fallback'];
  readonly result: OrchestrationResult;
  readonly latencyMs: number;
  readonly reasons: readonly Reason[];
  readonly debug: boolean;
}

/** The response of a turn (seed 4.1.1). Pure: a replay makes the same one. */
export function dialogResponseOf(turn: FinishedTurn): DialogResponse {
  const { sessionId, result, debug } = turn;
  const { answer, needsClarification, clarifyingQuestions, steps } = result;
  return {
    sessionId,
    answer,
    needsClarification,
    ...(clarifyingQuestions === undefined ? {} : { clarifyingQuestions }),
    steps: debug ? steps : steps.map(publicStep),
    final: !needsClarification,
    meta: metaOf(turn),
  };
}

/** The form of the seed; ids and counts are for those who look closer. */
function publicStep({ type, message, query, topK, error }: AgentStep): AgentStep {
  return { type, message, query, topK, ...(error === undefined ? {} : { error }) };
}

function metaOf({
  outcome,
  mode,
  fallback,
  result,
  latencyMs,
  reasons,
  debug,
}: FinishedTurn): DialogMeta {
  const { plan, source, usage, route } = outcome;
  const sources = result.sources.map(({ id, title, url }) => ({
    id,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
  }));
  const spent: readonly LlmUsage[] = [...usage, ...result.usage];
  return {
    orchestratorMode: mode,
    multiStepPlan: debug ? plan : { needsClarification: plan.needsClarification },
    orchestrationSteps: result.orchestrationSteps,
    latencyMs,
    plannerSource: source,
    ...(sources.length === 0 ? {} : { sources }),
    ...(result.partial ? { partial: true } : {}),
    ...(fallback === undefined ? {} : { fallback }),
    ...(debug
      ? { reasons: [...outcome.reasons, ...reasons, ...result.reasons], usage: spent }
      : {}),
    ...(debug && route !== undefined ? { route } : {}),
  };
}
