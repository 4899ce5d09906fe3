import * as z from 'zod';
import type { Anchor } from '../remap/anchor.ts';
import type { Attempt, Method } from '../remap/types.ts';
import type { TextRange } from '../text/text-range.ts';
import {
  categorySchema,
  descriptionSchema,
  hashSchema,
  idSchema,
  type IssueSeverity,
  severitySchema,
  shareSchema,
  textRangeSchema,
  timeSchema,
} from './shared-schemas.ts';

const methods = ['exact_match', 'diff', 'fuzzy', 'semantic_search', 'manual_confirmation'] as const;
const states = ['New', 'InProgress', 'Partial', 'Deferred', 'Resolved', 'Recurrence'] as const;
const scopes = ['range', 'section', 'document'] as const;

/** Where an issue stands. */
export type IssueState = (typeof states)[number];
/** What a finding is about: a place, a section, or the whole document. */
export type IssueScope = (typeof scopes)[number];

/** A proposed fix; its replacement text lies in the artifact store, under its hash. */
export interface SuggestedFix {
  readonly kind: string;
  readonly description: string;
  readonly text_hash?: string | undefined;
  readonly text_length?: number | undefined;
}

/** One finding with its identity (seed section 1). */
export interface Issue {
  /** `ISSUE-{epoch_ms}-{suffix}`, never changed. */
  readonly issue_id: string;
  readonly session_id: string;
  readonly step_id: string;
  readonly manuscript_version_id: string;
  readonly manuscript_hash: string;
  readonly category: string;
  readonly severity: IssueSeverity;
  /** Null when the scope is no range, or the place is lost. */
  readonly text_range: TextRange | null;
  /** Hash of the slice; null together with `text_range`. */
  readonly range_checksum: string | null;
  readonly description: string;
  readonly suggested_fixes: readonly SuggestedFix[];
  readonly related_issue_ids: readonly string[];
  /** How the place was last found again; null when it never moved. */
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
  /** How often this finding has come back after a fix. */
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

/** A finding before the store has given it an id; only the first eight fields must be given. */
export type NewIssue = Pick<Issue, Given> & Partial<Omit<Issue, Given | Assigned>>;
/** A `NewIssue` with its defaults. */
export type CompleteNewIssue = Omit<Issue, Assigned>;

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
  strategy: z.enum(methods),
  result: z.enum(['hit', 'miss', 'ambiguous', 'skipped']),
  confidence: shareSchema,
  candidates: z.array(textRangeSchema).optional(),
  steps: z.number().min(0),
});

/** A proposed fix. */
const suggestedFixSchema: z.ZodType<SuggestedFix> = z.looseObject({
  kind: z.string().min(1).max(128),
  description: descriptionSchema,
  text_hash: hashSchema.optional(),
  text_length: z.int().min(0).optional(),
});

const foundShape = {
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
  adjustment_method: z.enum(methods).nullable().default(null),
  confidence_score: shareSchema.default(1),
  adjustment_attempts: z.array(attemptSchema).default([]),
  adjustment_delta: z.int().nullable().default(null),
  anchor: anchorSchema.nullable().default(null),
  scope: z.enum(scopes).default('range'),
  recurrence_depth: z.int().min(0).default(0),
};

/** One finding with its identity. Unknown fields are kept, missing newer ones get their defaults. */
export const issueSchema: z.ZodType<Issue> = z.looseObject({
  issue_id: idSchema,
  session_id: idSchema,
  ...foundShape,
  state: z.enum(states).default('New'),
  state_reason: z.string().nullable().default(null),
  defer_reason: z.string().min(1).max(500).nullable().default(null),
  created_at: timeSchema,
  updated_at: timeSchema,
});

/** A finding before the store has given it an id. */
export const newIssueSchema: z.ZodType<CompleteNewIssue> = z.looseObject(foundShape);
