import { withoutUndefined } from '@kanmon/core/kit';
import { deniedIn } from '../language/correction.ts';
import type { MultiStepQueryPlan, PlanStep, SlotKind } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { Reason } from '../wire/values.ts';
import type { PlanOutcome, ReadMessage } from './turn.ts';

/** A decision of the rules: to search; else to ask about slots; else only to answer. */
export interface Decision {
  readonly searches?: readonly PlannedSearch[];
  readonly about?: readonly SlotKind[];
  /** Of the searches. @default 'medium' */
  readonly confidence?: MultiStepQueryPlan['confidence'];
  readonly reasons: readonly Reason[];
  readonly scores?: PlanOutcome['scores'];
}

/** One search to plan; `basedOn` is set for one that carries earlier words. */
export interface PlannedSearch {
  readonly query: string;
  readonly basedOn?: 'user' | 'previous_answer';
}

/** Returns the plan of a decision about a message. */
export function outcomeOf(turn: ReadMessage, decision: Decision): PlanOutcome {
  const { searches = [], scores = { clarify: 0, followup: 0 } } = decision;
  const about = searches.length > 0 ? [] : (decision.about ?? []);
  const kinds = about.filter((kind) => !(turn.input.asked ?? []).includes(kind));
  const plan =
    searches.length > 0
      ? searchPlan(turn, searches, decision.confidence ?? 'medium')
      : kinds.length > 0
        ? clarifyPlan(turn, kinds)
        : answerPlan(turn);
  const reasons: readonly Reason[] = [
    ...turn.reasons,
    ...decision.reasons,
    ...kinds.map((slot) => ({ code: 'clarify', params: { slot } })),
    // Nothing to search and nothing new to ask: the answer asks for more.
    ...(about.length > kinds.length ? [{ code: 'clarify-suppressed' }] : []),
  ];
  return { plan, source: 'rule', reasons, scores, usage: [] };
}

/** A plan that searches and answers; equal queries once. */
function searchPlan(
  turn: ReadMessage,
  searches: readonly PlannedSearch[],
  confidence: MultiStepQueryPlan['confidence'],
): MultiStepQueryPlan {
  const { language, topK, message } = turn;
  const seen = new Set<string>();
  const counts = { search: 0, followup_search: 0 };
  const steps = searches.flatMap(({ query: written, basedOn }): readonly PlanStep[] => {
    const query = withoutDenied(written, turn);
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
  // Listed only when all searches are follow-ups: where queries are listed, other searches are skipped.
  const isFollowup = counts.search === 0 && steps.length > 0;
  const queries = steps.flatMap((step) => ('query' in step ? [step.query] : []));
  return withoutUndefined({
    steps: [...steps, answerStep(message.signals.howTo ? 'step_by_step' : 'faq')],
    needsClarification: false,
    followupQueries: isFollowup ? queries : undefined,
    confidence,
    language,
  });
}

/** Whatever else was decided, no query holds a thing that the message denies. */
function withoutDenied(query: string, { message, rejected = [], analyse }: ReadMessage): string {
  const denied = deniedIn(message);
  const gone = new Set([...rejected, ...denied].map(({ key }) => key));
  const own = message.terms.filter((term) => !denied.includes(term));
  const kept = new Set(own.map(({ key }) => key));
  const { terms } = analyse(query);
  const left = terms.filter(({ key }) => kept.has(key) || !gone.has(key));
  return left.length === 0 || left.length === terms.length
    ? query
    : left.map(({ written }) => written).join(' ');
}

/** A plan that only asks. */
function clarifyPlan(
  { language, slots }: ReadMessage,
  about: readonly SlotKind[],
): MultiStepQueryPlan {
  const locale = language === 'ja' ? 'ja' : 'en';
  const questions = about.map((kind) => (slots.questions[kind] ?? slots.questions.topic)[locale]);
  return {
    steps: [{ id: 'step_clarify_1', type: 'clarify', questions, about }],
    needsClarification: true,
    clarifyingQuestions: questions,
    confidence: 'medium',
    language,
  };
}

/** A plan that only answers: chit-chat. */
function answerPlan({ language }: ReadMessage): MultiStepQueryPlan {
  return { steps: [answerStep('faq')], needsClarification: false, confidence: 'medium', language };
}

function answerStep(style: 'faq' | 'step_by_step'): PlanStep {
  return { id: 'step_answer_1', type: 'answer', style, includeSources: true };
}
