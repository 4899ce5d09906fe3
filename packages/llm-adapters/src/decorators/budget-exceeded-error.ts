import { KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** Limits of `withBudget`, in the order in which they are named when several are reached. */
export const budgetLimits = [
  'maxCalls',
  'maxInputTokens',
  'maxOutputTokens',
  'maxTokens',
  'maxCost',
] as const;

/** One limit of `withBudget`. */
export type ClientBudgetLimit = (typeof budgetLimits)[number];

/** A limit was reached before the call; nothing was sent. */
export class BudgetExceededError extends KanmonError {
  static {
    nameError(this, 'BudgetExceededError');
  }

  readonly limit: ClientBudgetLimit;
  readonly allowed: number;
  readonly spent: number;

  constructor(details: {
    readonly limit: ClientBudgetLimit;
    readonly allowed: number;
    readonly spent: number;
  }) {
    const { limit, allowed, spent } = details;
    super(
      `the budget is used up: ${limit} is ${allowed}, spent are ${spent}; the call was not made`,
      {
        code: 'budget-exceeded',
      },
    );
    this.limit = limit;
    this.allowed = allowed;
    this.spent = spent;
  }
}
