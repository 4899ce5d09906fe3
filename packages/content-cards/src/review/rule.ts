import type { Locale } from '@kanmon/core';
import {
  checkArgument,
  checkBy,
  copyFrozen,
  fieldIssue,
  fieldIssueText,
  isRecord,
  optionError,
  visibleText,
  withoutUndefined,
} from '@kanmon/core/kit';
import * as z from 'zod';
import type { Card, Grade } from '../model/card.ts';
import {
  type AutoFix,
  autoFixSchema,
  type IssueSeverity,
  type ReviewIssue,
  reviewIssueSchema,
} from '../model/review.ts';
import { checkFix, withGuardingTests } from './auto-fix-form.ts';
import { makeIssue } from './issue.ts';
import type { NumberIndex } from './number-index.ts';

/** The context of a rule. */
export interface RuleContext {
  /** The source of the card; numbers are checked against it. */
  readonly source?: string;
  /** An edit removed the source of the card: its numbers cannot be checked any more. */
  readonly sourceRemoved?: boolean;
  /** The other cards of the deck. May be made when it is read, so a rule that needs none reads none. */
  readonly deck: readonly Card[];
  /** The number index of the deck, when there is one; else `deck` is read. */
  readonly numbers?: NumberIndex;
  readonly locale: Locale;
}

/** The issues that a rule found, and its fixes for them. */
export interface RuleResult {
  readonly issues: readonly ReviewIssue[];
  readonly fixes: readonly AutoFix[];
}

/**
 * One thing that is judged, synchronously: rules run in the same append as the change they judge. A rule gets frozen
 * copies of the card and of the deck.
 */
export interface Rule {
  readonly name: string;
  check(card: Card, context: RuleContext): RuleResult;
}

/** Nothing found. */
export const nothingFound: RuleResult = Object.freeze({ issues: [], fixes: [] });

/** Throws `InvalidArgumentError` for an option that is not a list of rules. */
export function checkRules(rules: readonly Rule[]): void {
  checkArgument('options.rules', 'a list', rules);
  for (const [index, rule] of rules.entries()) {
    if (typeof Reflect.get(Object(rule), 'check') === 'function') continue;
    throw optionError(`rules[${index}]`, 'a rule { name, check(card, context) }', rule);
  }
}

/** Creates a rule that reports issues and proposes no fixes. */
export function issueRule(
  name: string,
  check: (card: Card, context: RuleContext) => readonly ReviewIssue[],
): Rule {
  return { name, check: (card, context) => ({ issues: check(card, context), fixes: [] }) };
}

/** The surroundings of a card, as far as they are known. */
export type Surroundings = Partial<Omit<RuleContext, 'locale'>>;

/**
 * The context of a rule, with a frozen copy of the deck. The deck is not read here: it may be made only when a rule
 * asks for it.
 */
export function ruleContextOf(around: Surroundings, locale: Locale): RuleContext {
  let deck: readonly Card[] | undefined;
  return {
    get deck() {
      deck ??= copyFrozen(around.deck ?? []);
      return deck;
    },
    locale,
    ...withoutUndefined({
      source: around.source,
      sourceRemoved: around.sourceRemoved,
      numbers: around.numbers,
    }),
  };
}

/** The grade of each severity. */
export type SeverityGrades = Readonly<Record<IssueSeverity, Grade>>;

export const defaultSeverityGrades: SeverityGrades = Object.freeze({
  critical: 'C',
  warning: 'B',
  info: 'A',
});

/** The worse of two grades. */
export function worseGrade(left: Grade, right: Grade): Grade {
  // 'A' < 'B' < 'C'
  return left > right ? left : right;
}

/**
 * Runs rules over a card: all issues, the fixes that may be stored, and the grade. A rule that throws, or whose
 * result is no `RuleResult`, is a critical issue: what it guards against is unchecked. It does not return the card,
 * which has no fault.
 */
export function reviewByRules(
  card: Card,
  rules: readonly Rule[],
  context: RuleContext,
  grades: SeverityGrades = defaultSeverityGrades,
) {
  const found: ReviewIssue[] = [];
  const failed: ReviewIssue[] = [];
  const fixes = new Map<string, AutoFix>();
  const frozen = copyFrozen(card);
  for (const rule of rules) {
    try {
      const result = resultOf(rule, frozen, context);
      found.push(...result.issues);
      for (const fix of result.fixes) {
        if (checkFix(fix).length > 0 || !autoFixSchema.safeParse(fix).success) continue;
        if (fixes.has(fix.patch_id)) continue;
        fixes.set(fix.patch_id, withGuardingTests(card, fix));
      }
    } catch (error) {
      const name: unknown = rule.name;
      const params = { rule: visibleText(String(name)), reason: visibleText(String(error)) };
      failed.push(makeIssue('rule_failed', 'critical', null, context.locale, params));
    }
  }
  const issues = [...found, ...failed];
  return {
    issues,
    fixes: [...fixes.values()],
    grade: issues.reduce<Grade>((grade, { severity }) => worseGrade(grade, grades[severity]), 'A'),
    hasCritical: found.some(({ severity }) => severity === 'critical'),
  };
}

const issuesSchema = z.object({ issues: z.array(reviewIssueSchema) });

/** Returns the result of a rule. Throws for one of another form. */
function resultOf(rule: Rule, card: Card, context: RuleContext): RuleResult {
  const result: unknown = rule.check(card, context);
  if (isRecord(result) && Array.isArray(result['issues']) && Array.isArray(result['fixes'])) {
    const checked = checkBy(issuesSchema, { issues: result['issues'].map(withoutUndefined) });
    // The form of each fix is checked where the fixes are collected.
    if (checked.ok) return { issues: checked.value.issues, fixes: result['fixes'] };
    const [{ field, issue, params } = fieldIssue(['issues'], 'wrong_type')] = checked.issues;
    throw new Error(`${field} ${fieldIssueText(issue, 'en', params)}`);
  }
  // The rejection of an asynchronous rule must not end the process.
  if (result instanceof Promise) result.catch(() => undefined);
  throw new Error('expected { issues: [], fixes: [] } at once');
}
