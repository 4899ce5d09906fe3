import type { Locale } from '@kanmon/core';
import type { AutoFix, Card, ReviewIssue } from '../model/card.ts';
import type { NumberIndex } from './number-index.ts';

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
