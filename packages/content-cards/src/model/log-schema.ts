import * as z from 'zod';
import type { LogAction, LogEntry } from './card.ts';
import { hashSchema, idSchema, patchIdSchema } from './ids.ts';
import { gradeSchema } from './review-schema.ts';

/** Everything that is logged about a card or a deck. */
export const logActions: readonly [LogAction, ...LogAction[]] = [
  'create',
  'update',
  'autofix',
  'review',
  'approve',
  'return',
  'unlock',
  'comment',
  'rollback',
  'source_warning',
];

/** A line of the review log. */
export const logEntrySchema: z.ZodType<LogEntry> = z.strictObject({
  spec_id: z.string(),
  slide_id: idSchema.nullable(),
  action: z.enum(logActions),
  actor: z.string(),
  timestamp: z.string(),
  notes: z.string().exactOptional(),
  applied_autofix: z.array(patchIdSchema),
  ai_grade: gradeSchema.exactOptional(),
  request_id: z.string().exactOptional(),
  content_hash: hashSchema.exactOptional(),
  revision: z.string().exactOptional(),
});
