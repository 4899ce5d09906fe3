import { z } from 'zod';
import { iterationPolicySchema } from './iteration-policy.ts';
import { episodeNumberSchema, hashSchema, idSchema, timeSchema } from './shared-schemas.ts';

/** Where a session stands. */
export const sessionStatusSchema = z.enum([
  'running',
  'waiting_for_user',
  'completed',
  'aborted',
  'failed',
]);

/** The episode lock as the history knows it. */
export const lockStatusSchema = z.looseObject({
  state: z.enum(['held', 'released']),
  resource: z.string(),
  owner: z.string(),
  token: z.int().min(0),
});

/** One run of checks and fixes over one episode (seed section 1). Unknown fields are kept. */
export const sessionSchema = z.looseObject({
  session_id: idSchema,
  episode_number: episodeNumberSchema,
  initiator: idSchema,
  created_at: timeSchema,
  current_status: sessionStatusSchema.default('running'),
  iteration_policy: iterationPolicySchema,
  lock_status: lockStatusSchema,
  /** Version of the session's stream. */
  state_version: z.int().min(0).default(0),
  template_hashes: z.record(z.string(), hashSchema).default({}),
  updated_at: timeSchema,
});

/** One run of checks and fixes over one episode. */
export type Session = z.infer<typeof sessionSchema>;
/** Where a session stands. */
export type SessionStatus = z.infer<typeof sessionStatusSchema>;
/** The episode lock as the history knows it. */
export type LockStatus = z.infer<typeof lockStatusSchema>;
