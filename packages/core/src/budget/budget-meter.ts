import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import type { LlmUsage } from '../ports/llm-client.ts';
import { checkNames } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import type { Budget, BudgetLimit, BudgetMeter, Price, UsageTotal } from './budget.ts';
import { completeUsage } from './estimate-tokens.ts';

/** In the order in which limits are named when several are reached. */
const limits: readonly { readonly name: BudgetLimit; readonly option: keyof Budget }[] = [
  { name: 'attempts', option: 'maxAttempts' },
  { name: 'output-tokens', option: 'maxOutputTokens' },
  { name: 'total-tokens', option: 'maxTotalTokens' },
  { name: 'cost', option: 'maxCost' },
  { name: 'time', option: 'maxMs' },
];

/** Counts that are part of the input or output tokens. */
const usageParts = ['cachedInputTokens', 'cacheWriteTokens', 'reasoningTokens'] as const;

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
  checkNames(options, 'clock price', 'createBudgetMeter(budget, options)');
  const { clock = systemClock, price } = options;
  checkBudget(budget);
  const startedAt = clock.now().getTime();
  let started = 0;
  let recorded = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  let cost = 0;
  let estimated = false;
  const parts: { -readonly [Part in (typeof usageParts)[number]]?: number } = {};

  const used = (): { readonly [L in BudgetLimit]: number } => ({
    attempts: started,
    'output-tokens': outputTokens,
    'total-tokens': inputTokens + outputTokens,
    cost,
    time: clock.now().getTime() - startedAt,
  });

  return {
    tryStart() {
      const now = used();
      for (const { name, option } of limits) {
        const allowed = budget[option];
        if (allowed !== undefined && now[name] >= allowed) return name;
      }
      started += 1;
      return null;
    },
    record(reported, details = {}) {
      recorded += 1;
      const { estimateFrom } = details;
      const { usage, estimate } =
        estimateFrom === undefined
          ? { usage: reported, estimate: undefined }
          : completeUsage(reported, estimateFrom);
      const input = tokenCount(usage.inputTokens);
      const output = tokenCount(usage.outputTokens);
      const unpriced = budget.maxCost !== undefined && price === undefined;
      estimated ||=
        details.estimated === true ||
        estimate !== undefined ||
        input === undefined ||
        output === undefined ||
        unpriced;
      inputTokens += input ?? 0;
      outputTokens += output ?? 0;
      for (const part of usageParts) {
        const count = tokenCount(usage[part]);
        if (count !== undefined) parts[part] = (parts[part] ?? 0) + count;
      }
      if (price !== undefined) cost += checkPrice(price(usage, details.model ?? ''));
    },
    remaining() {
      const now = used();
      const left: { [L in BudgetLimit]?: number } = {};
      for (const { name, option } of limits) {
        const allowed = budget[option];
        if (allowed !== undefined) left[name] = Math.max(0, allowed - now[name]);
      }
      return left;
    },
    get usage(): UsageTotal {
      // A caller that only records, without asking to start, has made those calls too.
      const calls = Math.max(started, recorded);
      return { calls, inputTokens, outputTokens, cost, estimated, ...parts };
    },
    ...(budget.maxMs === undefined ? {} : { deadline: startedAt + budget.maxMs }),
  };
}

function checkBudget(budget: Budget): void {
  checkNames(budget, 'maxAttempts maxOutputTokens maxTotalTokens maxCost maxMs', 'a budget');
  for (const { option } of limits) {
    const limit: unknown = budget[option];
    if (limit === undefined) continue;
    const least = option === 'maxAttempts' ? 1 : 0;
    const isWhole = option !== 'maxAttempts' || Number.isInteger(limit) || limit === Infinity;
    if (typeof limit !== 'number' || !(limit >= least) || !isWhole) {
      throw new InvalidArgumentError(
        `expected budget.${option} to be a ${option === 'maxAttempts' ? 'whole ' : ''}number of at least ${least}, got ${describeValue(limit)}; leave it out for no limit`,
      );
    }
  }
}

/** Undefined for what no provider can mean: then the count is missing, not zero for sure. */
function tokenCount(count: LlmUsage['inputTokens']): number | undefined {
  return count !== undefined && Number.isFinite(count) && count >= 0 ? count : undefined;
}

/** A price that is NaN would switch the cost limit off without a word. */
function checkPrice(amount: number): number {
  if (amount >= 0) return amount;
  throw new InvalidArgumentError(
    `expected the price function to return an amount of at least 0, got ${describeValue(amount)}; return 0 for a model without a price`,
  );
}
