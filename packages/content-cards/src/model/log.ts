import * as z from 'zod';
import { type Grade, gradeSchema, type Hash } from './card.ts';
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

/** One line of the review log. */
export interface LogEntry {
  readonly spec_id: string;
  readonly slide_id: string | null;
  readonly action: LogAction;
  readonly actor: string;
  readonly timestamp: string;
  readonly notes?: string;
  readonly applied_autofix: readonly string[];
  readonly ai_grade?: Grade;
  readonly request_id?: string;
  readonly content_hash?: Hash;
  readonly revision?: string;
}

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
