import { withoutUndefined } from '@kanmon/core/kit';
import { foldTerm } from '../text/fold-term.ts';
import type { Evidence, RequiredTerm, TermVerdict } from '../vocabulary/terms.ts';
import { findForbidden, findMentions } from './find-mentions.ts';
import type { Ladder } from './form-rungs.ts';
import type { ReadOptions } from './match-options.ts';
import type { Mention } from './plan-index.ts';

/** A verdict and the term's best score in each task. */
export interface JudgedTerm {
  readonly verdict: TermVerdict;
  readonly taskScores: readonly number[];
  /** Un-negated mentions. A forbidden term inside one of them is not a violation. */
  readonly mentions: readonly Mention[];
}

/** Looks a required term up in the plan and judges what was found. */
export function judgeRequired(
  term: RequiredTerm,
  ladder: Ladder,
  options: ReadOptions,
): JudgedTerm {
  const { matchThreshold, uncertainThreshold } = options;
  const found = findMentions(term, ladder);
  const mentions = found.mentions.filter((each) => !each.negated && each.score > 0);
  const taskScores = scoresByTask(mentions, ladder.index.taskCount);
  const score = highest(taskScores);
  const evidence = chooseEvidence(mentions, options);
  if (score >= matchThreshold) {
    const verdict: TermVerdict = { term, status: 'preserved', score, evidence, reason: 'found' };
    return { verdict, taskScores, mentions };
  }
  const uncertain = score >= uncertainThreshold;
  const nearest = found.nearest ?? bestMention(mentions);
  const negated = found.mentions.some((each) => each.negated && each.score >= matchThreshold);
  const lost = found.nearest === undefined ? 'not-found' : 'number-changed';
  const verdict: TermVerdict = {
    term,
    status: uncertain ? 'uncertain' : 'missing',
    score,
    evidence,
    ...(nearest === undefined ? {} : { nearest: toEvidence(nearest) }),
    reason: uncertain ? 'partly-found' : negated ? 'only-negated' : lost,
  };
  return { verdict, taskScores, mentions };
}

/** Returns the first mention of the highest score. */
function bestMention(mentions: readonly Mention[]): Mention | undefined {
  const best = highest(mentions.map((each) => each.score));
  return mentions.find((each) => each.score === best);
}

function highest(scores: readonly number[]): number {
  return scores.reduce((best, score) => Math.max(best, score), 0);
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
  const violated = mentions.length > 0;
  const verdict: TermVerdict = {
    term,
    status: violated ? 'violated' : 'clear',
    score: highest(taskScores),
    evidence: chooseEvidence(mentions, options),
    reason: violated ? 'excluded-term-present' : 'excluded-term-absent',
  };
  return { verdict, taskScores, mentions };
}

export function toEvidence({ field, span, method, score, via, pieces }: Mention): Evidence {
  return withoutUndefined({
    taskIndex: field.taskIndex,
    taskId: field.taskId,
    field: field.field,
    span,
    text: field.original.slice(span.start, span.end),
    method,
    score: roundScore(score),
    via,
    pieces,
  });
}

/** Four decimals: the same bytes on every engine. */
export function roundScore(score: number): number {
  return Math.round(score * 1e4) / 1e4;
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

/** Returns the best mentions of each task, in order of appearance, without overlaps. Cost: sorting the mentions. */
function chooseEvidence(mentions: readonly Mention[], options: ReadOptions): readonly Evidence[] {
  const { evidencePerTask, evidencePerTerm } = options;
  const ranked = mentions.toSorted(
    (a, b) => b.score - a.score || a.field.taskIndex - b.field.taskIndex,
  );
  const perTask = new Map<number, number>();
  const kept: Mention[] = [];
  for (const mention of ranked) {
    if (kept.length >= evidencePerTerm) break;
    const { taskIndex } = mention.field;
    const count = perTask.get(taskIndex) ?? 0;
    if (count >= evidencePerTask || overlapsAny(mention, kept)) continue;
    perTask.set(taskIndex, count + 1);
    kept.push(mention);
  }
  return kept
    .toSorted((a, b) => a.field.order - b.field.order || a.span.start - b.span.start)
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
