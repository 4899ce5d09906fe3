import * as z from 'zod';

/** Bounds of the check-fix-recheck loop (seed section 6). */
export interface IterationPolicy {
  /** Rounds at most, 1-100. @default 3 */
  readonly count: number;
  /** Stop as soon as no issue is open; false runs all rounds. @default true */
  readonly until_pass: boolean;
  /** Seconds after which no further round begins; null = no bound. @default null */
  readonly time_budget_sec: number | null;
  /** Least share of issues a round must settle, 0-1; 0 = do not ask. @default 0 */
  readonly min_improvement: number;
}

/** A policy as callers write it; `time_budget_s` is another name of `time_budget_sec`. */
export type IterationPolicyInput = Partial<IterationPolicy> & {
  readonly time_budget_s?: number | null;
};

/** Fills in the defaults; `time_budget_s` is accepted for `time_budget_sec`. */
export const iterationPolicySchema: z.ZodType<IterationPolicy> = z.preprocess(
  renameTimeBudget,
  z.looseObject({
    count: z.int().min(1).max(100).default(3),
    until_pass: z.boolean().default(true),
    time_budget_sec: z.number().min(0).nullable().default(null),
    min_improvement: z.number().min(0).max(1).default(0),
  }),
);

function renameTimeBudget(input: unknown): unknown {
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null || !('time_budget_s' in input)) return input;
  const { time_budget_s: seconds, ...rest } = input;
  return { time_budget_sec: seconds, ...rest };
}
