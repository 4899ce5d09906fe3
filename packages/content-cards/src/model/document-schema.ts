import * as z from 'zod';
import { cardShape, storySchema, tableSchema } from './card-schema.ts';
import type { Approval, ApprovalDocument, Slide } from './documents.ts';
import { hashSchema, idSchema, patchIdSchema } from './ids.ts';
import { type CardLimits, defaultLimits, fixedLimits } from './limits.ts';
import { gradeSchema, operationSchema, reviewIssueSchema } from './review-schema.ts';
import { longTextSchema, textSchema } from './text-schema.ts';

const label = textSchema(fixedLimits.label);
const strings = z.array(z.string());

/** The proof of an approval. */
export const approvalSchema: z.ZodType<Approval> = z.strictObject({
  approved_by: textSchema(128),
  approved_at: z.string(),
  content_hash: hashSchema,
  revision: z.string(),
  event_version: z.int().min(1),
  event_hash: z.string(),
  ai_grade: gradeSchema.nullable(),
  applied_autofix: z.array(patchIdSchema),
});

/** A slide of an approval document, under some limits. */
function createSlideSchema(limits: CardLimits = defaultLimits): z.ZodType<Slide> {
  const shape = cardShape(limits);
  return z.strictObject({
    id: idSchema,
    intent: label,
    type_hint: label.exactOptional(),
    elements: z.strictObject({
      title: shape.title,
      body: shape.body,
      table_data: tableSchema.exactOptional(),
      note: longTextSchema(fixedLimits.note).exactOptional(),
    }),
    status: z.enum(['draft', 'approved', 'returned']),
    ai_review: z
      .strictObject({
        grade: gradeSchema,
        issues: z.array(reviewIssueSchema),
        autofix_proposals: z.array(
          z.strictObject({
            patch_id: patchIdSchema,
            description: z.string(),
            patch: z.array(operationSchema),
          }),
        ),
        strengths: strings.exactOptional(),
        weaknesses: strings.exactOptional(),
        actions: strings.exactOptional(),
        retry: z.boolean().exactOptional(),
        reviewed_hash: hashSchema.exactOptional(),
        reviewed_at: z.string().exactOptional(),
        model: z.string().nullable().exactOptional(),
      })
      .exactOptional(),
    applied_autofix: z.array(patchIdSchema),
    story: storySchema.exactOptional(),
    approval: approvalSchema.exactOptional(),
  });
}

/** A slide under the limits of the seed. */
export const slideSchema: z.ZodType<Slide> = createSlideSchema();

/** `content_draft.json` and `content_approved.json`. */
export const approvalDocumentSchema: z.ZodType<ApprovalDocument> = createDocumentSchema();

/** A document of slides under some limits. */
export function createDocumentSchema(
  limits: CardLimits = defaultLimits,
): z.ZodType<ApprovalDocument> {
  const words = longTextSchema(fixedLimits.note);
  return z.strictObject({
    slides: z.array(createSlideSchema(limits)),
    meta: z
      .strictObject({
        tone: words.exactOptional(),
        audience: words.exactOptional(),
        summary: words.exactOptional(),
      })
      .exactOptional(),
  });
}
