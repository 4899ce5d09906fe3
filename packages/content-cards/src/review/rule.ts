import type { Locale } from '@kanmon/core';
import type { AutoFix, Card, ReviewIssue } from '../model/card.ts';

/** What a rule may look at beside the card. */
export interface RuleContext {
  /** What the card was made from; numbers are checked against it. */
  readonly source?: string;
  /** The other cards of the deck. */
  readonly deck: readonly Card[];
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
