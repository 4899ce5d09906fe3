import type { LlmCallOptions } from '@kanmon/core';
import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import {
  checkExtraction,
  type ExtractOptions,
  extractRequiredTerms,
} from '../extract/extract-required-terms.ts';
import { matchOptionNames, type MatchOptions, readMatchOptions } from '../match/match-options.ts';
import { checkMethod } from '../text/read-tokens.ts';
import { assembleResult, type JudgedPlan, judgePlan } from '../match/validate-term-preservation.ts';
import type { RequiredTermsInput, TaskLike, TermPreservationResult } from '../vocabulary/terms.ts';
import { adjudicatePlan, type TermAdjudicator } from './adjudication.ts';
import { buildRepairPrompt } from './repair-prompt.ts';

/** Options of a term gate. */
export type GateOptions = ExtractOptions &
  MatchOptions & { readonly adjudicator?: TermAdjudicator };

/** The names of `GateOptions`: both halves have the tokenizer and terms of one's own. */
const gateOptionNames = `${matchOptionNames} stopWords maxTerms adjudicator` as const;

/** The decision on a plan, with its reasons. */
export interface GateDecision {
  /** `reject`: a must finding; `warn`: a should finding; else `accept`. */
  readonly decision: 'accept' | 'warn' | 'reject';
  /** Texts of the findings, musts first. */
  readonly reasons: readonly string[];
  readonly result: TermPreservationResult;
  /** Instructions for the planner. Absent when nothing is wrong. */
  readonly repairPrompt?: string;
}

/** Checks plans against a request, given as text or as terms. */
export interface TermGate {
  check(input: string | RequiredTermsInput, tasks: readonly TaskLike[]): GateDecision;
  /** Also asks the adjudicator about the open terms. Without one it equals `check`. */
  checkAsync(
    input: string | RequiredTermsInput,
    tasks: readonly TaskLike[],
    options?: LlmCallOptions,
  ): Promise<GateDecision>;
}

/**
 * Creates a gate with fixed options.
 *
 * @throws {InvalidArgumentError} For an unknown option or a value that is not allowed. A check throws it for terms or tasks
 * of another shape, and for a tokenizer or a synonym source that fails; never for text.
 * @example
 * createTermGate().check('印刷は不要。3秒以内', [{ acceptance: '3秒以内に返す' }]).decision; // 'accept'
 */
export function createTermGate(options: GateOptions = {}): TermGate {
  checkOptions(options, gateOptionNames, 'createTermGate(options)');
  const read = readMatchOptions(options);
  const { tokenizer, customRequiredTerms, stopWords, maxTerms, adjudicator } = options;
  const extraction = withoutUndefined({ tokenizer, customRequiredTerms, stopWords, maxTerms });
  checkExtraction(extraction);
  checkMethod('adjudicator', adjudicator, 'adjudicate');
  const judge: (...given: Parameters<TermGate['check']>) => JudgedPlan = (input, tasks) =>
    judgePlan(
      typeof input === 'string' ? extractRequiredTerms(input, extraction) : input,
      tasks,
      read,
      typeof input === 'string' ? input : undefined,
    );
  const check: TermGate['check'] = (input, tasks) => {
    const plan = judge(input, tasks);
    return decide(assembleResult(plan, read), input, plan);
  };
  return {
    check,
    checkAsync: async (input, tasks, call) => {
      if (adjudicator === undefined) return check(input, tasks);
      const plan = judge(input, tasks);
      const request = typeof input === 'string' ? input : undefined;
      const result = await adjudicatePlan(adjudicator, plan, tasks, read, call, request);
      return decide(result, input, plan);
    },
  };
}

function decide(
  result: TermPreservationResult,
  input: string | RequiredTermsInput,
  { locale }: JudgedPlan,
): GateDecision {
  const repairPrompt = buildRepairPrompt(
    result,
    typeof input === 'string' ? { locale, request: input } : { locale },
  );
  return {
    decision: result.ok ? (result.findings.length > 0 ? 'warn' : 'accept') : 'reject',
    reasons: [...result.errors, ...result.warnings],
    result,
    ...(repairPrompt === '' ? {} : { repairPrompt }),
  };
}
