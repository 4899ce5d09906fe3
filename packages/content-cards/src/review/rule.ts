import type { Locale } from '@kanmon/core';
import type { Card } from '../model/card.ts';
import { optional } from '../model/json.ts';
import type { AutoFix, ReviewIssue } from '../model/review.ts';
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
    ...optional('source', around.source),
    ...optional('numbers', around.numbers),
  };
}
