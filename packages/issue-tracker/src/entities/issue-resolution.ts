import * as z from 'zod';
import {
  descriptionSchema,
  hashSchema,
  idSchema,
  shareSchema,
  timeSchema,
} from './shared-schemas.ts';

const statuses = ['pending', 'resolved', 'recurrence', 'partial', 'unverified'] as const;

/** What a recheck said about a fix. */
export type VerificationStatus = (typeof statuses)[number];

/** How many of several checker runs had the finding again. */
export interface VerificationVotes {
  readonly for: number;
  readonly of: number;
}

/** One attempt to settle one issue: planned, applied, verified (seed section 1). */
export interface IssueResolution {
  readonly issue_id: string;
  readonly resolution_attempt: number;
  /** The `applied_*` fields and `tool_used` are null until the fix is applied. */
  readonly applied_fix_description: string | null;
  readonly applied_by: string | null;
  readonly applied_at: string | null;
  readonly tool_used: string | null;
  readonly diff_ref: string | null;
  readonly verification_status: VerificationStatus;
  /** This and the next two are null until rechecked. */
  readonly verification_snapshot_id: string | null;
  readonly recurrence_score: number | null;
  readonly recurrence_flag: boolean | null;
  readonly planned_tool: string | null;
  readonly plan_description: string | null;
  readonly planned_by: string | null;
  readonly planned_at: string | null;
  readonly verification_votes: VerificationVotes | null;
}

/** One attempt to settle one issue. Unknown fields are kept. */
export const issueResolutionSchema: z.ZodType<IssueResolution> = z.looseObject({
  issue_id: idSchema,
  resolution_attempt: z.int().min(1),
  applied_fix_description: descriptionSchema.nullable().default(null),
  applied_by: idSchema.nullable().default(null),
  applied_at: timeSchema.nullable().default(null),
  tool_used: idSchema.nullable().default(null),
  diff_ref: hashSchema.nullable().default(null),
  verification_status: z.enum(statuses).default('pending'),
  verification_snapshot_id: idSchema.nullable().default(null),
  recurrence_score: shareSchema.nullable().default(null),
  recurrence_flag: z.boolean().nullable().default(null),
  planned_tool: idSchema.nullable().default(null),
  plan_description: descriptionSchema.nullable().default(null),
  planned_by: idSchema.nullable().default(null),
  planned_at: timeSchema.nullable().default(null),
  verification_votes: z
    .looseObject({ for: z.int().min(0), of: z.int().min(1) })
    .nullable()
    .default(null),
});
