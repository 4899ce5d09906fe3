import * as z from 'zod';
import { type Card, cardShape, type CardStatus, cardStatusSchema, type Hash } from './card.ts';
import type { DataOf } from './json.ts';
import type { CardLimits } from './limits.ts';
import { type LogEntry, logEntrySchema } from './log.ts';
import { type CardReview, cardReviewSchema, type LineSource, lineSourceSchema } from './review.ts';
import { hashSchema, idSchema, patchIdSchema } from './text-schema.ts';

const returnNoteSchema = z.strictObject({
  reason: z.string(),
  reason_code: z.string().exactOptional(),
  requested_by: z.string(),
  at: z.string(),
});

/** Why and by whom a card was sent back. */
export type ReturnNote = DataOf<typeof returnNoteSchema>;

/** A card with all that happened to it. */
export interface CardView extends Card {
  readonly spec_id: string;
  readonly status: CardStatus;
  /** Strong entity tag with its quotes, `"cards-6"`. */
  readonly revision: string;
  readonly content_hash: Hash;
  readonly applied_autofix: readonly string[];
  readonly ai_review: CardReview | null;
  readonly locked_at: string | null;
  readonly approved_by: string | null;
  readonly returned: ReturnNote | null;
  readonly provenance: readonly LineSource[];
  /** The newest 64, oldest first. */
  readonly history: readonly LogEntry[];
}

/** A card as the service returns it, under some limits. */
export function createCardViewSchema(limits?: CardLimits): z.ZodType<CardView> {
  return z.strictObject({
    slide_id: idSchema,
    ...cardShape(limits),
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
}

/** A card as the service returns it, under the default limits. */
export const cardViewSchema: z.ZodType<CardView> = /* @__PURE__ */ createCardViewSchema();
