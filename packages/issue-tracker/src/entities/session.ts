import * as z from 'zod';
import { episodeNumberSchema, hashSchema, idSchema, timeSchema } from './fields.ts';

const statuses = ['running', 'waiting_for_user', 'completed', 'aborted', 'failed'] as const;

/** Bounds of the check-fix-recheck loop. */
export interface IterationPolicy {
  /** Most rounds, 1-100. @default 3 */
  readonly count: number;
  /** Stop as soon as no issue is open; false runs all rounds. @default true */
  readonly until_pass: boolean;
  /** Seconds after which no further round begins, and most seconds of one port call; null = no bound. @default null */
  readonly time_budget_sec: number | null;
  /** Least share of issues that a round must resolve, 0-1; 0 = not required. @default 0 */
  readonly min_improvement: number;
}

/** A policy as callers write it; `time_budget_s` is another name of `time_budget_sec`. */
export type IterationPolicyInput = Partial<IterationPolicy> & {
  readonly time_budget_s?: number | null;
};

/** Members of `IterationPolicyInput`, for `checkOptions`. */
export const policyMembers = 'count until_pass time_budget_sec time_budget_s min_improvement';

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

/** One run of checks and fixes over one episode. */
export interface Session {
  readonly session_id: string;
  readonly episode_number: number | string;
  readonly initiator: string;
  readonly created_at: string;
  readonly current_status: (typeof statuses)[number];
  readonly iteration_policy: IterationPolicy;
  /** The episode's lock as the history records it. */
  readonly lock_status: {
    readonly state: 'held' | 'released';
    readonly resource: string;
    readonly owner: string;
    readonly token: number;
  };
  /** Version of the session's stream. */
  readonly state_version: number;
  /** Step id to hash of its template. */
  readonly template_hashes: Readonly<Record<string, string>>;
  readonly updated_at: string;
}

/** Status of a session. */
export const sessionStatusSchema = z.enum(statuses);

/** One run of checks and fixes over one episode. Unknown fields are kept. */
export const sessionSchema: z.ZodType<Session> = z.looseObject({
  session_id: idSchema,
  episode_number: episodeNumberSchema,
  initiator: idSchema,
  created_at: timeSchema,
  current_status: sessionStatusSchema.default('running'),
  iteration_policy: iterationPolicySchema,
  lock_status: z.looseObject({
    state: z.enum(['held', 'released']),
    resource: z.string(),
    owner: z.string(),
    token: z.int().min(0),
  }),
  state_version: z.int().min(0).default(0),
  template_hashes: z.record(z.string(), hashSchema).default({}),
  updated_at: timeSchema,
});
