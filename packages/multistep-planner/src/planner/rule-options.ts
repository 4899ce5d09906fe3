import { InvalidArgumentError } from '@kanmon/core';
import { type OptionNames } from '@kanmon/core/kit';
import type { LexiconAdditions } from '../language/analysis.ts';
import type { PlanLimits } from '../plan/plan-limits.ts';
import type { SlotTable } from '../decide/slot-table.ts';
import type { Thresholds } from '../decide/thresholds.ts';

/** What a user may change about the rule planner; all of it is data. */
export interface RuleOptions {
  readonly lexicons?: LexiconAdditions;
  /** Rows with the same topic replace the built-in ones. */
  readonly slots?: Partial<SlotTable>;
  readonly thresholds?: Partial<Thresholds>;
  readonly limits?: Partial<PlanLimits>;
}

/** Names of `RuleOptions`. */
export const ruleOptionNames: OptionNames<RuleOptions> = {
  lexicons: true,
  slots: true,
  thresholds: true,
  limits: true,
};

/** The rule options among the options of a function that takes more. */
export function ruleOptionsOf({ lexicons, slots, thresholds, limits }: RuleOptions): RuleOptions {
  return {
    ...(lexicons === undefined ? {} : { lexicons }),
    ...(slots === undefined ? {} : { slots }),
    ...(thresholds === undefined ? {} : { thresholds }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** Throws for an argument that is no plan input at all. */
export function checkMessage(message: unknown): void {
  if (typeof message === 'string') return;
  throw new InvalidArgumentError(
    `expected input.message to be a string, got ${message === null ? 'null' : typeof message}; pass the user's message`,
  );
}
