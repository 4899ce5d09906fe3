import { z } from 'zod';

/**
 * How often and how long a session checks and fixes (seed section 6). `time_budget_s` is accepted on
 * input for `time_budget_sec`.
 */
export const iterationPolicySchema: z.ZodType<IterationPolicy, IterationPolicyInput | undefined> =
  z.preprocess(
    renameTimeBudget,
    z.looseObject({
      count: z.int().min(1).max(100).default(3),
      until_pass: z.boolean().default(true),
      time_budget_sec: z.number().min(0).nullable().default(null),
      min_improvement: z.number().min(0).max(1).default(0),
    }),
  );

/** Bounds of the check-fix-recheck loop. */
export interface IterationPolicy {
  /** Rounds at most, 1-100. */
  readonly count: number;
  /** Stop as soon as no issue is open. */
  readonly until_pass: boolean;
  readonly time_budget_sec: number | null;
  /** Least share of issues a round must settle, 0-1; 0 = do not ask. */
  readonly min_improvement: number;
}

/** A policy as callers write it. */
export type IterationPolicyInput = Partial<IterationPolicy> & {
  readonly time_budget_s?: number | null;
};

function renameTimeBudget(input: unknown): unknown {
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null || !('time_budget_s' in input)) return input;
  const { time_budget_s: seconds, ...rest } = input;
  return { time_budget_sec: seconds, ...rest };
}
