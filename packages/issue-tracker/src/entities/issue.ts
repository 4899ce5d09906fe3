import * as z from 'zod';
import type { Anchor } from '../remap/anchor.ts';
import { type Attempt, type Method, strategies } from '../remap/types.ts';
import type { TextRange } from '../text/text-range.ts';
import {
  categorySchema,
  descriptionSchema,
  hashSchema,
  idSchema,
  type IssueSeverity,
  severitySchema,
  shareSchema,
  storableText,
  textRangeSchema,
  timeSchema,
} from './fields.ts';

const states = ['New', 'InProgress', 'Partial', 'Deferred', 'Resolved', 'Recurrence'] as const;
const scopes = ['range', 'section', 'document'] as const;

/** State in the life cycle of an issue. */
export type IssueState = (typeof states)[number];

/** State of an issue. */
export const issueStateSchema = z.enum(states);
/** Subject of a finding: a range, a section, or the whole document. */
export type IssueScope = (typeof scopes)[number];

/** A proposed fix; its replacement text is in the artifact store, under its hash. */
export interface SuggestedFix {
  readonly kind: string;
  readonly description: string;
  readonly text_hash?: string | undefined;
  readonly text_length?: number | undefined;
}

/** One finding with its identity. */
export interface Issue {
  /** `ISSUE-{epoch_ms}-{suffix}`, never changed. */
  readonly issue_id: string;
  readonly session_id: string;
  readonly step_id: string;
  readonly manuscript_version_id: string;
  readonly manuscript_hash: string;
  readonly category: string;
  readonly severity: IssueSeverity;
  /** Null when the scope is not `range`, or the place is lost. */
  readonly text_range: TextRange | null;
  /** Hash of the slice; null together with `text_range`. */
  readonly range_checksum: string | null;
  readonly description: string;
  readonly suggested_fixes: readonly SuggestedFix[];
  readonly related_issue_ids: readonly string[];
  /** Method of the last move; null when it never moved. */
  readonly adjustment_method: Method | null;
  /** 0-1; 1 when it never moved. */
  readonly confidence_score: number;
  readonly adjustment_attempts: readonly Attempt[];
  /** New start - old start of the last move. */
  readonly adjustment_delta: number | null;
  readonly anchor: Anchor | null;
  readonly scope: IssueScope;
  readonly state: IssueState;
  readonly state_reason: string | null;
  readonly defer_reason: string | null;
  /** Number of times that this finding came back after a fix. */
  readonly recurrence_depth: number;
  readonly created_at: string;
  readonly updated_at: string;
}

type Given =
  | 'step_id'
  | 'manuscript_version_id'
  | 'manuscript_hash'
  | 'category'
  | 'severity'
  | 'text_range'
  | 'range_checksum'
  | 'description';
type Assigned =
  | 'issue_id'
  | 'session_id'
  | 'state'
  | 'state_reason'
  | 'defer_reason'
  | 'created_at'
  | 'updated_at';

/** A finding before the store assigns its id; only the first eight fields are required. */
export type NewIssue = Pick<Issue, Given> & Partial<Omit<Issue, Given | Assigned>>;

const anchorSchema: z.ZodType<Anchor> = z.looseObject({
  range: textRangeSchema,
  checksum: hashSchema,
  roll32: z.int().min(0),
  length: z.int().min(0),
  prefix_grams: z.array(z.int().min(0)),
  suffix_grams: z.array(z.int().min(0)),
  unit: z.literal('utf16').default('utf16'),
});

const attemptSchema: z.ZodType<Attempt> = z.looseObject({
  strategy: z.enum(strategies),
  result: z.enum(['hit', 'miss', 'ambiguous', 'skipped']),
  confidence: shareSchema,
  candidates: z.array(textRangeSchema).optional(),
  steps: z.number().min(0),
});

const suggestedFixSchema: z.ZodType<SuggestedFix> = z.looseObject({
  kind: storableText.min(1).max(128),
  description: descriptionSchema,
  text_hash: hashSchema.optional(),
  text_length: z.int().min(0).optional(),
});

/** The fields of an issue with their checks and defaults. */
export const issueFields = {
  issue_id: idSchema,
  session_id: idSchema,
  step_id: idSchema,
  manuscript_version_id: idSchema,
  manuscript_hash: hashSchema,
  category: categorySchema,
  severity: severitySchema,
  text_range: textRangeSchema.nullable(),
  range_checksum: hashSchema.nullable(),
  description: descriptionSchema,
  suggested_fixes: z.array(suggestedFixSchema).default([]),
  related_issue_ids: z.array(idSchema).default([]),
  adjustment_method: z.enum(strategies).nullable().default(null),
  confidence_score: shareSchema.default(1),
  adjustment_attempts: z.array(attemptSchema).default([]),
  adjustment_delta: z.int().nullable().default(null),
  anchor: anchorSchema.nullable().default(null),
  scope: z.enum(scopes).default('range'),
  recurrence_depth: z.int().min(0).default(0),
  state: issueStateSchema.default('New'),
  state_reason: z.string().nullable().default(null),
  defer_reason: storableText.min(1).max(500).nullable().default(null),
  created_at: timeSchema,
  updated_at: timeSchema,
};

/** One finding with its identity. Unknown fields are kept, missing newer ones get their defaults. */
export const issueSchema: z.ZodType<Issue> = z.looseObject(issueFields);

const statuses = ['pending', 'resolved', 'recurrence', 'partial', 'unverified'] as const;

/** Number of checker runs that had the finding again, and number of runs. */
export interface VerificationVotes {
  readonly for: number;
  readonly of: number;
}

/** One attempt to resolve one issue: planned, applied, verified. */
export interface IssueResolution {
  readonly issue_id: string;
  readonly resolution_attempt: number;
  /** The `applied_*` fields and `tool_used` are null until the fix is applied. */
  readonly applied_fix_description: string | null;
  readonly applied_by: string | null;
  readonly applied_at: string | null;
  readonly tool_used: string | null;
  readonly diff_ref: string | null;
  /** Result of the recheck. */
  readonly verification_status: (typeof statuses)[number];
  /** This and the next two are null until rechecked. */
  readonly verification_snapshot_id: string | null;
  readonly recurrence_score: number | null;
  readonly recurrence_flag: boolean | null;
  readonly planned_tool: string | null;
  readonly plan_description: string | null;
  readonly planned_by: string | null;
  readonly planned_at: string | null;
  readonly verification_votes: VerificationVotes | null;
}

/** The fields of a resolution with their checks and defaults. */
export const resolutionFields = {
  issue_id: idSchema,
  resolution_attempt: z.int().min(1),
  applied_fix_description: descriptionSchema.nullable().default(null),
  applied_by: idSchema.nullable().default(null),
  applied_at: timeSchema.nullable().default(null),
  tool_used: idSchema.nullable().default(null),
  diff_ref: hashSchema.nullable().default(null),
  verification_status: z.enum(statuses).default('pending'),
  verification_snapshot_id: idSchema.nullable().default(null),
  recurrence_score: shareSchema.nullable().default(null),
  recurrence_flag: z.boolean().nullable().default(null),
  planned_tool: idSchema.nullable().default(null),
  plan_description: descriptionSchema.nullable().default(null),
  planned_by: idSchema.nullable().default(null),
  planned_at: timeSchema.nullable().default(null),
  verification_votes: z
    .looseObject({ for: z.int().min(0), of: z.int().min(1) })
    .nullable()
    .default(null),
};

/** One attempt to resolve one issue. Unknown fields are kept. */
export const issueResolutionSchema: z.ZodType<IssueResolution> = z.looseObject(resolutionFields);
