import { LlmError } from '@kanmon/core';

/** The total that each limit is compared with, in the order in which limits are named when several are reached. */
export const spentBy = {
  maxAttempts: 'calls',
  maxCalls: 'calls',
  maxInputTokens: 'inputTokens',
  maxOutputTokens: 'outputTokens',
  maxTotalTokens: 'totalTokens',
  maxTokens: 'totalTokens',
  maxCost: 'cost',
} as const;

/** One limit of `withBudget`. */
export type ClientBudgetLimit = keyof typeof spentBy;

// The cast restores the key type that Object.keys drops.
export const budgetLimits = /* @__PURE__ */ Object.keys(spentBy) as readonly ClientBudgetLimit[];

/**
 * A limit was reached before the call; nothing was sent. An `LlmError` of the kind `budget`, which is
 * not retryable, so that one `catch` handles every failed call.
 */
export class BudgetExceededError extends LlmError {
  static override readonly errorName: string = 'BudgetExceededError';

  readonly limit: ClientBudgetLimit;
  readonly allowed: number;
  readonly spent: number;

  constructor(details: {
    readonly limit: ClientBudgetLimit;
    readonly allowed: number;
    readonly spent: number;
    /** Why the price of an earlier call is not known. */
    readonly cause?: unknown;
  }) {
    const { limit, allowed, spent, ...cause } = details;
    super(
      `the budget is used up: ${limit} is ${allowed}, spent are ${spent}; the call was not made`,
      { kind: 'budget', code: 'budget-exceeded', ...cause },
    );
    this.limit = limit;
    this.allowed = allowed;
    this.spent = spent;
  }
}
