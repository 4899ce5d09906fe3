import type { Language, LlmUsage } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import type { AgentStep, DialogMessage, OrchestrationStep } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
import { mergeHits, quoteHits } from './answer-from-hits.ts';
import type { Answer, AnswerRequest, SearchHit } from './ports.ts';
import type { SearchSelection } from './select-searches.ts';
import type { AnswerRecord, SearchRecord } from './turn-events.ts';

/** The result of a plan. */
export interface OrchestrationResult {
  readonly answer: string | null;
  readonly needsClarification: boolean;
  readonly clarifyingQuestions?: readonly string[];
  readonly steps: readonly AgentStep[];
  readonly orchestrationSteps: readonly OrchestrationStep[];
  readonly hits: readonly SearchHit[];
  readonly sources: readonly SearchHit[];
  readonly partial: boolean;
  readonly reasons: readonly Reason[];
  readonly usage: readonly LlmUsage[];
  /** The outcomes of the ports, for a journal. */
  readonly records: { readonly searches: readonly SearchRecord[]; readonly answer: AnswerRecord };
}

/** A plan with the message it is for. */
export interface PlannedTurn {
  readonly plan: MultiStepQueryPlan;
  readonly message: string;
  readonly history: readonly DialogMessage[];
  readonly language: Language;
}

/** The request to the answer tool, from what the searches gave. Pure. */
export function answerRequestOf(
  turn: PlannedTurn,
  searches: readonly SearchRecord[],
): AnswerRequest {
  const { plan, message, history, language } = turn;
  const step = plan.steps.find((each) => each.type === 'answer');
  const lists = searches.map((record) => (record.status === 'returned' ? record.hits : []));
  const topK = Math.max(0, ...searches.map((record) => record.topK));
  return {
    message,
    language,
    style: step?.style ?? 'faq',
    includeSources: step?.includeSources ?? true,
    queries: searches.map(({ query }) => query),
    hits: mergeHits(lists, topK),
    history,
  };
}

/** The result of a turn from its plan and the records of its ports. Pure: a replay runs it again. */
export function composeTurn(
  turn: PlannedTurn,
  selection: SearchSelection,
  searches: readonly SearchRecord[],
  answer: AnswerRecord,
): OrchestrationResult {
  const { plan } = turn;
  const planned = plan.steps.flatMap(plannedStep);
  const records = { searches, answer };
  if (plan.needsClarification) {
    const questions = plan.clarifyingQuestions ?? [];
    return {
      answer: null,
      needsClarification: true,
      clarifyingQuestions: questions,
      steps: [],
      orchestrationSteps: [...planned, { type: 'clarify_plan', questions }],
      hits: [],
      sources: [],
      partial: false,
      reasons: [],
      usage: [],
      records,
    };
  }
  const request = answerRequestOf(turn, searches);
  const written = writtenAnswer(answer, request);
  const known = new Map(request.hits.map((hit) => [hit.id, hit]));
  const named = [...new Set(written.sourceIds ?? [...known.keys()])];
  const sources = named.flatMap((id) => known.get(id) ?? []);
  const isLate = answer.status === 'late' || searches.some(({ status }) => status === 'late');
  const text = written.text.trim() === '' ? null : written.text;
  const reasons: Reason[] = [
    ...(isLate ? [{ code: 'budget-time' }] : []),
    ...(answer.status === 'over-budget' ? [{ code: 'budget-model-calls' }] : []),
    ...(selection.skipped.some(({ reason }) => reason === 'budget-searches')
      ? [{ code: 'budget-searches' }]
      : []),
    ...(text === null ? [{ code: 'answer-empty' }] : []),
    ...(sources.length < named.length ? [{ code: 'source-unknown' }] : []),
  ];
  return {
    answer: text,
    needsClarification: false,
    steps: searches.map((record) => executedStep(record, turn.language)),
    orchestrationSteps: [
      ...planned,
      ...selection.skipped.map(skippedStep),
      ...searches.map(tracedStep),
    ],
    hits: request.hits,
    sources: request.includeSources ? sources : [],
    partial: isLate || searches.some(({ status }) => status !== 'returned'),
    reasons,
    usage: answer.status === 'written' && answer.usage !== undefined ? [answer.usage] : [],
    records,
  };
}

function writtenAnswer(answer: AnswerRecord, request: AnswerRequest): Answer {
  if (answer.status !== 'written') return quoteHits(request);
  const { text, sourceIds } = answer;
  return withoutUndefined({ text, sourceIds });
}

function plannedStep(step: MultiStepQueryPlan['steps'][number]): readonly OrchestrationStep[] {
  if (step.type === 'clarify') return [{ id: step.id, type: step.type, questions: step.questions }];
  return step.type === 'answer' ? [] : [{ id: step.id, type: step.type, query: step.query }];
}

function skippedStep({ query, reason }: SearchSelection['skipped'][number]): OrchestrationStep {
  return { type: 'search_skipped', query, reason };
}

function tracedStep(record: SearchRecord): OrchestrationStep {
  const { query, topK } = record;
  if (record.status === 'returned')
    return { type: 'search_executed', query, topK, source: 'searchAgent' };
  return {
    type: 'search_failed',
    query,
    reason: record.status === 'late' ? 'budget-time' : record.reason,
  };
}

const executed = { ja: '検索を実行しました', en: 'Search executed' } as const;
const failed = { ja: '検索に失敗しました', en: 'Search failed' } as const;

function executedStep(record: SearchRecord, language: Language): AgentStep {
  const locale = language === 'ja' ? 'ja' : 'en';
  const { stepId, query, topK } = record;
  const step = withoutUndefined({ query, topK, stepId });
  if (record.status === 'returned') {
    return { type: 'search', message: executed[locale], ...step, resultCount: record.hits.length };
  }
  const error = record.status === 'late' ? 'budget-time' : record.reason;
  return { type: 'search', message: failed[locale], ...step, error };
}
