import { withoutUndefined } from '@kanmon/core/kit';
import { foldTerm } from '../text/fold-term.ts';
import {
  type Evidence,
  isExactKind,
  isLiteralKind,
  type RequiredTerm,
  type TermVerdict,
} from '../vocabulary/terms.ts';
import { isClauseNegated, isRuledOut } from '../negation/negation-scopes.ts';
import { findForbidden, findMentions, formOf } from './find-mentions.ts';
import { type InnerLiteral, literalsIn, numberWordsIn } from '../extract/type-term.ts';
import { isCount } from '../quantity/quantity.ts';
import { isStopWord } from '../words/stop-words.ts';
import type { Ladder } from './form-rungs.ts';
import type { ReadOptions } from './match-options.ts';
import type { Mention } from './plan-index.ts';
import { findChanged, findSpelled, isTargetLost } from './labelled-quantity.ts';
import { mostParts, quantitiesIn, readQuantity, refusal } from './plan-quantities.ts';
import { withSureness } from './sureness.ts';
import { findTurnedLimit, findTurnedVersion } from './turned-limit.ts';

/** A verdict and the term's best score in each task. */
export interface JudgedTerm {
  readonly verdict: TermVerdict;
  readonly taskScores: readonly number[];
  /** Un-negated mentions. A forbidden term inside one of them is not a violation. */
  readonly mentions: readonly Mention[];
}

/** Highest score of a mention that is ruled out or filtered: 退会者は通知しない may be what was asked for. */
const prohibitedScore = 0.6;

/** Score of a term that is in the plan as it is, or in another form of its words. */
const wholeScore = 0.95;
/** Share of the match threshold for a phrase whose literals are found and whose words are not. */
const literalsFoundScore = 0.69;

/**
 * Looks a required term up in the plan and judges what was found. A phrase around a literal (購入後7日以内) is lost with
 * that literal, and found with it when no other word of it carries a meaning.
 */
export function judgeRequired(
  term: RequiredTerm,
  ladder: Ladder,
  options: ReadOptions,
): JudgedTerm {
  const judged = judgeWhole(term, ladder, options);
  const isVersion = formOf(term) === 'version';
  const turned = (isVersion ? findTurnedVersion : findTurnedLimit)(ladder, term.text);
  if (turned !== undefined) {
    const nearest = toEvidence(turned);
    return lostWith(judged, { ...judged.verdict, nearest, reason: 'number-changed' });
  }
  if (isLiteralKind(formOf(term))) return judged;
  const exact = literalsIn(term.text);
  const literals = exact.length > 0 ? exact : numberWordsIn(term.text);
  const isWhole = judged.mentions.some(
    ({ method, score }) =>
      score >= wholeScore &&
      method !== 'compound' &&
      // Three adults and two children have all words of two adults and three children.
      (method !== 'stem' || literals.length < 2),
  );
  if (isWhole || judged.verdict.sureness === 'lost') return judged;
  const changed = findChanged(ladder, term.text);
  if (changed !== undefined)
    return lostWith(judged, {
      ...judged.verdict,
      nearest: toEvidence(changed),
      reason: 'number-changed',
    });
  const spelled = findSpelled(ladder, term.text);
  if (spelled.length > 0 && judged.verdict.status !== 'preserved')
    return judgeWhole(term, ladder, options, { mentions: spelled });
  if (literals.length === 0) {
    if (!isTargetLost(ladder.index, term.text)) return judged;
    return lostWith(judged, { ...judged.verdict, reason: 'not-found' });
  }
  const own = quantitiesIn(term.text);
  const inner = literals.map((each) => judgeWhole(each.term, { ...ladder, own }, options));
  const { dimension = '' } = readQuantity(term.text) ?? {};
  const isShare = dimension === 'ratio';
  const lost = inner.find(
    ({ verdict: { sureness, reason } }, at) =>
      sureness === 'lost' &&
      // 今回は外す: the term itself puts it out of scope.
      !(reason === 'only-negated' && refusal.test(term.text.toLowerCase())) &&
      !isReplaced(term.text, literals[at]?.written ?? '') &&
      (exact.length > 0 ||
        (dimension === 'calendar-month' && term.text === literals[at]?.written) ||
        (reason === 'number-changed' &&
          (/^(?:ratio|clock|fold|month|night|calendar-month)$/.test(dimension) ||
            /^(?:every |an? [a-z]+$)/i.test(term.text))) ||
        isNumeral(term.text, literals) ||
        (isShare && !sharing.test(ladder.index.plainLower))),
  );
  if (lost !== undefined) return lostWith(judged, lost.verdict);
  const isFound = inner.every(({ verdict }) => verdict.status === 'preserved');
  const [first] = inner;
  const isPreserved = judged.verdict.status === 'preserved';
  // The parts of "4 mm mesh" are in "mesh 2 mm", too.
  const isMeasured = !isCount(readQuantity(term.text)?.dimension ?? '');
  if (isPreserved && !isFound && (isMeasured || literals.length > 1))
    return partlyFound(judged, literalsFoundScore * options.matchThreshold);
  if (!isFound || first === undefined || isPreserved) return judged;
  // "the last two": the number is of something that is not named.
  const isOfThing = exact.length > 0 || readQuantity(term.text)?.dimension !== '';
  if (isOfThing && isOnlyLiterals(term.text, literals))
    return { ...first, verdict: { ...first.verdict, term } };
  const score = Math.max(judged.verdict.score, literalsFoundScore * options.matchThreshold);
  const { evidence } = first.verdict;
  return partlyFound({ ...judged, verdict: { ...judged.verdict, evidence } }, score);
}

