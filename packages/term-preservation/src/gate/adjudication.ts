import type { Finding, LlmCallOptions, Locale } from '@kanmon/core';
import { type JudgedTerm, toEvidence } from '../match/judge-term.ts';
import type { ReadOptions } from '../match/match-options.ts';
import { isOpen } from '../match/sureness.ts';
import { type Mention, type PlanIndex, toMention } from '../match/plan-index.ts';
import { assembleResult, type JudgedPlan } from '../match/validate-term-preservation.ts';
import { placesOf } from '../text/characters.ts';
import type {
  MatchMethod,
  RequiredTerm,
  TaskLike,
  TermPreservationResult,
  TermVerdict,
} from '../vocabulary/terms.ts';
import { termRule } from './term-findings.ts';

/** The question to an adjudicator: word and phrase terms that the rules did not find. */
export interface AdjudicationRequest {
  readonly terms: readonly RequiredTerm[];
  readonly tasks: readonly TaskLike[];
  /** Members of a task that count. */
  readonly fields: readonly string[];
  readonly locale: Locale;
}

/** One answer. Only `covered` with a quote from the field counts. */
export interface AdjudicationClaim {
  /** Text of the term. */
  readonly term: string;
  readonly verdict: 'covered' | 'not-covered' | 'unsure';
  readonly taskIndex?: number;
  readonly field?: string;
  readonly quote?: string;
}

/** Answers of an adjudicator. `failed`: what is not answered keeps the verdict of the rules. */
export type AdjudicationOutcome = { readonly claims: readonly AdjudicationClaim[] } & (
  | { readonly status: 'answered' }
  | { readonly status: 'failed'; readonly reason: string }
);

/** Judges words that the rules did not find, for instance with a model (`./llm`). It can raise a verdict, never lower one. */
export interface TermAdjudicator {
  readonly name: string;
  adjudicate(request: AdjudicationRequest, options?: LlmCallOptions): Promise<AdjudicationOutcome>;
}

/** Score of a term that only an adjudicator found. */
const adjudicatedScore = 0.8;
/** A longer quote proves nothing about one term. */
const longestQuote = 200;

/** Returns the un-negated place of the quote in its field, or undefined for an invented citation. */
export function locateQuote(index: PlanIndex, claim: AdjudicationClaim): Mention | undefined {
  const { taskIndex, field: name, quote } = claim;
  if (typeof quote !== 'string' || quote.trim() === '' || quote.length > longestQuote)
    return undefined;
  const field = index.fields.find((each) => each.taskIndex === taskIndex && each.field === name);
  if (field === undefined) return undefined;
  return placesOf(field.original, quote, 1)
    .map((start) => ({ start, end: start + quote.length }))
    .map((span) => toMention(field, span, 'adjudicated', adjudicatedScore))
    .find((mention) => mention.negation !== 'scope');
}

/**
 * Asks the adjudicator about the open terms of a plan, and raises those that its valid claims cover. When it fails
 * or cites what is not in the plan, the verdicts of the rules stay and a finding reports it.
 */
export async function adjudicatePlan(
  adjudicator: TermAdjudicator,
  plan: JudgedPlan,
  tasks: readonly TaskLike[],
  options: ReadOptions,
  call: LlmCallOptions | undefined,
): Promise<TermPreservationResult> {
  const terms = plan.judged
    .map(({ verdict }) => verdict)
    .filter(isOpen)
    .map(({ term }) => term);
  if (terms.length === 0 || plan.index.fields.length === 0) return assembleResult(plan, options);
  const request = { terms, tasks, fields: options.fields, locale: plan.locale };
  try {
    const outcome = await adjudicator.adjudicate(request, call);
    const { judged, refused } = applyClaims(plan, outcome.claims);
    const problems = outcome.status === 'failed' ? [outcome.reason] : [];
    if (refused > 0) problems.push(`${refused} x quote-not-found`);
    return assembleResult({ ...plan, judged }, options, problems.map(adjudicationWarning));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return assembleResult(plan, options, [adjudicationWarning(`${adjudicator.name}: ${reason}`)]);
  }
}

/** Raises the terms that valid claims cover, and counts the claims that do not hold. Each term is raised once. */
function applyClaims(
  { judged, index }: JudgedPlan,
  claims: readonly AdjudicationClaim[],
): { readonly judged: readonly JudgedTerm[]; readonly refused: number } {
  const open = new Map<string, JudgedTerm>();
  // Of equal texts the first is raised.
  for (const each of judged.filter(({ verdict }) => isOpen(verdict)).toReversed())
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

function adjudicationWarning(reason: string): Finding {
  const code = 'adjudication-failed';
  return { rule: termRule, code, severity: 'should', path: '', params: { reason } };
}

/** Fragments of a word are no evidence beside a quote. */
function isWeak(method: MatchMethod): boolean {
  return method === 'fragments' || method === 'near';
}

function raise({ verdict, taskScores, mentions }: JudgedTerm, mention: Mention): JudgedTerm {
  const { term, evidence, score } = verdict;
  const at = mention.field.taskIndex;
  const raised: TermVerdict = {
    term,
    status: 'preserved',
    score: Math.max(score, adjudicatedScore),
    evidence: [...evidence.filter(({ method }) => !isWeak(method)), toEvidence(mention)],
    reason: 'found',
    sureness: 'found',
  };
  return {
    verdict: raised,
    taskScores: taskScores.map((each, index) =>
      index === at ? Math.max(each, adjudicatedScore) : each,
    ),
    mentions: [...mentions, mention],
  };
}
