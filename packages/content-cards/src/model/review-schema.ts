import * as z from 'zod';
import type { AutoFix, CardReview, LineSource, ReviewIssue } from './card.ts';
import { hashSchema } from './ids.ts';
import type { JsonValue } from './json.ts';
import type { JsonPatchOperation } from '@kanmon/core/json';

/** Any JSON value. One schema, so that an OpenAPI document can name it. */
export const jsonSchema: z.ZodType<JsonValue> = z.json();
const operationSchema: z.ZodType<JsonPatchOperation> = z.union([
  z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: z.string(), value: jsonSchema }),
  z.strictObject({ op: z.literal('remove'), path: z.string() }),
  z.strictObject({ op: z.enum(['move', 'copy']), path: z.string(), from: z.string() }),
]);

export const gradeSchema: z.ZodEnum<{ A: 'A'; B: 'B'; C: 'C' }> = z.enum(['A', 'B', 'C']);

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

/** Where a line of a card comes from. */
export const lineSourceSchema: z.ZodType<LineSource> = z.strictObject({
  field: z.enum(['title', 'body', 'note']),
  line: z.int().min(0),
  source: z.string(),
  source_hash: hashSchema,
  page: z.int().exactOptional(),
  source_line: z.int().exactOptional(),
});

export { operationSchema };
