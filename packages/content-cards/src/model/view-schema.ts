import * as z from 'zod';
import type { CardView, ReturnNote } from './card.ts';
import { cardShape } from './card-schema.ts';
import { hashSchema, idSchema, patchIdSchema } from './ids.ts';
import { logEntrySchema } from './log-schema.ts';
import { cardReviewSchema, lineSourceSchema } from './review-schema.ts';

const returnNoteSchema: z.ZodType<ReturnNote> = z.strictObject({
  reason: z.string(),
  reason_code: z.string().exactOptional(),
  requested_by: z.string(),
  at: z.string(),
});

/** The states a card can be in. */
export const cardStatusSchema: z.ZodEnum<{
  draft: 'draft';
  approved: 'approved';
  returned: 'returned';
}> = z.enum(['draft', 'approved', 'returned']);

/** A card as the service shows it, under the limits of the seed. */
export const cardViewSchema: z.ZodType<CardView> = z.strictObject({
  slide_id: idSchema,
  ...cardShape(),
  spec_id: idSchema,
  status: cardStatusSchema,
  revision: z.string(),
  content_hash: hashSchema,
  applied_autofix: z.array(patchIdSchema),
  ai_review: cardReviewSchema.nullable(),
  locked_at: z.string().nullable(),
  approved_by: z.string().nullable(),
  returned: returnNoteSchema.nullable(),
  provenance: z.array(lineSourceSchema),
  history: z.array(logEntrySchema),
});
