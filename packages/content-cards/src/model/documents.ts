import * as z from 'zod';
import {
  cardShape,
  type CardStatus,
  cardStatusSchema,
  gradeSchema,
  type Story,
  storySchema,
  type Table,
  tableSchema,
} from './card.ts';
import type { DataOf } from './json.ts';
import { type CardLimits, defaultLimits, fixedLimits } from './limits.ts';
import { type AutoFix, type CardReview, operationSchema, reviewIssueSchema } from './review.ts';
import { hashSchema, idSchema, longTextSchema, patchIdSchema, textSchema } from './text-schema.ts';

/** An auto-fix as a slide of a document holds it: paths within the slide, `/elements/body/1`. */
export type SlideAutoFix = Omit<AutoFix, 'base'>;

/** The review of a slide as the document shows it. */
export interface SlideReview
  extends
    Pick<CardReview, 'grade' | 'issues'>,
    Partial<Omit<CardReview, 'grade' | 'issues' | 'autofix_proposals'>> {
  readonly autofix_proposals: readonly SlideAutoFix[];
}

/** A card in the nested form of the files. */
export interface Slide {
  readonly id: string;
  readonly intent: string;
  readonly type_hint?: string;
  readonly elements: {
    readonly title: string;
    readonly body: readonly string[];
    readonly table_data?: Table;
    readonly note?: string;
  };
  readonly status: CardStatus;
  readonly ai_review?: SlideReview;
  readonly applied_autofix: readonly string[];
  readonly story?: Story;
  readonly approval?: Approval;
}

/** `content_draft.json` and `content_approved.json`. */
export interface ApprovalDocument {
  readonly slides: readonly Slide[];
  readonly meta?: { readonly tone?: string; readonly audience?: string; readonly summary?: string };
}

const label = textSchema(fixedLimits.label);
const strings = z.array(z.string());

/** The proof of an approval: who, when, for which bytes, and where in the history. */
export const approvalSchema = z.strictObject({
  approved_by: textSchema(128),
  approved_at: z.string(),
  content_hash: hashSchema,
  /** Revision of the card that was approved: the one that the approver saw. */
  revision: z.string(),
  event_version: z.int().min(1),
  event_hash: z.string(),
  ai_grade: gradeSchema.nullable(),
  applied_autofix: z.array(patchIdSchema),
});

/** The proof of an approval. */
export type Approval = DataOf<typeof approvalSchema>;

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
    status: cardStatusSchema,
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

/** A slide under the default limits. */
export const slideSchema: z.ZodType<Slide> = /* @__PURE__ */ createSlideSchema();

/** `content_draft.json` and `content_approved.json`. */
export const approvalDocumentSchema: z.ZodType<ApprovalDocument> =
  /* @__PURE__ */ createDocumentSchema();

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
