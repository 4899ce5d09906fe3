import type { Budget, UsageTotal } from '../budget/budget.ts';

/**
 * Returns what is left of a budget for the next step of a task, or null when a limit is used up.
 * Limits that the budget does not set stay absent.
 *
 * @param spent Usage of the steps so far.
 * @param elapsedMs Milliseconds since the task began; counts against `maxMs`.
 */
export function remainingBudget(
  budget: Budget,
  spent: Pick<UsageTotal, 'calls' | 'inputTokens' | 'outputTokens' | 'cost'>,
  elapsedMs: number,
): Budget | null {
  const { calls, inputTokens, outputTokens, cost } = spent;
  const used: Required<Budget> = {
    maxAttempts: calls,
    maxOutputTokens: outputTokens,
    maxTotalTokens: inputTokens + outputTokens,
    maxCost: cost,
    maxMs: elapsedMs,
  };
  const left: { -readonly [Limit in keyof Budget]: Budget[Limit] } = {};
  // The cast restores the key type that Object.keys drops.
  for (const limit of Object.keys(used) as (keyof Budget)[]) {
    const allowed = budget[limit];
    if (allowed === undefined) continue;
    left[limit] = allowed - used[limit];
    if (allowed <= used[limit]) return null;
  }
  return left;
}
