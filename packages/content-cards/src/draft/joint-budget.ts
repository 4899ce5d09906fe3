import {
  type Budget,
  type Clock,
  createBudgetMeter,
  InvalidArgumentError,
  type Price,
  type UsageTotal,
} from '@kanmon/core';

/** One budget over the runs of several gates: what one run spends the next one cannot. */
export interface JointBudget {
  /** What the next run may spend; null when nothing is left. */
  next(): Budget | null;
  record(usage: UsageTotal): void;
  readonly spent: UsageTotal;
}

const attemptsPerRun = 3;
const nothing: UsageTotal = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  estimated: false,
};

/**
 * Time runs from here. Throws `InvalidArgumentError` for limits that are no numbers, and for
 * `maxCost` without a price, as core's gate does.
 */
export function createJointBudget(
  budget: Budget | undefined,
  price: Price | undefined,
  clock: Clock,
): JointBudget {
  if (budget?.maxCost !== undefined && price === undefined)
    throw new InvalidArgumentError(
      'expected options.price to be a function that prices a call, since budget.maxCost is set, got undefined',
    );
  // For its checks of the limits.
  createBudgetMeter(budget ?? {}, { clock });
  const { maxAttempts = Infinity, maxOutputTokens, maxTotalTokens, maxCost, maxMs } = budget ?? {};
  const began = clock.now().getTime();
  let spent = nothing;
  return {
    get spent() {
      return spent;
    },
    next() {
      if (budget === undefined) return { maxAttempts: attemptsPerRun };
      const { calls, inputTokens, outputTokens, cost } = spent;
      const left: Budget = {
        maxAttempts: Math.min(attemptsPerRun, maxAttempts - calls),
        ...(maxOutputTokens === undefined
          ? {}
          : { maxOutputTokens: maxOutputTokens - outputTokens }),
        ...(maxTotalTokens === undefined
          ? {}
          : { maxTotalTokens: maxTotalTokens - inputTokens - outputTokens }),
        ...(maxCost === undefined ? {} : { maxCost: maxCost - cost }),
        ...(maxMs === undefined ? {} : { maxMs: maxMs - (clock.now().getTime() - began) }),
      };
      return Object.values(left).every((limit) => limit > 0) ? left : null;
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
