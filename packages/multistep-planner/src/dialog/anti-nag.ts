import type { SessionState } from '../context/session-state.ts';
import type { ClarifyStep, MultiStepQueryPlan, PlanStep, SlotKind } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import { maxQuestions, planReadSearch } from '../planner/plan-by-rules.ts';
import type { ReadTurn } from '../planner/turn.ts';
import type { Reason } from '../wire/values.ts';
import type { TurnMemory } from './turn-events.ts';

/** Limits of asking back. */
export interface AntiNagOptions {
  /** @default 2 */
  readonly maxPerDialog: number;
}

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
  turn: ReadTurn,
  { maxPerDialog }: AntiNagOptions,
): CalmPlan {
  if (!plan.needsClarification) return { plan, reasons: [] };
  const mayAsk = !state.lastTurnClarified && state.clarifyingTurns < maxPerDialog;
  const questions = mayAsk ? newQuestions(plan, state) : [];
  if (questions.length === 0) {
    return { plan: withoutQuestion(plan, turn), reasons: [{ code: 'clarify-suppressed' }] };
  }
  const steps = plan.steps.flatMap((step): readonly PlanStep[] => {
    if (step.type !== 'clarify') return [step];
    const kept = step.questions.filter((question) => questions.includes(question));
    return kept.length === 0 ? [] : [{ ...withoutSlots(step, state.asked), questions: kept }];
  });
  return { plan: { ...plan, steps, clarifyingQuestions: questions }, reasons: [] };
}

/** Returns what the next turn must know after this plan. */
export function memoryOf(
  state: SessionState,
  plan: MultiStepQueryPlan,
  message: string,
): TurnMemory {
  const { needsClarification, clarifyingQuestions = [], steps } = plan;
  const { asked, askedQuestions } = state;
  if (!needsClarification) {
    return { asked: [...asked], askedQuestions: [...askedQuestions], pending: null };
  }
  const about = new Set(
    steps.flatMap((step) => (step.type === 'clarify' ? (step.about ?? []) : [])),
  );
  const searches = steps.flatMap((step) => ('query' in step ? [step.query] : []));
  return {
    asked: [...new Set([...asked, ...about])],
    askedQuestions: [...new Set([...askedQuestions, ...clarifyingQuestions.map(normaliseQuery)])],
    pending: {
      message,
      questions: clarifyingQuestions,
      about: [...about],
      searches: [...new Set([...searches, ...(plan.followupQueries ?? [])])],
    },
  };
}

/** The questions that may be asked: those that are listed, where the steps hold them, else the steps' own. */
function newQuestions(plan: MultiStepQueryPlan, state: SessionState): readonly string[] {
  const clarifies = plan.steps.filter((step): step is ClarifyStep => step.type === 'clarify');
  const seen = new Set(state.askedQuestions);
  const open = clarifies
    .flatMap((step) => step.questions.filter((_, index) => !isAsked(step, index, state.asked)))
    .filter((question) => {
      const key = normaliseQuery(question);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  const listed = new Set(plan.clarifyingQuestions);
  const both = open.filter((question) => listed.has(question));
  return (both.length > 0 ? both : open).slice(0, maxQuestions);
}

/** Slots and questions of one step belong together one by one; where they do not, all to all. */
function isAsked(
  { about = [], questions }: ClarifyStep,
  index: number,
  asked: readonly SlotKind[],
): boolean {
  const own = about.length === questions.length ? about.slice(index, index + 1) : about;
  return own.some((kind) => asked.includes(kind));
}

function withoutSlots(step: ClarifyStep, asked: readonly SlotKind[]): ClarifyStep {
  const { about, ...rest } = step;
  return about === undefined
    ? step
    : { ...rest, about: about.filter((kind) => !asked.includes(kind)) };
}

function withoutQuestion(plan: MultiStepQueryPlan, turn: ReadTurn): MultiStepQueryPlan {
  const { clarifyingQuestions: _asked, ...rest } = plan;
  const steps = plan.steps.filter(({ type }) => type !== 'clarify');
  if (steps.some(({ type }) => type === 'search' || type === 'followup_search')) {
    return { ...rest, steps, needsClarification: false, confidence: 'low' };
  }
  return planReadSearch(turn, 'low').plan;
}
