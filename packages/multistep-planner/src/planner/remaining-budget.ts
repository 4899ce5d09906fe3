import type { Budget, LlmUsage } from '@kanmon/core';

/** What is left of a budget after some attempts; null once it is used up. Time runs by the deadline. */
export function remainingBudget(budget: Budget, spent: readonly LlmUsage[]): Budget | null {
  const output = sumOf(spent.map(({ outputTokens = 0 }) => outputTokens));
  const total = output + sumOf(spent.map(({ inputTokens = 0 }) => inputTokens));
  const { maxMs: _byDeadline, ...limits } = budget;
  const left: Budget = {
    ...limits,
    ...(budget.maxAttempts === undefined ? {} : { maxAttempts: budget.maxAttempts - spent.length }),
    ...(budget.maxOutputTokens === undefined
      ? {}
      : { maxOutputTokens: budget.maxOutputTokens - output }),
    ...(budget.maxTotalTokens === undefined
      ? {}
      : { maxTotalTokens: budget.maxTotalTokens - total }),
  };
  const { maxAttempts = 1, maxOutputTokens = 1, maxTotalTokens = 1 } = left;
  return maxAttempts < 1 || maxOutputTokens <= 0 || maxTotalTokens <= 0 ? null : left;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
