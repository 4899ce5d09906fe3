import { queryOf } from '../decide/build-query.ts';
import type { SessionState } from '../context/session-state.ts';
import type {
  ClarifyStep,
  MultiStepQueryPlan,
  PlanStep,
  SlotKind,
} from '../plan/multi-step-query-plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { PendingClarification } from '../planner/plan-input.ts';
import { answerPlan, searchPlan } from '../planner/plan-shapes.ts';
import type { ReadInput } from '../planner/read-input.ts';
import type { Reason } from '../wire/reason.ts';

/** How often a dialog may ask back. */
export interface AntiNagOptions {
  /** @default 2 */
  readonly maxPerDialog: number;
}

/** Questions of one turn. */
const maxQuestions = 2;

/** A plan that asks nothing twice. */
export interface CalmPlan {
  readonly plan: MultiStepQueryPlan;
  readonly reasons: readonly Reason[];
}

/**
 * Holds every planner to the same manners: at most two questions a turn and `maxPerDialog` asking
 * turns a dialog, never two in a row, no slot and no question twice. What may not be asked becomes
 * the searches that waited for it, or one search on the user's words.
 */
export function withoutNagging(
  plan: MultiStepQueryPlan,
  state: SessionState,
  read: ReadInput,
  { maxPerDialog }: AntiNagOptions,
): CalmPlan {
  if (!plan.needsClarification) return { plan, reasons: [] };
  const mayAsk = !state.lastTurnClarified && state.clarifyingTurns < maxPerDialog;
  const questions = mayAsk ? newQuestions(plan, state) : [];
  if (questions.length === 0) {
    return { plan: withoutQuestion(plan, read), reasons: [{ code: 'clarify-suppressed' }] };
  }
  const steps = plan.steps.flatMap((step): readonly PlanStep[] => {
    if (step.type !== 'clarify') return [step];
    const kept = step.questions.filter((question) => questions.includes(question));
    return kept.length === 0 ? [] : [{ ...step, questions: kept }];
  });
  return { plan: { ...plan, steps, clarifyingQuestions: questions }, reasons: [] };
}

/** What the next turn must know of a question that was asked. */
export function pendingOfPlan(
  plan: MultiStepQueryPlan,
  message: string,
): PendingClarification | null {
  if (!plan.needsClarification) return null;
  const searches = plan.steps.flatMap((step) => ('query' in step ? [step.query] : []));
  const about = slotsOf(plan);
  return {
    message,
    questions: plan.clarifyingQuestions ?? [],
    about,
    searches: [...new Set([...searches, ...(plan.followupQueries ?? [])])],
  };
}

/** The slots a plan asks for. */
export function slotsOf({ steps }: MultiStepQueryPlan): readonly SlotKind[] {
  return [...new Set(steps.flatMap((step) => (step.type === 'clarify' ? (step.about ?? []) : [])))];
}

function newQuestions(plan: MultiStepQueryPlan, state: SessionState): readonly string[] {
  const clarifies = plan.steps.filter((step): step is ClarifyStep => step.type === 'clarify');
  const stale = clarifies.filter(
    ({ about }) =>
      about !== undefined && about.length > 0 && about.every((kind) => state.asked.includes(kind)),
  );
  const dropped = new Set(stale.flatMap(({ questions }) => questions));
  const seen = new Set(state.askedQuestions);
  return (plan.clarifyingQuestions ?? clarifies.flatMap(({ questions }) => questions))
    .filter((question) => {
      const key = normaliseQuery(question);
      if (dropped.has(question) || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .filter((question) => clarifies.some(({ questions }) => questions.includes(question)))
    .slice(0, maxQuestions);
}

function withoutQuestion(plan: MultiStepQueryPlan, read: ReadInput): MultiStepQueryPlan {
  const { clarifyingQuestions: _asked, ...rest } = plan;
  const steps = plan.steps.filter(({ type }) => type !== 'clarify');
  if (steps.some(({ type }) => type === 'search' || type === 'followup_search')) {
    return { ...rest, steps, needsClarification: false, confidence: 'low' };
  }
  const query = queryOf(read.message);
  if (query === '') return answerPlan(read);
  return searchPlan(read, [{ query }], { confidence: 'low' });
}
