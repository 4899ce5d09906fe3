import { z } from 'zod';
import {
  categorySchema,
  hashSchema,
  idSchema,
  severitySchema,
  shareSchema,
  textRangeSchema,
  timeSchema,
} from './shared-schemas.ts';

/** How a place was found again. */
export const methodSchema = z.enum([
  'exact_match',
  'diff',
  'fuzzy',
  'semantic_search',
  'manual_confirmation',
]);

/** Where an issue stands. */
export const issueStateSchema = z.enum([
  'New',
  'InProgress',
  'Partial',
  'Deferred',
  'Resolved',
  'Recurrence',
]);

/** What is kept of a place so that it can be found again. */
export const anchorSchema = z.looseObject({
  range: textRangeSchema,
  checksum: hashSchema,
  roll32: z.int().min(0),
  length: z.int().min(0),
  prefix_grams: z.array(z.int().min(0)),
  suffix_grams: z.array(z.int().min(0)),
  unit: z.literal('utf16').default('utf16'),
});

/** One thing that was tried to find a place again. */
export const attemptSchema = z.looseObject({
  strategy: methodSchema,
  result: z.enum(['hit', 'miss', 'ambiguous', 'skipped']),
  confidence: shareSchema,
  candidates: z.array(textRangeSchema).optional(),
  steps: z.number().min(0),
});

/** A proposed fix; its replacement text lies in the artifact store, under its hash. */
export const suggestedFixSchema = z.looseObject({
  kind: z.string().min(1).max(128),
  description: z.string().max(4_000),
  text_hash: hashSchema.optional(),
  text_length: z.int().min(0).optional(),
});

/** What the finding is about: a place, a section, or the whole document. */
export const scopeSchema = z.enum(['range', 'section', 'document']);

/** One finding with its identity (seed section 1). Unknown fields are kept. */
export const issueSchema = z.looseObject({
  issue_id: idSchema,
  session_id: idSchema,
  step_id: idSchema,
  manuscript_version_id: idSchema,
  manuscript_hash: hashSchema,
  category: categorySchema,
  severity: severitySchema,
  text_range: textRangeSchema.nullable(),
  range_checksum: hashSchema.nullable(),
  description: z.string().max(4_000),
  suggested_fixes: z.array(suggestedFixSchema).default([]),
  related_issue_ids: z.array(idSchema).default([]),
  adjustment_method: methodSchema.nullable().default(null),
  confidence_score: shareSchema.default(1),
  adjustment_attempts: z.array(attemptSchema).default([]),
  adjustment_delta: z.int().nullable().default(null),
  anchor: anchorSchema.nullable().default(null),
  scope: scopeSchema.default('range'),
  state: issueStateSchema.default('New'),
  state_reason: z.string().nullable().default(null),
  defer_reason: z.string().min(1).max(500).nullable().default(null),
  recurrence_depth: z.int().min(0).default(0),
  created_at: timeSchema,
  updated_at: timeSchema,
});

/** One finding with its identity. */
export type Issue = z.infer<typeof issueSchema>;
/** Where an issue stands. */
export type IssueState = z.infer<typeof issueStateSchema>;
/** A proposed fix without its text. */
export type SuggestedFix = z.infer<typeof suggestedFixSchema>;
/** What a finding is about. */
export type IssueScope = z.infer<typeof scopeSchema>;

/** A finding before the store has given it an id. Only the first eight fields must be given. */
export const newIssueSchema = issueSchema.omit({
  issue_id: true,
  session_id: true,
  state: true,
  state_reason: true,
  defer_reason: true,
  created_at: true,
  updated_at: true,
});

/** A finding before the store has given it an id. */
export type NewIssue = z.input<typeof newIssueSchema>;
