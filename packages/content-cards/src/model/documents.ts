import type { JsonPatchOperation } from '@kanmon/core/json';
import * as z from 'zod';
import {
  cardShape,
  type CardStatus,
  cardStatusSchema,
  type Grade,
  gradeSchema,
  type Hash,
  type Story,
  storySchema,
  type Table,
  tableSchema,
} from './card.ts';
import { type CardLimits, defaultLimits, fixedLimits } from './limits.ts';
import { operationSchema, type ReviewIssue, reviewIssueSchema } from './review.ts';
import { hashSchema, idSchema, longTextSchema, patchIdSchema, textSchema } from './text-schema.ts';

/** An auto-fix as a slide of a document holds it: paths within the slide, `/elements/body/1`. */
export interface SlideAutoFix {
  readonly patch_id: string;
  readonly description: string;
  readonly patch: readonly JsonPatchOperation[];
}

/** The review of a slide as the document shows it. */
export interface SlideReview {
  readonly grade: Grade;
  readonly issues: readonly ReviewIssue[];
  readonly autofix_proposals: readonly SlideAutoFix[];
  readonly strengths?: readonly string[];
  readonly weaknesses?: readonly string[];
  readonly actions?: readonly string[];
  readonly retry?: boolean;
  readonly reviewed_hash?: Hash;
  readonly reviewed_at?: string;
  readonly model?: string | null;
}

/** The proof of an approval: who, when, for which bytes, and where in the history. */
export interface Approval {
  readonly approved_by: string;
  readonly approved_at: string;
  readonly content_hash: Hash;
  /** Revision of the card that was approved: the one that the approver saw. */
  readonly revision: string;
  readonly event_version: number;
  readonly event_hash: string;
  readonly ai_grade: Grade | null;
  readonly applied_autofix: readonly string[];
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
