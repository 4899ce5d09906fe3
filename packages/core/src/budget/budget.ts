import type { LlmUsage } from '../ports/llm-client.ts';

/** Joint limits of everything one run may spend. A limit that is left out does not bind. */
export interface Budget {
  /** Calls to the model, failed ones and continuations included. At least 1. */
  readonly maxAttempts?: number;
  readonly maxOutputTokens?: number;
  /** Input and output tokens together. */
  readonly maxTotalTokens?: number;
  /** In the currency of the `Price` function. */
  readonly maxCost?: number;
  /** Milliseconds from the creation of the meter. */
  readonly maxMs?: number;
}

/** A limit of a budget, in the order in which they are named when several are reached. */
export type BudgetLimit = 'attempts' | 'output-tokens' | 'total-tokens' | 'cost' | 'time';

/** What was spent. `estimated` is true once a provider did not report its usage. */
export interface UsageTotal {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
  readonly estimated: boolean;
}

/** Cost of one call. */
export type Price = (usage: LlmUsage, model: string) => number;

/** Counts what a run spends and says when to stop. */
export interface BudgetMeter {
  /** Null: go on, and the attempt is counted; else the limit that is already reached. */
  tryStart(): BudgetLimit | null;
  record(
    usage: LlmUsage,
    options?: { readonly model?: string; readonly estimated?: boolean },
  ): void;
  /** What is left of each limit that was set. */
  remaining(): { readonly [L in BudgetLimit]?: number };
  readonly usage: UsageTotal;
  /** Epoch milliseconds, when `maxMs` was set. */
  readonly deadline?: number;
}
