import {
  type Budget,
  type Clock,
  createBudgetMeter,
  InvalidArgumentError,
  type Price,
  type UsageTotal,
} from '@kanmon/core';
import { remainingBudget } from '@kanmon/core/kit';

/** One budget over the runs of several gates: a run may spend what the runs before it left. */
export interface JointBudget {
  /** Returns the budget of the next run; null when a limit is used up. */
  next(): Budget | null;
  record(usage: UsageTotal): void;
  readonly spent: UsageTotal;
}

const attemptsPerRun = 3;

/**
 * Creates the budget; time runs from here. Throws `InvalidArgumentError` for invalid limits, and for
 * `maxCost` without a price, as core's gate does.
 */
export function createJointBudget(
  budget: Budget = {},
  price: Price | undefined,
  clock: Clock,
): JointBudget {
  if (budget.maxCost !== undefined && price === undefined)
    throw new InvalidArgumentError(
      'expected options.price to be a function that prices a call, since budget.maxCost is set, got undefined',
    );
  // The meter of the first run would report invalid limits only after some slides are drafted.
  createBudgetMeter(budget, { clock });
  const began = clock.now().getTime();
  let spent: UsageTotal = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0, estimated: false };
  return {
    get spent() {
      return spent;
    },
    next() {
      const left = remainingBudget(budget, spent, clock.now().getTime() - began);
      if (left === null) return null;
      return { ...left, maxAttempts: Math.min(attemptsPerRun, left.maxAttempts ?? Infinity) };
    },
    record({ calls, inputTokens, outputTokens, cost, estimated }) {
      spent = {
        calls: spent.calls + calls,
        inputTokens: spent.inputTokens + inputTokens,
        outputTokens: spent.outputTokens + outputTokens,
        cost: spent.cost + cost,
        estimated: spent.estimated || estimated,
      };
    },
  };
}
