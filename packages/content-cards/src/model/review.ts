import type { JsonPatchOperation } from '@kanmon/core/json';
import * as z from 'zod';
import { type Grade, gradeSchema, type Hash } from './card.ts';
import type { JsonObject, JsonPointer, JsonValue } from './json.ts';
import { hashSchema } from './text-schema.ts';

export type IssueSeverity = 'info' | 'warning' | 'critical';

/** One thing that a review found. */
export interface ReviewIssue {
  readonly code: string;
  readonly message: string;
  readonly severity: IssueSeverity;
  /** Within the card; null when it concerns all of it. */
  readonly path: JsonPointer | null;
  readonly params?: JsonObject;
}

/** A change that a rule or a model proposes: the operations and what they do in words. */
export interface AutoFix {
  readonly patch_id: string;
  readonly description: string;
  readonly base: 'card';
  /** RFC 6902, paths relative to the card. */
  readonly patch: readonly JsonPatchOperation[];
}

/** The review of exactly one content. */
export interface CardReview {
  readonly grade: Grade;
  readonly issues: readonly ReviewIssue[];
  readonly autofix_proposals: readonly AutoFix[];
  readonly strengths: readonly string[];
  readonly weaknesses: readonly string[];
  readonly actions: readonly string[];
  /** The last model review failed; this one is older or made by rules alone. */
  readonly retry: boolean;
  readonly reviewed_hash: Hash;
  readonly reviewed_at: string;
  readonly model: string | null;
}

/** From which line of which source a line of the card comes. */
export interface LineSource {
  readonly field: 'title' | 'body' | 'note';
  readonly line: number;
  readonly source: string;
  readonly source_hash: Hash;
  readonly page?: number;
  readonly source_line?: number;
}

/** Any JSON value. One schema, so that an OpenAPI document can name it. */
export const jsonSchema: z.ZodType<JsonValue> = z.json();
export const operationSchema: z.ZodType<JsonPatchOperation> = z.union([
  z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: z.string(), value: jsonSchema }),
  z.strictObject({ op: z.literal('remove'), path: z.string() }),
  z.strictObject({ op: z.enum(['move', 'copy']), path: z.string(), from: z.string() }),
]);

export const reviewIssueSchema: z.ZodType<ReviewIssue> = z.strictObject({
  code: z.string(),
  message: z.string(),
  severity: z.enum(['info', 'warning', 'critical']),
  path: z.string().nullable(),
  params: z.record(z.string(), jsonSchema).exactOptional(),
});

export const autoFixSchema: z.ZodType<AutoFix> = z.strictObject({
  patch_id: z.string(),
  description: z.string(),
  base: z.literal('card'),
  patch: z.array(operationSchema),
});

/** A review as it is stored and sent. */
export const cardReviewSchema: z.ZodType<CardReview> = z.strictObject({
  grade: gradeSchema,
  issues: z.array(reviewIssueSchema),
  autofix_proposals: z.array(autoFixSchema),
  strengths: z.array(z.string()),
  weaknesses: z.array(z.string()),
  actions: z.array(z.string()),
  retry: z.boolean(),
  reviewed_hash: hashSchema,
  reviewed_at: z.string(),
  model: z.string().nullable(),
});

/** The origin of a line of a card. */
export const lineSourceSchema: z.ZodType<LineSource> = z.strictObject({
  field: z.enum(['title', 'body', 'note']),
  line: z.int().min(0),
  source: z.string(),
  source_hash: hashSchema,
  page: z.int().exactOptional(),
  source_line: z.int().exactOptional(),
});
