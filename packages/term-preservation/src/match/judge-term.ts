import { foldTerm } from '../text/fold-term.ts';
import type { Evidence, RequiredTerm, Span, TermVerdict } from '../vocabulary/terms.ts';
import { findForbidden, findMentions, type Ladder } from './find-mentions.ts';
import type { ReadOptions } from './match-options.ts';
import type { Mention } from './mention.ts';
import type { PlanField } from './plan-index.ts';

/** A verdict and the term's best score in each task. */
export interface JudgedTerm {
  readonly verdict: TermVerdict;
  readonly taskScores: readonly number[];
  /** Un-negated mentions, for forbidden terms that lie inside a required one. */
  readonly mentions: readonly Mention[];
}

/** Looks a required term up and says what became of it. */
export function judgeRequired(
  term: RequiredTerm,
  ladder: Ladder,
  options: ReadOptions,
): JudgedTerm {
  const found = findMentions(term, ladder);
  const usable = found.mentions.filter((each) => !each.negated && each.score > 0);
  const taskScores = scoresByTask(usable, ladder.index.taskCount);
  const score = taskScores.reduce((best, each) => Math.max(best, each), 0);
  const status =
    score >= options.matchThreshold
      ? 'preserved'
      : score >= options.uncertainThreshold
        ? 'uncertain'
        : 'missing';
  const evidence = chooseEvidence(usable, options);
  if (status === 'preserved') {
    return {
      verdict: { term, status, score, evidence, reason: 'found' },
      taskScores,
      mentions: usable,
    };
  }
  const nearest =
    found.nearest ??
    usable.reduce<Mention | undefined>(
      (best, each) => (best === undefined || each.score > best.score ? each : best),
      undefined,
    );
  const onlyNegated =
    status === 'missing' &&
    found.mentions.some((each) => each.negated && each.score >= options.matchThreshold);
  const reason = onlyNegated
    ? 'only-negated'
    : status === 'uncertain'
      ? 'partly-found'
      : found.nearest === undefined
        ? 'not-found'
        : 'number-changed';
  return {
    verdict: {
      term,
      status,
      score,
      evidence,
      ...(nearest === undefined ? {} : { nearest: toEvidence(nearest) }),
      reason,
    },
    taskScores,
    mentions: usable,
  };
}

/** A forbidden term is violated when the plan names it outside a negation and outside a longer required term. */
export function judgeForbidden(
  term: RequiredTerm,
  ladder: Ladder,
  options: ReadOptions,
  required: readonly JudgedTerm[],
): JudgedTerm {
  const folded = foldTerm(term.text);
  const holders = required
    .filter(
      (each) =>
        each.verdict.term.text.length > term.text.length &&
        foldTerm(each.verdict.term.text).includes(folded),
    )
    .flatMap((each) => each.mentions);
  const mentions = findForbidden(term, ladder, options.forbidSynonyms).filter(
    (each) => !each.negated && each.score >= options.matchThreshold && !isInside(each, holders),
  );
  const taskScores = scoresByTask(mentions, ladder.index.taskCount);
  const score = taskScores.reduce((best, each) => Math.max(best, each), 0);
  const violated = mentions.length > 0;
  const verdict: TermVerdict = {
    term,
    status: violated ? 'violated' : 'clear',
    score,
    evidence: chooseEvidence(mentions, options),
    reason: violated ? 'excluded-term-present' : 'excluded-term-absent',
  };
  return { verdict, taskScores, mentions };
}

export function toEvidence(mention: Mention): Evidence {
  const { field, span, method, score, via, pieces } = mention;
  return {
    taskIndex: field.taskIndex,
    ...(field.taskId === undefined ? {} : { taskId: field.taskId }),
    field: field.field,
    span,
    text: sliceOf(field, span),
    method,
    score: roundScore(score),
    ...(via === undefined ? {} : { via }),
    ...(pieces === undefined ? {} : { pieces }),
  };
}

/** Four decimals: the same bytes on every engine. */
export function roundScore(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}

function sliceOf(field: PlanField, span: Span): string {
  return field.original.slice(span.start, span.end);
}

function isInside(mention: Mention, holders: readonly Mention[]): boolean {
  return holders.some(
    (each) =>
      each.field === mention.field &&
      each.span.start <= mention.span.start &&
      mention.span.end <= each.span.end,
  );
}

function scoresByTask(mentions: readonly Mention[], tasks: number): readonly number[] {
  const scores: number[] = Array.from({ length: tasks }, () => 0);
  for (const { field, score } of mentions)
    scores[field.taskIndex] = Math.max(scores[field.taskIndex] ?? 0, roundScore(score));
  return scores;
}

/** The best mentions of each task, in order of appearance, without overlaps. Cost: sorting the mentions. */
function chooseEvidence(mentions: readonly Mention[], options: ReadOptions): readonly Evidence[] {
  const ranked = mentions
    .map((mention, order) => ({ mention, order }))
    .toSorted(
      (a, b) =>
        b.mention.score - a.mention.score ||
        a.mention.field.taskIndex - b.mention.field.taskIndex ||
        a.order - b.order,
    );
  const perTask = new Map<number, number>();
  const kept: Mention[] = [];
  for (const { mention } of ranked) {
    if (kept.length >= options.evidencePerTerm) break;
    const count = perTask.get(mention.field.taskIndex) ?? 0;
    if (count >= options.evidencePerTask || overlapsAny(mention, kept)) continue;
    perTask.set(mention.field.taskIndex, count + 1);
    kept.push(mention);
  }
  return kept
    .toSorted(
      (a, b) =>
        a.field.taskIndex - b.field.taskIndex ||
        a.field.foldedStart - b.field.foldedStart ||
        a.span.start - b.span.start,
    )
    .map(toEvidence);
}

function overlapsAny(mention: Mention, kept: readonly Mention[]): boolean {
  return kept.some(
    (each) =>
      each.field === mention.field &&
      each.span.start < mention.span.end &&
      mention.span.start < each.span.end,
  );
}
