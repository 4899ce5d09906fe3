import { createBudgetMeter, type LlmUsage, type Price, type TokenSource } from '@kanmon/core';

/** What has been spent so far. */
export interface BudgetSnapshot {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly cost: number;
  /** True once a call did not report its usage: tokens and cost are estimated then. */
  readonly estimated: boolean;
}

/** Details of one charge. */
export interface ChargeDetails {
  readonly model: string;
  readonly price?: Price;
  /** Texts of the call, from which counts that are missing or invalid are estimated. */
  readonly estimateFrom?: TokenSource;
}

/** A shared account of calls, tokens and cost. */
export interface BudgetLedger {
  /** Counts a call that starts now. */
  start(): void;
  /** Charges what a call used. */
  charge(usage: LlmUsage, details: ChargeDetails): void;
  snapshot(): BudgetSnapshot;
}

const free: Price = () => 0;

/** An empty account, for one client or shared by several `withBudget`. Counts on core's budget meter. */
export function createBudgetLedger(): BudgetLedger {
  // The meter knows one price for all; clients that share an account may each have their own.
  let price = free;
  const meter = createBudgetMeter({}, { price: (usage, model) => price(usage, model) });
  return {
    start() {
      meter.tryStart();
    },
    charge(usage, { price: own = free, ...details }) {
      price = own;
      meter.record(usage, details);
    },
    snapshot() {
      const { calls, inputTokens, outputTokens, cost, estimated } = meter.usage;
      const totalTokens = inputTokens + outputTokens;
      return { calls, inputTokens, outputTokens, totalTokens, cost, estimated };
    },
  };
}
