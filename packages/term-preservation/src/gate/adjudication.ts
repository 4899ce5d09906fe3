import type { Finding, LlmCallOptions, Locale } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { type JudgedTerm, toEvidence } from '../match/judge-term.ts';
import { type ReadOptions, readMatchOptions } from '../match/match-options.ts';
import { isOpen } from '../match/sureness.ts';
import { type Mention, type PlanIndex, toMention } from '../match/plan-index.ts';
import { assembleResult, type JudgedPlan, judgePlan } from '../match/validate-term-preservation.ts';
import { literalsIn } from '../extract/type-term.ts';
import { formOf } from '../match/find-mentions.ts';
import { isClauseNegated } from '../negation/negation-scopes.ts';
import { countUnits, isJapanese, isWordUnit, placesOf } from '../text/characters.ts';
import { isStopWord } from '../words/stop-words.ts';
import {
  isLiteralKind,
  type MatchMethod,
  type RequiredTerm,
  type Span,
  type TaskLike,
  type TermPreservationResult,
  type TermVerdict,
} from '../vocabulary/terms.ts';
import { termRule } from './term-findings.ts';

/** The question to an adjudicator: required terms that are neither found nor surely lost. */
export interface AdjudicationRequest {
  readonly terms: readonly RequiredTerm[];
  readonly tasks: readonly TaskLike[];
  /** Members of a task that count. */
  readonly fields: readonly string[];
  readonly locale: Locale;
  /** The request as text, if the gate was given one. The spans of the terms are ranges of it. */
  readonly request?: string;
}

/**
 * One answer. `covered` and `replaced` count with a quote from the field: of what does the term, or of what the plan does
 * instead.
 */
export interface AdjudicationClaim {
  /** Text of the term. */
  readonly term: string;
  readonly verdict: 'covered' | 'replaced' | 'not-covered' | 'unsure';
  readonly taskIndex?: number;
  readonly field?: string;
  readonly quote?: string;
}

/** Answers of an adjudicator. `failed`: what is not answered keeps the verdict of the rules. */
export type AdjudicationOutcome = { readonly claims: readonly AdjudicationClaim[] } & (
  | { readonly status: 'answered' }
  | { readonly status: 'failed'; readonly reason: string }
);

/** Judges terms that the rules did not find, for instance with a model (`./llm`). It raises verdicts and never rejects. */
export interface TermAdjudicator {
  readonly name: string;
  adjudicate(request: AdjudicationRequest, options?: LlmCallOptions): Promise<AdjudicationOutcome>;
}

/** Score of a term that only an adjudicator found. */
const adjudicatedScore = 0.8;
/** A longer quote proves nothing about one term. */
const longestQuote = 200;

/** The least that a quote must have to prove anything: two words, or four Japanese letters. */
const fewestJapanese = 4;
const fewestWords = 2;
/** Terms that a short quote may prove; a longer one may prove one for each two words with a meaning. */
const termsByQuote = 2;

