import { type Finding, InvalidArgumentError, type Locale, toValidationResult } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { termKey } from '../extract/extract-required-terms.ts';
import { readRequiredTerms, typeTerm } from '../extract/type-term.ts';
import { findFindings, termMessages, type TextlessTask } from '../gate/term-findings.ts';
import { requestLanguage } from '../text/request-language.ts';
import type {
  RequiredTerm,
  RequiredTermsInput,
  TaskLike,
  TermPreservationResult,
  TermStatus,
} from '../vocabulary/terms.ts';
import type { Ladder } from './find-mentions.ts';
import { type JudgedTerm, judgeForbidden, judgeRequired, roundScore } from './judge-term.ts';
import {
  matchOptionNames,
  type MatchOptions,
  readMatchOptions,
  type ReadOptions,
} from './match-options.ts';
import { indexPlan, type PlanIndex } from './plan-index.ts';

/**
 * What became of each term in the tasks, with evidence. Deterministic; never throws on what a model wrote.
 * Cost: one reading of the plan, then a search over it for each form of each term.
 */
export function validateTermPreservation(
  requiredTerms: RequiredTermsInput,
  tasks: readonly TaskLike[],
  options: MatchOptions = {},
): TermPreservationResult {
  checkOptions(options, matchOptionNames, 'validateTermPreservation(terms, tasks, options)');
  return checkTerms(requiredTerms, tasks, readMatchOptions(options));
}

/** A plan judged against terms, before the verdicts are summed up. */
export interface JudgedPlan {
  readonly input: RequiredTermsInput;
  readonly terms: readonly RequiredTerm[];
  readonly judged: readonly JudgedTerm[];
  readonly taskIds: readonly string[];
  readonly index: PlanIndex;
}

/** The same with options already read. */
export function checkTerms(
  input: RequiredTermsInput,
  tasks: readonly TaskLike[],
  options: ReadOptions,
): TermPreservationResult {
  return assembleResult(judgePlan(input, tasks, options), options);
}

/** Reads the plan once and judges every term. */
export function judgePlan(
  input: RequiredTermsInput,
  tasks: readonly TaskLike[],
  options: ReadOptions,
): JudgedPlan {
  if (!Array.isArray(tasks)) {
    throw new InvalidArgumentError(
      `expected an array of tasks, got ${tasks === null ? 'null' : typeof tasks}; pass [] for an empty plan`,
    );
  }
  const terms = withCustom(readRequiredTerms(input), options.customRequiredTerms);
  const index = indexPlan(tasks, options.fields);
  return {
    input,
    terms,
    judged: judgeAll(terms, index, options),
    taskIds: tasks.map(taskName),
    index,
  };
}

function taskName(task: TaskLike | null | undefined, at: number): string {
  return typeof task?.id === 'string' && task.id !== '' ? task.id : `#${at}`;
}

/** Language of the texts: the option, else the request's, else that of the terms. */
export function localeOf(
  input: RequiredTermsInput,
  terms: readonly RequiredTerm[],
  option?: Locale,
): Locale {
  if (option !== undefined) return option;
  const known: unknown = 'language' in input ? input.language : undefined;
  const language = known ?? requestLanguage(terms.map((term) => term.text).join(' '));
  return language === 'ja' || language === 'mixed' ? 'ja' : 'en';
}

function withCustom(
  terms: readonly RequiredTerm[],
  custom: readonly (string | RequiredTerm)[],
): readonly RequiredTerm[] {
  const keys = new Set(terms.filter((term) => term.polarity === 'required').map(termKey));
  const added = custom
    .map((term) => typeTerm(term, 'custom'))
    .filter((term) => !keys.has(termKey(term)));
  return [...terms, ...added];
}

function judgeAll(
  terms: readonly RequiredTerm[],
  index: PlanIndex,
  options: ReadOptions,
): readonly JudgedTerm[] {
  const ladder: Ladder = {
    index,
    synonyms: options.synonyms,
    ...(options.tokenizer === undefined ? {} : { tokenizer: options.tokenizer }),
    compoundScope: options.compoundScope,
    pieces: new Map(),
  };
  const required = terms
    .filter((term) => term.polarity === 'required')
    .map((term) => judgeRequired(term, ladder, options));
  const byTerm = new Map(required.map((each) => [each.verdict.term, each]));
  return terms.flatMap((term) => {
    if (term.polarity === 'replaced') return [];
    return [byTerm.get(term) ?? judgeForbidden(term, ladder, options, required)];
  });
}

/** The tasks none of whose fields has text. */
function textlessTasks(taskIds: readonly string[], index: PlanIndex): readonly TextlessTask[] {
  const withText = new Set(
    index.fields.flatMap(({ taskIndex, original }) => (original.trim() === '' ? [] : [taskIndex])),
  );
  return taskIds.flatMap((id, at) => (withText.has(at) ? [] : [{ index: at, id }]));
}

/** Sums verdicts up: lists, rates, findings, matrix. `extra` findings come last and change nothing else. */
export function assembleResult(
  plan: JudgedPlan,
  options: ReadOptions,
  extra: readonly Finding[] = [],
): TermPreservationResult {
  const { input, terms, judged, taskIds, index } = plan;
  const verdicts = judged.map((each) => each.verdict);
  const required = verdicts.filter((verdict) => verdict.term.polarity === 'required');
  const textsOf = (status: TermStatus): string[] =>
    verdicts.filter((each) => each.status === status).map((each) => each.term.text);
  const preserved = textsOf('preserved');
  const weight = required.reduce((sum, each) => sum + each.term.weight, 0);
  const weighted = required.reduce((sum, each) => sum + each.term.weight * each.score, 0);
  const preservationRate =
    required.length === 0 ? 1 : roundScore(preserved.length / required.length);
  const findings = [
    ...findFindings({
      input,
      verdicts,
      preservationRate,
      policy: options.rejectOn,
      minimum: options.minPreservationRate,
      textless: textlessTasks(taskIds, index),
      fields: options.fields,
    }),
    ...extra,
  ];
  const locale = localeOf(input, terms, options.locale);
  return {
    ...toValidationResult(findings, { locale, catalog: termMessages }),
    preserved,
    missing: textsOf('missing'),
    preservationRate,
    uncertain: textsOf('uncertain'),
    violated: textsOf('violated'),
    weightedRate: weight === 0 ? 1 : roundScore(weighted / weight),
    verifiable: required.length > 0 && index.fields.length > 0,
    verdicts,
    matrix: {
      terms: required.map((each) => each.term.text),
      taskIds,
      scores: judged
        .filter((each) => each.verdict.term.polarity === 'required')
        .map((each) => each.taskScores),
    },
  };
}
