import * as z from 'zod';
import { type IterationPolicy, iterationPolicySchema } from './iteration-policy.ts';
import { episodeNumberSchema, hashSchema, idSchema, timeSchema } from './shared-schemas.ts';

const statuses = ['running', 'waiting_for_user', 'completed', 'aborted', 'failed'] as const;

/** Where a session stands. */
export type SessionStatus = (typeof statuses)[number];

/** The episode lock as the history knows it. */
export interface LockStatus {
  readonly state: 'held' | 'released';
  readonly resource: string;
  readonly owner: string;
  readonly token: number;
}

/** One run of checks and fixes over one episode (seed section 1). */
export interface Session {
  readonly session_id: string;
  readonly episode_number: number | string;
  readonly initiator: string;
  readonly created_at: string;
  readonly current_status: SessionStatus;
  readonly iteration_policy: IterationPolicy;
  readonly lock_status: LockStatus;
  /** Version of the session's stream. */
  readonly state_version: number;
  /** Step id to hash of its template. */
  readonly template_hashes: Readonly<Record<string, string>>;
  readonly updated_at: string;
}

/** Where a session stands. */
export const sessionStatusSchema: z.ZodType<SessionStatus> = z.enum(statuses);

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
