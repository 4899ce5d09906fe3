import type { Locale } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type { Card, Grade } from '../model/card.ts';
import type { AutoFix, IssueSeverity, ReviewIssue } from '../model/review.ts';
import { checkFix, withGuardingTests } from './auto-fix-form.ts';
import type { NumberIndex } from './number-rules.ts';

/** What a rule may look at beside the card. */
export interface RuleContext {
  /** What the card was made from; numbers are checked against it. */
  readonly source?: string;
  /** The other cards of the deck. May be made when it is read, so a rule that needs none reads none. */
  readonly deck: readonly Card[];
  /** What the deck states about numbers, where somebody keeps count; else `deck` is read. */
  readonly numbers?: NumberIndex;
  readonly locale: Locale;
}

/** What a rule found, and how it would mend it. */
export interface RuleResult {
  readonly issues: readonly ReviewIssue[];
  readonly fixes: readonly AutoFix[];
}

/** One thing that is judged, synchronously: rules run in the same append as the change they judge. */
export interface Rule {
  readonly name: string;
  check(card: Card, context: RuleContext): RuleResult;
}

/** Nothing found. */
export const nothingFound: RuleResult = Object.freeze({ issues: [], fixes: [] });

/** A rule that finds issues and mends none. */
export function issueRule(
  name: string,
  check: (card: Card, context: RuleContext) => readonly ReviewIssue[],
): Rule {
  return { name, check: (card, context) => ({ issues: check(card, context), fixes: [] }) };
}

/** What rules may look at beside the card, as far as it is known. */
export interface Surroundings {
  /** What the card was made from. */
  readonly source?: string;
  /** The other cards of the deck. */
  readonly deck?: readonly Card[];
  /** What the deck states about numbers, where somebody keeps count. */
  readonly numbers?: NumberIndex;
}

/** The context of a rule. The deck is not read here: it may be made only when a rule asks for it. */
export function ruleContextOf(around: Surroundings, locale: Locale): RuleContext {
  return {
    get deck() {
      return around.deck ?? [];
    },
    locale,
    ...withoutUndefined({ source: around.source, numbers: around.numbers }),
  };
}

/** The grade of each severity. */
export type SeverityGrades = Readonly<Record<IssueSeverity, Grade>>;

export const defaultSeverityGrades: SeverityGrades = Object.freeze({
  critical: 'C',
  warning: 'B',
  info: 'A',
});

/** What the rules say of a card. */
interface RuleReview {
  readonly grade: Grade;
  readonly issues: readonly ReviewIssue[];
  readonly fixes: readonly AutoFix[];
  readonly hasCritical: boolean;
}

/** The worse of two grades. */
export function worseGrade(left: Grade, right: Grade): Grade {
  // 'A' < 'B' < 'C'
  return left > right ? left : right;
}

/** Runs rules over a card: all issues, the fixes that may be stored, and the grade. */
export function reviewByRules(
  card: Card,
  rules: readonly Rule[],
  context: RuleContext,
  grades: SeverityGrades = defaultSeverityGrades,
): RuleReview {
  const issues: ReviewIssue[] = [];
  const fixes = new Map<string, AutoFix>();
  for (const rule of rules) {
    const result = rule.check(card, context);
    for (const issue of result.issues) issues.push(withKnownSeverity(issue));
    for (const fix of result.fixes) {
      if (fixes.has(fix.patch_id) || checkFix(fix).length > 0) continue;
      fixes.set(fix.patch_id, withGuardingTests(card, fix));
    }
  }
  return {
    issues,
    fixes: [...fixes.values()],
    grade: issues.reduce<Grade>((grade, { severity }) => worseGrade(grade, grades[severity]), 'A'),
    hasCritical: issues.some(({ severity }) => severity === 'critical'),
  };
}

/** A rule of the user may say anything; what is no severity is an information. */
function withKnownSeverity(issue: ReviewIssue): ReviewIssue {
  return ['info', 'warning', 'critical'].includes(issue.severity)
    ? issue
    : { ...issue, severity: 'info' };
}
