import type { Card, Grade } from '../model/card.ts';
import type { AutoFix, IssueSeverity, ReviewIssue } from '../model/review.ts';
import { checkFix, withGuardingTests } from './auto-fix-form.ts';
import type { Rule, RuleContext } from './rule.ts';

/** The grade of each severity. */
export type SeverityGrades = Readonly<Record<IssueSeverity, Grade>>;

export const defaultSeverityGrades: SeverityGrades = Object.freeze({
  critical: 'C',
  warning: 'B',
  info: 'A',
});

/** What the rules say of a card. */
export interface RuleReview {
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
