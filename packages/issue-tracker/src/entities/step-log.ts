import * as z from 'zod';
import { hashSchema, idSchema, timeSchema } from './fields.ts';

const selections = ['not_offered', 'offered', 'selected', 'rejected', 'unavailable'] as const;

/** A tool as it is offered to a model or a person. */
export interface AvailableTool {
  readonly tool_id: string;
  readonly requires_user_confirmation: boolean;
  readonly is_fallback: boolean;
  readonly notes: string | null;
}

/** One attempt at one step. */
export interface StepExecution {
  readonly session_id: string;
  readonly step_id: string;
  /** 1, 2 ... within the step. */
  readonly attempt: number;
  readonly input_snapshot_hash: string;
  readonly output_snapshot_hash: string | null;
  readonly issues_detected: readonly string[];
  readonly duration_ms: number;
  readonly fallback_reason: string | null;
  readonly available_tools: readonly AvailableTool[];
  readonly tool_selection_status: (typeof selections)[number];
  readonly manuscript_hash_refs: readonly string[];
  readonly qc_code: string | null;
  readonly completed_at: string;
}

type Given = 'step_id' | 'input_snapshot_hash';
type Assigned = 'session_id' | 'completed_at';

/** A step before the store assigns it to its session; `attempt` counts up by default. */
export type NewStepExecution = Pick<StepExecution, Given> &
  Partial<Omit<StepExecution, Given | Assigned>>;

const availableToolSchema: z.ZodType<AvailableTool> = z.looseObject({
  tool_id: idSchema,
  requires_user_confirmation: z.boolean().default(false),
  is_fallback: z.boolean().default(false),
  notes: z.string().nullable().default(null),
});

/** The fields of a step with their checks and defaults. */
export const stepFields = {
  session_id: idSchema,
  step_id: idSchema,
  attempt: z.int().min(1),
  input_snapshot_hash: hashSchema,
  output_snapshot_hash: hashSchema.nullable().default(null),
  issues_detected: z.array(idSchema).default([]),
  duration_ms: z.number().min(0).default(0),
  fallback_reason: z.string().nullable().default(null),
  available_tools: z.array(availableToolSchema).default([]),
  tool_selection_status: z.enum(selections).default('not_offered'),
  manuscript_hash_refs: z.array(hashSchema).default([]),
  qc_code: z.string().nullable().default(null),
  completed_at: timeSchema,
};

/** One attempt at one step. Unknown fields are kept. */
export const stepExecutionSchema: z.ZodType<StepExecution> = z.looseObject(stepFields);

const fetchResults = [
  'success',
  'miss',
  'storage_error',
  'pending_upload',
  'hash_mismatch',
  'timeout',
] as const;

/** Result of one try to read a manuscript. */
export type FetchResult = (typeof fetchResults)[number];

/** One try to read a manuscript by its hash. */
export interface ManuscriptFetchLog {
  readonly fetch_id: string;
  readonly session_id: string;
  readonly manuscript_hash: string;
  readonly tool_id: string;
  readonly result: FetchResult;
  readonly latency_ms: number;
  /** 1, 2 ... within one fetch. */
  readonly attempt_index: number;
  readonly qc_code: string | null;
  readonly at: string;
}

/** A try before the store assigns it to its session. */
export type NewFetchLog = Omit<ManuscriptFetchLog, 'session_id' | 'fetch_id' | 'at'> &
  Partial<Pick<ManuscriptFetchLog, 'fetch_id' | 'at'>>;

/** The fields of a fetch log with their checks and defaults. */
export const fetchLogFields = {
  fetch_id: idSchema,
  session_id: idSchema,
  manuscript_hash: hashSchema,
  tool_id: idSchema,
  result: z.enum(fetchResults),
  latency_ms: z.number().min(0),
  attempt_index: z.int().min(1),
  qc_code: z.string().nullable().default(null),
  at: timeSchema,
};

/** One try to read a manuscript by its hash. Unknown fields are kept. */
export const manuscriptFetchLogSchema: z.ZodType<ManuscriptFetchLog> =
  z.looseObject(fetchLogFields);
