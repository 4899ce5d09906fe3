import type { LlmCallOptions } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import {
  checkMaxTerms,
  defaultMaxTerms,
  extractOptionNames,
  type ExtractOptions,
  extractRequiredTerms,
} from '../extract/extract-required-terms.ts';
import {
  matchOptionNames,
  type MatchOptions,
  readMatchOptions,
  type ReadOptions,
} from '../match/match-options.ts';
import {
  assembleResult,
  type JudgedPlan,
  judgePlan,
  localeOf,
} from '../match/validate-term-preservation.ts';
import type { RequiredTermsInput, TaskLike, TermPreservationResult } from '../vocabulary/terms.ts';
import { adjudicationWarning, applyClaims, isOpen, type TermAdjudicator } from './adjudication.ts';
import { buildRepairPrompt } from './repair-prompt.ts';

/** Options of a term gate. */
export type GateOptions = ExtractOptions &
  MatchOptions & { readonly adjudicator?: TermAdjudicator };

/** What to do with a plan, and why. */
export interface GateDecision {
  /** `reject`: a must finding; `warn`: a should finding; else `accept`. */
  readonly decision: 'accept' | 'warn' | 'reject';
  /** Texts of the findings, musts first. */
  readonly reasons: readonly string[];
  readonly result: TermPreservationResult;
  /** What to tell the planner; absent when nothing is to be repaired. */
  readonly repairPrompt?: string;
}

/** Checks plans against a request, given as text or as terms. */
export interface TermGate {
  check(input: string | RequiredTermsInput, tasks: readonly TaskLike[]): GateDecision;
  /** Asks the adjudicator about words the rules did not find; without one it equals `check`. */
  checkAsync(
    input: string | RequiredTermsInput,
    tasks: readonly TaskLike[],
    options?: LlmCallOptions,
  ): Promise<GateDecision>;
}

/** A gate with fixed options; misuse of them throws here, never while checking. */
export function createTermGate(options: GateOptions = {}): TermGate {
  checkOptions(options, gateOptionNames, 'createTermGate(options)');
  const read = readMatchOptions(options);
  const { tokenizer, customRequiredTerms, stopWords, maxTerms } = options;
  const extraction: ExtractOptions = {
    ...(tokenizer === undefined ? {} : { tokenizer }),
    ...(customRequiredTerms === undefined ? {} : { customRequiredTerms }),
    ...(stopWords === undefined ? {} : { stopWords }),
    ...(maxTerms === undefined ? {} : { maxTerms }),
  };
  checkMaxTerms(options.maxTerms ?? defaultMaxTerms);
  const judge = (input: string | RequiredTermsInput, tasks: readonly TaskLike[]): JudgedPlan =>
    judgePlan(
      typeof input === 'string' ? extractRequiredTerms(input, extraction) : input,
      tasks,
      read,
    );
  const check = (input: string | RequiredTermsInput, tasks: readonly TaskLike[]): GateDecision => {
    const plan = judge(input, tasks);
    return decide(assembleResult(plan, read), input, plan, read);
  };
  const { adjudicator } = options;
  if (adjudicator === undefined)
    return { check, checkAsync: async (input, tasks) => check(input, tasks) };
  return {
    check,
    checkAsync: async (input, tasks, call) => {
      const plan = judge(input, tasks);
      return decide(await adjudicate(adjudicator, plan, tasks, read, call), input, plan, read);
    },
  };
}

const gateOptionNames: OptionNames<GateOptions> = {
  ...extractOptionNames,
  ...matchOptionNames,
  adjudicator: true,
};

async function adjudicate(
  adjudicator: TermAdjudicator,
  plan: JudgedPlan,
  tasks: readonly TaskLike[],
  options: ReadOptions,
  call: LlmCallOptions | undefined,
): Promise<TermPreservationResult> {
  const terms = plan.judged
    .map((each) => each.verdict)
    .filter(isOpen)
    .map((verdict) => verdict.term);
  if (terms.length === 0 || plan.index.fields.length === 0) return assembleResult(plan, options);
  const locale = localeOf(plan.input, plan.terms, options.locale);
  try {
    const outcome = await adjudicator.adjudicate(
      { terms, tasks, fields: options.fields, locale },
      call,
    );
    const { judged, refused } = applyClaims(plan.judged, plan.index, outcome.claims);
    const reasons = [
      ...(outcome.status === 'failed' ? [outcome.reason] : []),
      ...(refused > 0 ? [`${refused} x quote-not-found`] : []),
    ];
    return assembleResult({ ...plan, judged }, options, reasons.map(adjudicationWarning));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return assembleResult(plan, options, [adjudicationWarning(`${adjudicator.name}: ${reason}`)]);
  }
}

function decide(
  result: TermPreservationResult,
  input: string | RequiredTermsInput,
  plan: JudgedPlan,
  options: ReadOptions,
): GateDecision {
  const decision = result.ok ? (result.findings.length > 0 ? 'warn' : 'accept') : 'reject';
  const repairPrompt = buildRepairPrompt(result, {
    locale: localeOf(plan.input, plan.terms, options.locale),
    ...(typeof input === 'string' ? { request: input } : {}),
  });
  return {
    decision,
    reasons: [...result.errors, ...result.warnings],
    result,
    ...(repairPrompt === '' ? {} : { repairPrompt }),
  };
}
