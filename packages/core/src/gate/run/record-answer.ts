import type { BudgetMeter } from '../../budget/budget.ts';
import type { Answer } from './run-fold.ts';

/** Charges an answer to the budget; a run and its replay count alike. */
export function recordAnswer(
  meter: BudgetMeter,
  { usage, estimate }: Pick<Answer, 'usage' | 'estimate'>,
  model = '',
): void {
  meter.record({ ...usage, ...estimate }, { model, estimated: estimate !== undefined });
}
