import type { Locale } from '@kanmon/core';
import type { Card } from '../model/card.ts';
import { optional } from '../model/json.ts';
import type { NumberIndex } from './number-index.ts';
import type { RuleContext } from './rule.ts';

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