function partlyFound(judged: JudgedTerm, score: number): JudgedTerm {
  const { verdict } = judged;
  return {
    ...judged,
    verdict: {
      ...verdict,
      status: 'uncertain',
      score,
      reason: 'partly-found',
      sureness: 'unsure',
    },
  };
}

/** The term of one verdict, lost for the reason of another one. */
function lostWith(judged: JudgedTerm, verdict: TermVerdict): JudgedTerm {
  const { term } = judged.verdict;
  return {
    verdict: { ...verdict, term, status: 'missing', score: 0, evidence: [], sureness: 'lost' },
    taskScores: judged.taskScores.map(() => 0),
    mentions: [],
  };
}

/** "9.15 rather than 9.30", 2台から3台: the value that another one replaces. */
function isReplaced(text: string, written: string): boolean {
  const at = text.indexOf(written);
  const isFirst = at >= 0 && /^から\d+[^\d.:]{1,4}$/.test(text.slice(at + written.length));
  return isFirst || /(?:rather than|instead of|in place of) $/.test(text.slice(0, at));
}

/** "nineteen" as a whole term. Of small numbers a plan names the things one by one. */
function isNumeral(text: string, [literal]: readonly InnerLiteral[]): boolean {
  const { dimension, raw = 0 } = readQuantity(text) ?? {};
  return dimension === '' && raw > mostParts && literal?.written === text.trim();
}

/** Words that divide a whole without a number. */
const sharing =
  /equal|even|half|halv|split|shar|quarter|third|fifth|part|two|both|等|折|分|半|ずつ|割|山/;

/** 1人5冊まで: what the quantity is for. */
const oneEach = /^[1一各][\u4e00-\u9fff\u30a1-\u30fc]{1,5}(?:あたり|当たり|につき)?(?=\d)/;

/** "from 2.4%", 40分を超えたら: the rest is function words and grammar. */
function isOnlyLiterals(text: string, literals: readonly InnerLiteral[]): boolean {
  const rest = literals.reduce(
    (left, { written }) => left.replace(foldTerm(written), ' '),
    foldTerm(text).replace(oneEach, ' '),
  );
  return rest.split(/[^\p{L}\p{N}]+/u).every((word) => {
    const content = word
      .replace(/[\u3041-\u3096]+/g, '')
      .replace(/[超越上下回過切達]|夕方|深夜|早朝|[朝昼夕夜]/g, '');
    return content === '' || isStopWord(content);
  });
}

function judgeWhole(
  term: RequiredTerm,
  ladder: Ladder,
  options: ReadOptions,
  found: ReturnType<typeof findMentions> = findMentions(term, ladder),
): JudgedTerm {
  const { matchThreshold, uncertainThreshold } = options;
  // An exact term that an order rules out is out of scope. A number would make the order a filter, and 16 is a version.
  const seen = found.mentions.map((each): Mention =>
    isExactKind(formOf(term)) && isRuledOut(each.field.original, each.span)
      ? { ...each, negation: 'scope' }
      : each,
  );
  const mentions = usableMentions(seen, matchThreshold);
  const taskScores = scoresByTask(mentions, ladder.index.taskCount);
  const score = highest(taskScores);
  const evidence = chooseEvidence(mentions, options);
  if (score >= matchThreshold) {
    const verdict: TermVerdict = {
      term,
      status: 'preserved',
      score,
      evidence,
      reason: 'found',
      sureness: 'found',
    };
    return { verdict, taskScores, mentions };
  }
  const uncertain = score >= uncertainThreshold;
  const best = bestMention(mentions);
  const nearest = found.nearest ?? best;
  const negated = seen.some((each) => each.negation && each.score >= matchThreshold);
  const lost = found.nearest === undefined ? 'not-found' : 'number-changed';
  const reason = uncertain && best?.negation === undefined ? 'partly-found' : lost;
  const verdict: TermVerdict = {
    term,
    status: uncertain ? 'uncertain' : 'missing',
    score,
    evidence,
    ...(nearest === undefined ? {} : { nearest: toEvidence(nearest) }),
    reason: negated && reason !== 'partly-found' ? 'only-negated' : reason,
  };
  const judged = {
    verdict: withSureness(verdict, ladder.index.plainLower),
    taskScores,
    mentions,
  };
  // 先生 of another name is no part of 伊藤健一先生.
  const isLost = uncertain && judged.verdict.sureness === 'lost';
  return isLost ? lostWith(judged, { ...judged.verdict, reason: 'not-found' }) : judged;
}

/**
 * Leaves out what is out of scope and lowers what is prohibited. A term that is only put out of scope is not found by its
 * parts elsewhere.
 */
function usableMentions(found: readonly Mention[], threshold: number): readonly Mention[] {
  const usable = found
    .filter((each) => each.negation !== 'scope' && each.score > 0)
    .map((each) =>
      each.negation === undefined
        ? each
        : { ...each, score: Math.min(each.score, prohibitedScore) },
    );
  const isPutOff = found.some((each) => each.negation === 'scope' && each.score >= threshold);
  return isPutOff ? usable.filter((each) => each.score >= threshold) : usable;
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
    (each) =>
      each.negation === undefined &&
      each.score >= options.matchThreshold &&
      !isInside(each, holders) &&
      !isClauseNegated(each.field.original, each.span),
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
