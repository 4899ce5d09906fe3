import { type Finding, InvalidArgumentError, type Locale } from '@kanmon/core';
import type { Rule } from '@kanmon/core/gate';
import {
  checkArgument,
  checkOptions,
  describeValue,
  formatGateFinding,
  isRecord,
} from '@kanmon/core/kit';
import { matchOptionNames, type MatchOptions, readMatchOptions } from '../match/match-options.ts';
import { checkTerms } from '../match/validate-term-preservation.ts';
import type { RequiredTermsInput, TaskLike } from '../vocabulary/terms.ts';
import { termFindingCodes, termMessages } from './term-findings.ts';

/** Context of the rules: the terms that a plan must keep. */
export interface RequiredTermsContext {
  readonly requiredTerms: RequiredTermsInput;
}

/** Options of `termsPreservedRules`. */
export type PreservationRuleOptions = MatchOptions & {
  /** Pointers to the list of tasks. @default ['/tasks'] */
  readonly select?: readonly string[];
};

/**
 * Two rules for any core gate over a plan: `term-loss` (must) and `term-doubt` (should), so that `runGate`
 * replans within its budget until the terms are back. `repair` is `append`: a lost term may need a new task.
 * An excluded term in the plan is a doubt, which passes, unless `rejectOn` is 'any'.
 *
 * The rules throw `InvalidArgumentError` for a context without `requiredTerms`: the gate reports it as `rule-threw`.
 */
export function termsPreservedRules(
  options: PreservationRuleOptions = {},
): readonly Rule<readonly TaskLike[], RequiredTermsContext>[] {
  checkOptions(options, `${matchOptionNames} select` as const, 'termsPreservedRules(options)');
  const read = readMatchOptions(options);
  const { select = ['/tasks'] } = options;
  const build = (
    id: string,
    severity: Finding['severity'],
  ): Rule<readonly TaskLike[], RequiredTermsContext> => ({
    id,
    severity,
    codes: termFindingCodes,
    select,
    type: 'array',
    repair: 'append',
    messages: termMessages,
    check: (tasks, context, report) => {
      checkContext(context);
      for (const finding of checkTerms(context.requiredTerms, tasks, read).findings) {
        if (finding.severity === severity)
          report(finding.code, { path: finding.path, params: finding.params });
      }
    },
  });
  return [build('term-loss', 'must'), build('term-doubt', 'should')];
}

/** A context of JavaScript may be any value. */
function checkContext(context: unknown): void {
  const found = isRecord(context) ? context['requiredTerms'] : undefined;
  if (typeof found === 'object' && found !== null) return;
  throw new InvalidArgumentError(
    `expected context.requiredTerms for termsPreservedRules, such as { requiredTerms: extractRequiredTerms(request) }, got ${describeValue(found)}`,
  );
}

/** Findings of this package as lines for core's `CorrectionOptions.hints`. */
export function repairHints(
  findings: readonly Finding[],
  options: { readonly locale?: Locale } = {},
): readonly string[] {
  checkOptions(options, 'locale', 'repairHints(findings, options)');
  const { locale = 'en' } = options;
  checkArgument('findings of repairHints', 'a list', findings);
  const known: readonly string[] = termFindingCodes;
  return findings
    .filter((finding) => known.includes(finding.code))
    .map((finding) => formatGateFinding(finding, { locale, catalog: termMessages }));
}