/** Words of a prompt about verdicts. A plan that has them speaks to the judge, not about the work. */
const judgeTalk =
  /\bnot-covered\b|\bverdict|\b(?:is|are|as|answer|mark|say|status:?) (?:all )?["']?covered\b|\bignore (?:all |any |the |previous )*(?:rules|instructions)|指示を無視|指示に従|すべての(?:語|用語|語句)|と(?:判定|回答)(?:して|せよ|すること)|covered と/i;

/** Why a claim does not count. */
export type ClaimProblem =
  | 'term-not-asked'
  | 'term-repeated'
  | 'quote-not-found'
  | 'quote-negated'
  | 'quote-too-thin'
  | 'value-differs';

/** A claim with the place of its quote, or with the reason for which it does not count. */
export interface CheckedClaim {
  readonly claim: AdjudicationClaim;
  readonly mention?: Mention | undefined;
  readonly problem?: ClaimProblem | undefined;
}

/**
 * Checks each claim against the plan. Quotes are looked up: a model is not believed. `request` is the text that the
 * spans of the terms are ranges of.
 */
export function checkClaims(
  index: PlanIndex,
  asked: readonly RequiredTerm[],
  claims: readonly AdjudicationClaim[],
  request: string | undefined,
): readonly CheckedClaim[] {
  const terms = new Map(asked.map((term) => [term.text, term]));
  const seen = new Set<string>();
  const uses = new Map<string, number>();
  for (const { quote = '' } of claims) uses.set(quote, (uses.get(quote) ?? 0) + 1);
  return claims.map((claim): CheckedClaim => {
    const { verdict, quote = '' } = claim;
    const term = terms.get(claim.term);
    if (term === undefined) return { claim, problem: 'term-not-asked' };
    if (seen.has(term.text)) return { claim, problem: 'term-repeated' };
    const isQuoted = verdict === 'covered' || verdict === 'replaced';
    const mention = isQuoted ? locateQuote(index, claim) : undefined;
    const problem = isQuoted
      ? quoteProblem(term, claim, mention, request, uses.get(quote) ?? 0)
      : undefined;
    if (problem === undefined) seen.add(term.text);
    return { claim, mention, problem };
  });
}

/** Returns the reason for which a quote does not prove a claim about the term. */
function quoteProblem(
  term: RequiredTerm,
  { verdict, quote = '' }: AdjudicationClaim,
  mention: Mention | undefined,
  request: string | undefined,
  uses: number,
): ClaimProblem | undefined {
  if (mention === undefined) return 'quote-not-found';
  const isWholeField = quote.trim() === mention.field.original.trim();
  const isThin = contentOf(quote) < 1 && !isWholeField;
  const content = contentOf(quote, isMeaningful);
  // One quote for every term proves none of them.
  if (isThin || content === 0 || uses > Math.max(termsByQuote, content)) return 'quote-too-thin';
  if (verdict === 'replaced') return undefined;
  if (mention.negation !== undefined && !isAskedNegated(term, request)) return 'quote-negated';
  return holdsLiterals(term, quote) ? undefined : 'value-differs';
}

/** 退会者には通知しない: a prohibition that the request asks for. */
function isAskedNegated({ text, span }: RequiredTerm, request: string | undefined): boolean {
  return (
    isClauseNegated(text, { start: 0, end: text.length }) ||
    (span !== undefined && isClauseNegated(request ?? '', span))
  );
}

/** Returns true when the quote has an equal value for each literal of a term. */
function holdsLiterals(term: RequiredTerm, quote: string): boolean {
  const literals = isLiteralKind(formOf(term))
    ? [term]
    : literalsIn(term.text).map((each) => each.term);
  const { judged } = judgePlan(literals, [{ acceptance: quote }], readMatchOptions({}));
  // The scopes of the whole field decide about negation.
  return judged.every(
    ({ verdict: { status, reason } }) => status === 'preserved' || reason === 'only-negated',
  );
}

/** Returns the content of a quote in units of two words or four Japanese letters. */
function contentOf(quote: string, counts: (word: string) => boolean = () => true): number {
  const words = quote.match(/[A-Za-z0-9\u00c0-\u024f][\w'\u00c0-\u024f-]*/g) ?? [];
  return words.filter(counts).length / fewestWords + countUnits(quote, isJapanese) / fewestJapanese;
}

function isMeaningful(word: string): boolean {
  return !isStopWord(word.toLowerCase());
}

/** Returns the place of a quote of whole words that is not put out of scope, or undefined for an invented citation. */
function locateQuote(index: PlanIndex, claim: AdjudicationClaim): Mention | undefined {
  const { taskIndex, field: name, quote } = claim;
  if (typeof quote !== 'string' || quote.trim() === '' || quote.length > longestQuote)
    return undefined;
  if (judgeTalk.test(quote)) return undefined;
  const field = index.fields.find((each) => each.taskIndex === taskIndex && each.field === name);
  if (field === undefined) return undefined;
  const mentions = placesOf(field.original, quote, 1)
    .map((start) => ({ start, end: start + quote.length }))
    .filter((span) => isWhole(field.original, span))
    .map((span) => toMention(field, span, 'adjudicated', adjudicatedScore))
    .filter((mention) => mention.negation !== 'scope');
  return mentions.find((mention) => mention.negation === undefined) ?? mentions[0];
}

/** Returns true when no Latin word or number goes on at an edge of the range. */
function isWhole(text: string, { start, end }: Span): boolean {
  const joins = (at: number): boolean =>
    isWordUnit(text.charCodeAt(at - 1)) && isWordUnit(text.charCodeAt(at));
  return !joins(start) && !joins(end);
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
  text: string | undefined,
): Promise<TermPreservationResult> {
  const terms = plan.judged
    .map(({ verdict }) => verdict)
    .filter(isOpen)
    .map(({ term }) => term);
  if (terms.length === 0 || plan.index.fields.length === 0) return assembleResult(plan, options);
  const request = withoutUndefined({
    terms,
    tasks,
    fields: options.fields,
    locale: plan.locale,
    request: text,
  });
  try {
    const first = await adjudicator.adjudicate(request, call);
    const doubted = doubtedTerms(plan, first);
    const second =
      doubted.length === 0
        ? undefined
        : await adjudicator.adjudicate({ ...request, terms: doubted }, call);
    const again = new Set(second?.claims.map(({ term }) => term));
    const claims = [
      ...first.claims.filter(({ term }) => !again.has(term)),
      ...(second?.claims ?? []),
    ];
    const { judged, refused } = applyClaims(plan, claims, text);
    const problems = first.status === 'failed' ? [first.reason, ...refused] : refused;
    return assembleResult({ ...plan, judged }, options, problems.map(adjudicationWarning));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return assembleResult(plan, options, [adjudicationWarning(`${adjudicator.name}: ${reason}`)]);
  }
}

/**
 * Returns the terms that have a trace in the plan and that the adjudicator does not find. Of such terms 18 % are lost, so
 * that its answer is likely an error and the question worth a second call.
 */
function doubtedTerms(
  { judged }: JudgedPlan,
  { status, claims }: AdjudicationOutcome,
): readonly RequiredTerm[] {
  if (status === 'failed') return [];
  const denied = new Set(
    claims.filter(({ verdict }) => verdict === 'not-covered').map(({ term }) => term),
  );
  return judged
    .filter(({ verdict }) => verdict.status === 'uncertain' && denied.has(verdict.term.text))
    .map(({ verdict }) => verdict.term);
}

/** Applies the claims that hold, and returns the problems of the others. Of equal texts the first term is raised. */
function applyClaims(
  { judged, index }: JudgedPlan,
  claims: readonly AdjudicationClaim[],
  request: string | undefined,
): { readonly judged: readonly JudgedTerm[]; readonly refused: readonly string[] } {
  const open = new Map<string, JudgedTerm>();
  for (const each of judged.filter(({ verdict }) => isOpen(verdict)).toReversed())
    open.set(each.verdict.term.text, each);
  const changed = new Map<JudgedTerm, JudgedTerm>();
  const refused: string[] = [];
  const asked = [...open.values()].map(({ verdict }) => verdict.term);
  for (const { claim, mention, problem } of checkClaims(index, asked, claims, request)) {
    const target = open.get(claim.term);
    if (problem !== undefined) {
      if (claim.verdict === 'covered') refused.push(`${problem}: ${claim.term}`);
    } else if (target !== undefined && claim.verdict === 'covered' && mention !== undefined)
      changed.set(target, raise(target, mention));
    else if (target !== undefined && claim.verdict === 'replaced' && mention !== undefined)
      changed.set(target, doubt(target, mention));
  }
  return { judged: judged.map((each) => changed.get(each) ?? each), refused };
}

/** Something else is in the place of the term: the verdict stays, with that place. */
function doubt(judged: JudgedTerm, mention: Mention): JudgedTerm {
  const verdict: TermVerdict = {
    ...judged.verdict,
    nearest: toEvidence({ ...mention, score: 0 }),
    sureness: 'likely',
  };
  return { ...judged, verdict };
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
