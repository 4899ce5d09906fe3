import type { Finding, LlmCallOptions, Locale } from '@kanmon/core';
import { type JudgedTerm, toEvidence } from '../match/judge-term.ts';
import type { Mention } from '../match/mention.ts';
import { isNegatedIn, type PlanIndex } from '../match/plan-index.ts';
import type { RequiredTerm, TaskLike, TermVerdict } from '../vocabulary/terms.ts';
import { termRule } from './term-findings.ts';

/** What an adjudicator is asked: word and phrase terms that the rules did not find. */
export interface AdjudicationRequest {
  readonly terms: readonly RequiredTerm[];
  readonly tasks: readonly TaskLike[];
  /** Members of a task that count. */
  readonly fields: readonly string[];
  readonly locale: Locale;
}

/** One answer. Only `covered` with a quote that stands in the field counts. */
export interface AdjudicationClaim {
  /** Text of the term. */
  readonly term: string;
  readonly verdict: 'covered' | 'not-covered' | 'unsure';
  readonly taskIndex?: number;
  readonly field?: string;
  readonly quote?: string;
}

/** What came of asking. `failed`: the verdicts of the rules stand. */
export type AdjudicationOutcome =
  | { readonly status: 'answered'; readonly claims: readonly AdjudicationClaim[] }
  | {
      readonly status: 'failed';
      readonly reason: string;
      readonly claims: readonly AdjudicationClaim[];
    };

/** Judges the words that are left over, for instance with a model (`./llm`). It can raise a verdict, never lower one. */
export interface TermAdjudicator {
  readonly name: string;
  adjudicate(request: AdjudicationRequest, options?: LlmCallOptions): Promise<AdjudicationOutcome>;
}

/** Score of a term that only an adjudicator found. */
const adjudicatedScore = 0.8;
/** A longer quote proves nothing about one term. */
const longestQuote = 200;

/** Whether an adjudicator may be asked about the verdict: ordinary words and phrases that were not found. */
export function isOpen(verdict: TermVerdict): boolean {
  const { kind, polarity, exact } = verdict.term;
  if (polarity !== 'required' || exact || !(kind === 'word' || kind === 'phrase')) return false;
  return verdict.status === 'missing' || verdict.status === 'uncertain';
}

/** The un-negated place of the quote in that field, or undefined when the citation is invented. */
export function locateQuote(index: PlanIndex, claim: AdjudicationClaim): Mention | undefined {
  const { taskIndex, field: name, quote } = claim;
  if (typeof quote !== 'string' || quote.trim() === '' || quote.length > longestQuote)
    return undefined;
  const field = index.fields.find((each) => each.taskIndex === taskIndex && each.field === name);
  if (field === undefined) return undefined;
  for (
    let at = field.original.indexOf(quote);
    at >= 0;
    at = field.original.indexOf(quote, at + 1)
  ) {
    const span = { start: at, end: at + quote.length };
    if (!isNegatedIn(field, span))
      return { field, span, method: 'adjudicated', score: adjudicatedScore, negated: false };
  }
  return undefined;
}

/** Raises the terms that valid claims cover; says how many claims did not hold. Each asked term counts once. */
export function applyClaims(
  judged: readonly JudgedTerm[],
  index: PlanIndex,
  claims: readonly AdjudicationClaim[],
): { readonly judged: readonly JudgedTerm[]; readonly refused: number } {
  const open = new Map<string, JudgedTerm>();
  for (const each of judged)
    if (isOpen(each.verdict) && !open.has(each.verdict.term.text))
      open.set(each.verdict.term.text, each);
  const raised = new Map<JudgedTerm, JudgedTerm>();
  let refused = 0;
  for (const claim of claims) {
    if (claim.verdict !== 'covered') continue;
    const target = open.get(claim.term);
    const mention = target === undefined ? undefined : locateQuote(index, claim);
    if (target === undefined || mention === undefined || raised.has(target)) refused += 1;
    else raised.set(target, raise(target, mention));
  }
  return { judged: judged.map((each) => raised.get(each) ?? each), refused };
}

/** The warning that the adjudicator could not be used. */
export function adjudicationWarning(reason: string): Finding {
  return {
    rule: termRule,
    code: 'adjudication-failed',
    severity: 'should',
    path: '',
    params: { reason },
  };
}

function raise(target: JudgedTerm, mention: Mention): JudgedTerm {
  const { term, evidence, score } = target.verdict;
  const verdict: TermVerdict = {
    term,
    status: 'preserved',
    score: Math.max(score, adjudicatedScore),
    evidence: [...evidence, toEvidence(mention)],
    reason: 'found',
  };
  const at = mention.field.taskIndex;
  return {
    verdict,
    taskScores: target.taskScores.map((each, index) =>
      index === at ? Math.max(each, adjudicatedScore) : each,
    ),
    mentions: [...target.mentions, mention],
  };
}
