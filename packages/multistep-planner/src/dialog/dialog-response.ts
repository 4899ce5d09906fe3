import type { LlmUsage } from '@kanmon/core';
import { refusalTexts, repairTexts } from '../plan/plan-finding.ts';
import type { PlanOutcome } from '../planner/read-turn.ts';
import type { AgentStep, DialogMeta, DialogResponse } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
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

/** Without `debug` a turn shows what a planner other than the rules got wrong, if anything. */
function shownReasons({ source, reasons }: PlanOutcome): Pick<DialogMeta, 'reasons'> {
  if (source === 'rule') return {};
  const faults = reasons.filter(({ code }) => code.startsWith('llm-') || plannerFaults.has(code));
  return faults.length === 0 ? {} : { reasons: faults };
}

const plannerFaults: ReadonlySet<string> = new Set([
  ...Object.keys(repairTexts.en),
  ...Object.keys(refusalTexts.en),
  'planner-late',
]);

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
      : shownReasons(outcome)),
    ...(debug && route !== undefined ? { route } : {}),
  };
}
