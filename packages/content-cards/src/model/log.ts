import * as z from 'zod';
import { gradeSchema } from './card.ts';
import type { DataOf } from './json.ts';
import { hashSchema, idSchema, patchIdSchema } from './text-schema.ts';

/** Everything that is logged about a card or a deck. */
export const logActions = [
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
] as const;

export type LogAction = (typeof logActions)[number];

/** A line of the review log. */
export const logEntrySchema = z.strictObject({
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

/** One line of the review log. */
export type LogEntry = DataOf<typeof logEntrySchema>;
