import type { MultiStepQueryPlan, PlanStep, SlotKind } from '../plan/multi-step-query-plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { ReadInput } from './read-input.ts';

/** One search to plan; `basedOn` is set for one that carries earlier words. */
export interface PlannedSearch {
  readonly query: string;
  readonly basedOn?: 'user' | 'previous_answer';
}

/** A plan that only answers: chit-chat. */
export function answerPlan({ language }: ReadInput): MultiStepQueryPlan {
  return { steps: [answerStep('faq')], needsClarification: false, confidence: 'medium', language };
}

/** A plan that only asks. */
export function clarifyPlan(
  { language }: ReadInput,
  questions: readonly string[],
  about: readonly SlotKind[],
): MultiStepQueryPlan {
  return {
    steps: [{ id: 'step_clarify_1', type: 'clarify', questions, about }],
    needsClarification: true,
    clarifyingQuestions: questions,
    confidence: 'medium',
    language,
  };
}

/** A plan that searches and answers; equal queries once. */
export function searchPlan(
  { language, topK, message }: ReadInput,
  searches: readonly PlannedSearch[],
  { confidence }: Pick<MultiStepQueryPlan, 'confidence'>,
): MultiStepQueryPlan {
  const seen = new Set<string>();
  const counts = { search: 0, followup_search: 0 };
  const steps = searches.flatMap(({ query, basedOn }): readonly PlanStep[] => {
    const key = normaliseQuery(query);
    if (seen.has(key)) return [];
    seen.add(key);
    const type = basedOn === undefined ? 'search' : 'followup_search';
    counts[type] += 1;
    const id = `step_${type}_${counts[type]}`;
    return basedOn === undefined
      ? [{ id, type: 'search', query, topK }]
      : [{ id, type: 'followup_search', basedOn, query, topK }];
  });
  // Listed only when they are all there is: a listed query makes plain searches give way (seed 4.1.1).
  const followupQueries =
    counts.search === 0 ? steps.flatMap((step) => ('query' in step ? [step.query] : [])) : [];
  return {
    steps: [...steps, answerStep(message.signals.howTo ? 'step_by_step' : 'faq')],
    needsClarification: false,
    ...(followupQueries.length > 0 ? { followupQueries } : {}),
    confidence,
    language,
  };
}

function answerStep(style: 'faq' | 'step_by_step'): PlanStep {
  return { id: 'step_answer_1', type: 'answer', style, includeSources: true };
}
