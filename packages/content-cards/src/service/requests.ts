import * as z from 'zod';
import { cardShape } from '../model/card-schema.ts';
import type { Card, LineSource, LogEntry } from '../model/card.ts';
import { hashSchema, idSchema, patchIdSchema } from '../model/ids.ts';
import { type CardLimits, defaultLimits, fixedLimits } from '../model/limits.ts';
import { logEntrySchema } from '../model/log-schema.ts';
import { lineSourceSchema } from '../model/review-schema.ts';
import { longTextSchema, sourceTextSchema, textSchema } from '../model/text-schema.ts';
import { schemaFor } from '../model/validate-card.ts';

const maxPatchIds = 64;
const maxReason = 500;
const patchIds = z.array(patchIdSchema).max(maxPatchIds);
const reason = textSchema(maxReason);

/** Body of `POST /content/cards`. */
export interface CreateRequest {
  readonly spec_id: string;
  readonly cards: readonly Card[];
  readonly provenance?: Readonly<Record<string, readonly LineSource[]>>;
  /** The text that a card was made from, by its id, up to 100,000 characters: rules and models check against it. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** The log of an import: warnings only. */
export interface SourceWarningsRequest {
  readonly spec_id: string;
  /** `log` of an `ImportResult`, up to 500 entries a call. */
  readonly log: readonly LogEntry[];
}

/** Body of `PATCH /content/cards/{slide_id}`: absent keeps, null clears, `story` is replaced as a whole. */
export interface PatchRequest extends Partial<Omit<Card, 'slide_id'>> {
  /** Records ids of fixes that were applied elsewhere. */
  readonly autofix_applied?: readonly string[];
  /** Applies stored proposals, in order, after the edits. */
  readonly apply_autofix?: readonly string[];
  /** The text that the card is made from now, up to 100,000 characters; absent keeps it, null removes it. */
  readonly source?: string | null;
}

/** Body of `approve`. */
export interface ApproveRequest {
  readonly notes?: string;
  readonly applied_autofix?: readonly string[];
  readonly content_hash?: string;
  readonly override?: { readonly reason: string };
}

/** Body of `return`. */
export interface ReturnRequest {
  readonly reason: string;
  readonly reason_code?: string;
  readonly requested_by?: string;
}

/** The schemas of every body under some limits. */
export interface RequestSchemas {
  readonly create: z.ZodType<CreateRequest>;
  readonly patch: z.ZodType<PatchRequest>;
  readonly approve: z.ZodType<ApproveRequest>;
  readonly return: z.ZodType<ReturnRequest>;
  readonly unlock: z.ZodType<{ readonly reason: string }>;
  readonly comment: z.ZodType<{ readonly notes: string }>;
  readonly review: z.ZodType<{ readonly llm?: boolean }>;
  readonly snapshot: z.ZodType<{ readonly name?: string }>;
  readonly rollback: z.ZodType<{ readonly version: number; readonly includeApproved?: boolean }>;
  readonly sourceWarnings: z.ZodType<SourceWarningsRequest>;
}

/** Builds them once for a service. */
export function createRequestSchemas(limits: CardLimits = defaultLimits): RequestSchemas {
  const shape = cardShape(limits);
  return {
    create: z.strictObject({
      spec_id: idSchema,
      cards: z
        .array(schemaFor(limits))
        .min(1)
        .max(fixedLimits.cardsPerRequest)
        .superRefine(reportDuplicates),
      provenance: z.record(z.string(), z.array(lineSourceSchema)).exactOptional(),
      sources: z.record(z.string(), sourceTextSchema(fixedLimits.sourceText)).exactOptional(),
    }),
    patch: z.strictObject({
      title: shape.title.exactOptional(),
      body: shape.body.exactOptional(),
      table_data: shape.table_data.exactOptional(),
      note: shape.note.exactOptional(),
      intent: shape.intent.exactOptional(),
      type_hint: shape.type_hint.exactOptional(),
      story: shape.story.exactOptional(),
      autofix_applied: patchIds.exactOptional(),
      apply_autofix: patchIds.exactOptional(),
      source: sourceTextSchema(fixedLimits.sourceText).nullable().exactOptional(),
    }),
    approve: z.strictObject({
      notes: longTextSchema(fixedLimits.note).exactOptional(),
      applied_autofix: patchIds.exactOptional(),
      content_hash: hashSchema.exactOptional(),
      override: z.strictObject({ reason }).exactOptional(),
    }),
    return: z.strictObject({
      reason,
      reason_code: textSchema(fixedLimits.label).exactOptional(),
      requested_by: textSchema(128).exactOptional(),
    }),
    unlock: z.strictObject({ reason }),
    comment: z.strictObject({ notes: notesSchema }),
    review: z.strictObject({ llm: z.boolean().exactOptional() }),
    snapshot: z.strictObject({ name: textSchema(128).exactOptional() }),
    rollback: z.strictObject({
      version: z.int().min(1),
      includeApproved: z.boolean().exactOptional(),
    }),
    sourceWarnings: z.strictObject({
      spec_id: idSchema,
      log: z.array(logEntrySchema).max(fixedLimits.cardsPerRequest),
    }),
  };
}

const notesSchema = longTextSchema(fixedLimits.note).superRefine((text, context) => {
  if (text.trim() === '')
    context.addIssue({ code: 'custom', message: 'blank', params: { issue: 'blank' } });
});

function reportDuplicates(cards: readonly Card[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { slide_id }] of cards.entries()) {
    if (seen.has(slide_id)) {
      context.addIssue({
        code: 'custom',
        message: 'duplicate',
        path: [index, 'slide_id'],
        params: { issue: 'duplicate' },
      });
    }
    seen.add(slide_id);
  }
}
