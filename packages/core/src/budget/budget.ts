import type { LlmUsage } from '../ports/llm-client.ts';

/** Joint limits of everything one run may spend. A limit that is left out does not bind. */
export interface Budget {
  /**
   * Calls to the client, failed ones and continuations included; not the retries inside of it, nor the calls of reviews,
   * which count for the other limits. At least 1.
   */
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

/**
 * The sum over all calls, those of reviews included. `estimated` is true once a provider did not report its usage, or a price was not known. The last three are parts of
 * the input and output tokens, and absent when no provider reported them.
 */
export interface UsageTotal {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
  readonly estimated: boolean;
  readonly cachedInputTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/** Cost of one call. */
export type Price = (usage: LlmUsage, model: string) => number;

/** Texts of one call, to estimate the tokens that a provider did not report. */
export interface TokenSource {
  /** The texts that the model read. */
  readonly messages?: readonly { readonly content: string }[];
  /** The text that the model wrote. */
  readonly text?: string;
}

/** Details of one call for a meter. */
export interface RecordOptions {
  /** For the price. */
  readonly model?: string;
  /** The number of calls that this usage is the sum of. @default 1 */
  readonly calls?: number;
  /** Marks the total as estimated. */
  readonly estimated?: boolean;
  /** Estimates each count of `usage` that is missing or invalid. @default it counts as 0 */
  readonly estimateFrom?: TokenSource;
}

/** Counts what a run spends and reports when to stop. */
export interface BudgetMeter {
  /** Returns null and counts the attempt, or the limit that is already reached. */
  tryStart(): BudgetLimit | null;
  /** Adds the usage of one call, or of several. */
  record(usage: LlmUsage, options?: RecordOptions): void;
  /** Returns the rest of each limit that was set. */
  remaining(): { readonly [L in BudgetLimit]?: number };
  readonly usage: UsageTotal;
  /** Epoch milliseconds, when `maxMs` was set. */
  readonly deadline?: number;
}
