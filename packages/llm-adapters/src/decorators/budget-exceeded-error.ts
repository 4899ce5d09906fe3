import { LlmError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** One limit of `withBudget`. */
export type ClientBudgetLimit =
  | 'maxCalls'
  | 'maxInputTokens'
  | 'maxOutputTokens'
  | 'maxTotalTokens'
  | 'maxTokens'
  | 'maxCost';

/**
 * A limit was reached before the call; nothing was sent. An `LlmError` of the kind `budget`, which is
 * not retryable, so that one `catch` handles every failed call.
 */
export class BudgetExceededError extends LlmError {
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
      { kind: 'budget', code: 'budget-exceeded' },
    );
    this.limit = limit;
    this.allowed = allowed;
    this.spent = spent;
  }
}
