import { type Finding, InvalidArgumentError, type Locale } from '@kanmon/core';
import { checkOptions, formatGateFinding, validationResult } from '@kanmon/core/kit';
import { termKey } from '../extract/settle-terms.ts';
import { readRequiredTerms } from '../extract/type-term.ts';
import { findFindings, termMessages } from '../gate/term-findings.ts';
import { localeOfLanguage, requestLanguage } from '../text/request-language.ts';
import type {
  RequiredTerm,
  RequiredTermsInput,
  TaskLike,
  TermPreservationResult,
  TermStatus,
  TermVerdict,
} from '../vocabulary/terms.ts';
import type { Ladder } from './form-rungs.ts';
import { type JudgedTerm, judgeForbidden, judgeRequired, roundScore } from './judge-term.ts';
import {
  matchOptionNames,
  type MatchOptions,
  readMatchOptions,
  type ReadOptions,
} from './match-options.ts';
import { indexFragments } from './fragment-floor.ts';
import { indexInitials } from './acronym-rung.ts';
import { indexPlan, once, type PlanIndex } from './plan-index.ts';
import { labelledIn } from './labelled-quantity.ts';
import { quantitiesIn, readLimits, unnamedQuantities } from './plan-quantities.ts';
import { isOpen, planRisk, rankMissing } from './sureness.ts';

/**
 * Judges each term against the tasks, with evidence. Deterministic; text that a model wrote never throws.
 * Cost: one reading of the plan, then a search over it for each form of each term.
 *
 * @throws {InvalidArgumentError} For terms, tasks or options of another shape.
 */
export function validateTermPreservation(
  requiredTerms: RequiredTermsInput,
  tasks: readonly TaskLike[],
  options: MatchOptions = {},
): TermPreservationResult {
  checkOptions(options, matchOptionNames, 'validateTermPreservation(terms, tasks, options)');
  return checkTerms(requiredTerms, tasks, readMatchOptions(options));
}

/** A plan that was judged term by term, before the verdicts are summed up. */
export interface JudgedPlan {
  readonly input: RequiredTermsInput;
  readonly judged: readonly JudgedTerm[];
  readonly taskIds: readonly string[];
  readonly index: PlanIndex;
  /** Language of the messages: the option, else the request's, else that of the terms. */
  readonly locale: Locale;
}

/** Quantities of one term that are compared with others. */
const mostQuantities = 12;

/** Judges terms with options that were read. */
export function checkTerms(
  input: RequiredTermsInput,
  tasks: readonly TaskLike[],
  options: ReadOptions,
): TermPreservationResult {
  return assembleResult(judgePlan(input, tasks, options), options);
}

/** Reads the plan once and judges every term. With the text of the request, the words beside its limits count. */
export function judgePlan(
  input: RequiredTermsInput,
  tasks: readonly TaskLike[],
  options: ReadOptions,
  request?: string,
): JudgedPlan {
  if (!Array.isArray(tasks)) {
    throw new InvalidArgumentError(
      `expected an array of tasks, got ${tasks === null ? 'null' : typeof tasks}; pass [] for an empty plan`,
    );
  }
  const terms = withCustom(readRequiredTerms(input), options.customRequiredTerms);
  const texts = terms.map(({ text }) => text.toLowerCase()).join('\n');
  const index = indexPlan(tasks, options.fields, texts);
  const quantities = terms
    .filter((term) => term.polarity === 'required')
    .flatMap((term) => quantitiesIn(term.text).slice(0, mostQuantities));
  const ladder: Ladder = {
    ...options,
    index,
    quantities,
    texts,
    request: once(() => (request === undefined ? undefined : readLimits(request))),
    labels: once(() => terms.flatMap(({ text }) => labelledIn(text))),
    unnamed: once(() => unnamedQuantities(index, quantities)),
    pieces: new Map(),
    fragments: once(() => indexFragments(index)),
    initials: once(() => indexInitials(index)),
  };
  const required = new Map(
    terms
      .filter((term) => term.polarity === 'required')
      .map((term) => [term, judgeRequired(term, ladder, options)]),
  );
  const unranked = terms
    .filter((term) => term.polarity !== 'replaced')
    .map(
      (term) => required.get(term) ?? judgeForbidden(term, ladder, options, [...required.values()]),
    );
  const verdicts = rankMissing(
    unranked.map(({ verdict }) => verdict),
    index.folded.text,
    options.uncertainThreshold,
  );
  const judged = unranked.map((each, at) => ({ ...each, verdict: verdicts[at] ?? each.verdict }));
  const taskIds = tasks.map((task: TaskLike | null | undefined, at) =>
    typeof task?.id === 'string' && task.id !== '' ? task.id : `#${at}`,
  );
  return { input, judged, taskIds, index, locale: options.locale ?? localeOf(input, terms) };
}

function localeOf(input: RequiredTermsInput, terms: readonly RequiredTerm[]): Locale {
  const known: unknown = 'language' in input ? input.language : undefined;
  return localeOfLanguage(known ?? requestLanguage(terms.map((term) => term.text).join(' ')));
}

function withCustom(
  terms: readonly RequiredTerm[],
  custom: readonly RequiredTerm[],
): readonly RequiredTerm[] {
  const keys = new Set(terms.filter((term) => term.polarity === 'required').map(termKey));
  return [...terms, ...custom.filter((term) => !keys.has(termKey(term)))];
}

/** Sums verdicts up: lists, rates, findings, matrix. `extra` findings come last and change nothing else. */
export function assembleResult(
  plan: JudgedPlan,
  options: ReadOptions,
  extra: readonly Finding[] = [],
): TermPreservationResult {
  const { judged, taskIds, index, locale } = plan;
  const verdicts = judged.map((each) => each.verdict);
  const required = judged.filter((each) => each.verdict.term.polarity === 'required');
  const textsOf = (status: TermStatus): string[] =>
    verdicts.filter((each) => each.status === status).map((each) => each.term.text);
  const preserved = textsOf('preserved');
  const sum = (value: (each: TermVerdict) => number): number =>
    required.reduce((total, { verdict }) => total + value(verdict), 0);
  const weight = sum(({ term }) => term.weight);
  const weighted = sum(({ term, score }) => term.weight * score);
  const preservationRate =
    required.length === 0 ? 1 : roundScore(preserved.length / required.length);
  const findings = [...findFindings(plan, verdicts, preservationRate, options), ...extra];
  return {
    ...validationResult(findings, (finding) =>
      formatGateFinding(finding, { locale, catalog: termMessages }),
    ),
    preserved,
    missing: textsOf('missing'),
    preservationRate,
    uncertain: textsOf('uncertain'),
    violated: textsOf('violated'),
    weightedRate: weight === 0 ? 1 : roundScore(weighted / weight),
    risk: planRisk(
      required.map((each) => each.verdict),
      index.folded.text,
    ),
    open: verdicts.filter(isOpen).map((each) => each.term.text),
    verifiable: required.length > 0 && index.fields.length > 0,
    verdicts,
    matrix: {
      terms: required.map((each) => each.verdict.term.text),
      taskIds,
      scores: required.map((each) => each.taskScores),
    },
  };
}
