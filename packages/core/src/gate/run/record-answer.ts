import type { BudgetLimit, BudgetMeter } from '../../budget/budget.ts';
import type { ReviewReport } from '../review/reviews.ts';
import type { Answer } from './run-fold.ts';

/** Charges an answer to the budget; a run and its replay count alike. */
export function recordAnswer(
  meter: BudgetMeter,
  { usage, estimate }: Pick<Answer, 'usage' | 'estimate'>,
  model = '',
): void {
  meter.record({ ...usage, ...estimate }, { model, estimated: estimate !== undefined });
}

/** Charges what a review spent. */
export function recordReview(
  meter: BudgetMeter,
  { usage, calls = 1, estimated = false }: ReviewReport,
  model = '',
): void {
  if (usage !== undefined) meter.record(usage, { model, calls, estimated });
}

/** Returns the lowest of the limits that are set, or undefined. */
export function lowestLimit(...limits: readonly (number | undefined)[]): number | undefined {
  const set = limits.filter((limit) => limit !== undefined);
  return set.length === 0 ? undefined : Math.min(...set);
}

/** Returns the first of these limits that is reached, or null. */
export function reachedLimit<Limit extends BudgetLimit>(
  meter: BudgetMeter,
  limits: readonly Limit[],
): Limit | null {
  const remaining = meter.remaining();
  return limits.find((limit) => remaining[limit] === 0) ?? null;
}
