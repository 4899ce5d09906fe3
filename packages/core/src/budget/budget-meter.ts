import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import type { Budget, BudgetLimit, BudgetMeter, Price, UsageTotal } from './budget.ts';
import { completeUsage, type CompletedUsage, usageFields } from './estimate-tokens.ts';

/** In the order in which limits are named when several are reached. */
const optionOf = {
  attempts: 'maxAttempts',
  'output-tokens': 'maxOutputTokens',
  'total-tokens': 'maxTotalTokens',
  cost: 'maxCost',
  time: 'maxMs',
} as const satisfies Readonly<Record<BudgetLimit, keyof Budget>>;
// The keys of the table above.
const limits = /* @__PURE__ */ Object.keys(optionOf) as readonly BudgetLimit[];

/** Options of `createBudgetMeter`. */
export interface BudgetMeterOptions {
  /** @default systemClock */
  readonly clock?: Clock;
  /** Needed for `maxCost`. */
  readonly price?: Price;
}

/**
 * A meter for one run; time runs from here. A limit is reached when used >= allowed. What a provider
 * does not report is estimated from `estimateFrom`, or counts as 0 without it, and marks the total as
 * estimated; so does a `maxCost` without `price`.
 *
 * @throws {InvalidArgumentError} For an unknown limit or option, a limit that is negative or NaN,
 * `maxAttempts` below 1 or not whole, and a price that is not an amount.
 */
export function createBudgetMeter(budget: Budget, options: BudgetMeterOptions = {}): BudgetMeter {
  checkOptions(options, 'clock price', 'createBudgetMeter(budget, options)');
  const { clock = systemClock, price } = options;
  checkBudget(budget);
  const startedAt = clock.now().getTime();
  let started = 0;
  let recorded = 0;
  let cost = 0;
  let estimated = false;
  const counts: { inputTokens: number; outputTokens: number } & {
    [Part in (typeof usageFields)[number]]?: number;
  } = {
    inputTokens: 0,
    outputTokens: 0,
  };

  const remaining = (): { readonly [L in BudgetLimit]?: number } => {
    const used = {
      attempts: started,
      'output-tokens': counts.outputTokens,
      'total-tokens': counts.inputTokens + counts.outputTokens,
      cost,
      time: clock.now().getTime() - startedAt,
    };
    const left: { [L in BudgetLimit]?: number } = {};
    for (const limit of limits) {
      const allowed = budget[optionOf[limit]];
      if (allowed !== undefined) left[limit] = Math.max(0, allowed - used[limit]);
    }
    return left;
  };

  return {
    tryStart() {
      const left = remaining();
      const reached = limits.find((limit) => left[limit] === 0) ?? null;
      if (reached === null) started += 1;
      return reached;
    },
    record(reported, { calls = 1, estimateFrom, estimated: isEstimated = false, model = '' } = {}) {
      recorded += calls;
      const { usage, estimate }: CompletedUsage =
        estimateFrom === undefined ? { usage: reported } : completeUsage(reported, estimateFrom);
      const isUnpriced = budget.maxCost !== undefined && price === undefined;
      estimated ||= isEstimated || estimate !== undefined || isUnpriced;
      for (const field of usageFields) {
        const count = usage[field];
        if (isCount(count)) counts[field] = (counts[field] ?? 0) + count;
        else if (field === 'inputTokens' || field === 'outputTokens') estimated = true;
      }
      if (price !== undefined) cost += checkPrice(price(usage, model));
    },
    remaining,
    get usage(): UsageTotal {
      // A caller that only records, without asking to start, has made those calls too.
      const calls = Math.max(started, recorded);
      const { inputTokens, outputTokens, ...parts } = counts;
      return { calls, inputTokens, outputTokens, cost, estimated, ...parts };
    },
    ...(budget.maxMs === undefined ? {} : { deadline: startedAt + budget.maxMs }),
  };
}

/** Throws `InvalidArgumentError` for an invalid limit. */
export function checkBudget(budget: Budget): void {
  checkOptions(budget, 'maxAttempts maxOutputTokens maxTotalTokens maxCost maxMs', 'a budget');
  for (const option of Object.values(optionOf)) {
    const limit: unknown = budget[option];
    if (limit === undefined) continue;
    const isAttempts = option === 'maxAttempts';
    const least = isAttempts ? 1 : 0;
    const isNumber = typeof limit === 'number' && limit >= least;
    if (!isNumber || (isAttempts && Math.floor(limit) !== limit)) {
      throw new InvalidArgumentError(
        `expected budget.${option} to be a ${isAttempts ? 'whole ' : ''}number of at least ${least}, got ${describeValue(limit)}; leave it out for no limit`,
      );
    }
  }
}

/** False for what no provider can mean: then the count is missing, not zero for sure. */
function isCount(count: number | undefined): count is number {
  return Number.isFinite(count) && Number(count) >= 0;
}

/** Returns the amount. A price that is NaN would switch the cost limit off without a word. */
export function checkPrice(amount: number): number {
  if (Number.isFinite(amount) && amount >= 0) return amount;
  throw new InvalidArgumentError(
    `expected the price function to return an amount of at least 0, got ${describeValue(amount)}; return 0 for a model without a price`,
  );
}
