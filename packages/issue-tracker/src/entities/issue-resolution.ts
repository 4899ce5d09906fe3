import { z } from 'zod';
import { hashSchema, idSchema, shareSchema, timeSchema } from './shared-schemas.ts';

/** What a recheck said about a fix. */
export const verificationStatusSchema = z.enum([
  'pending',
  'resolved',
  'recurrence',
  'partial',
  'unverified',
]);

/** One attempt to settle one issue: planned, applied, verified (seed section 1). Unknown fields are kept. */
export const issueResolutionSchema = z.looseObject({
  issue_id: idSchema,
  resolution_attempt: z.int().min(1),
  applied_fix_description: z.string().max(4_000).nullable().default(null),
  applied_by: idSchema.nullable().default(null),
  applied_at: timeSchema.nullable().default(null),
  tool_used: idSchema.nullable().default(null),
  diff_ref: hashSchema.nullable().default(null),
  verification_status: verificationStatusSchema.default('pending'),
  verification_snapshot_id: idSchema.nullable().default(null),
  recurrence_score: shareSchema.nullable().default(null),
  recurrence_flag: z.boolean().nullable().default(null),
  planned_tool: idSchema.nullable().default(null),
  plan_description: z.string().max(4_000).nullable().default(null),
  planned_by: idSchema.nullable().default(null),
  planned_at: timeSchema.nullable().default(null),
  /** How many of several checker runs had the finding again. */
  verification_votes: z.looseObject({ for: z.int().min(0), of: z.int().min(1) }).nullable().default(null),
});

/** One attempt to settle one issue. */
export type IssueResolution = z.infer<typeof issueResolutionSchema>;
/** What a recheck said about a fix. */
export type VerificationStatus = z.infer<typeof verificationStatusSchema>;
