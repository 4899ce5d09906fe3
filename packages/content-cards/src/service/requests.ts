import { parseJson } from '@kanmon/core/kit';
import * as z from 'zod';
import { type Card, cardShape, schemaFor } from '../model/card.ts';
import type { DataOf, JsonValue } from '../model/json.ts';
import { type CardLimits, defaultLimits, fixedLimits, resolveLimits } from '../model/limits.ts';
import { type LogEntry, logEntrySchema } from '../model/log.ts';
import { type LineSource, lineSourceSchema } from '../model/review.ts';
import {
  hashSchema,
  idSchema,
  longTextSchema,
  patchIdSchema,
  reportIssue,
  sourceTextSchema,
  textSchema,
} from '../model/text-schema.ts';

const maxPatchIds = 64;
const maxReason = 500;
const patchIds = z.array(patchIdSchema).max(maxPatchIds);
const reason = textSchema(maxReason);

/** Creates the schemas of every request body under some limits. */
export function createRequestSchemas(given: CardLimits = defaultLimits) {
  const limits = resolveLimits(given);
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
    }) satisfies z.ZodType<CreateRequest>,
    /** Body of `PATCH /content/cards/{slide_id}`: absent keeps, null clears, `story` is replaced as a whole. */
    patch: z.strictObject({
      title: shape.title.exactOptional(),
      body: shape.body.exactOptional(),
      table_data: shape.table_data.exactOptional(),
      note: shape.note.exactOptional(),
      intent: shape.intent.exactOptional(),
      type_hint: shape.type_hint.exactOptional(),
      story: shape.story.exactOptional(),
      /** Records ids of fixes that were applied elsewhere. */
      autofix_applied: patchIds.exactOptional(),
      /** Applies stored proposals, in order, after the edits. */
      apply_autofix: patchIds.exactOptional(),
      /** The text that the card is made from now, up to 100,000 characters; absent keeps it, null removes it (then its numbers are reported as unchecked). */
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
    }) satisfies z.ZodType<SourceWarningsRequest>,
  };
}

/** The schemas of every request body. */
export type RequestSchemas = ReturnType<typeof createRequestSchemas>;

/** Body of `POST /content/cards`. */
export interface CreateRequest {
  readonly spec_id: string;
  readonly cards: readonly Card[];
  readonly provenance?: Readonly<Record<string, readonly LineSource[]>>;
  /** The text that a card was made from, by its id, up to 100,000 characters: rules and models check against it. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** Body of `PATCH /content/cards/{slide_id}`. */
export type PatchRequest = DataOf<RequestSchemas['patch']>;

/** Body of `approve`. */
export type ApproveRequest = DataOf<RequestSchemas['approve']>;

/** Body of `return`. */
export type ReturnRequest = DataOf<RequestSchemas['return']>;

/** The log of an import: warnings only. */
export interface SourceWarningsRequest {
  readonly spec_id: string;
  /** `log` of an `ImportResult`, up to 500 entries a call. */
  readonly log: readonly LogEntry[];
}

/**
 * Returns a request as JSON: it is read once, and hashed as it is checked. A value that is not JSON becomes null,
 * which every schema refuses.
 */
export function requestJson(request: unknown = {}): JsonValue {
  try {
    return parseJson(JSON.stringify(request) ?? 'null');
  } catch {
    return null;
  }
}

const notesSchema = longTextSchema(fixedLimits.note).superRefine((text, context) => {
  if (text.trim() === '') reportIssue(context, 'blank');
});

function reportDuplicates(cards: readonly Card[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { slide_id }] of cards.entries()) {
    if (seen.has(slide_id)) reportIssue(context, 'duplicate', [index, 'slide_id']);
    seen.add(slide_id);
  }
}
