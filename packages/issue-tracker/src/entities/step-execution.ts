import * as z from 'zod';
import { hashSchema, idSchema, timeSchema } from './shared-schemas.ts';

const selectionStatuses = [
  'not_offered',
  'offered',
  'selected',
  'rejected',
  'unavailable',
] as const;

/** What became of an offer of tools. */
export type ToolSelectionStatus = (typeof selectionStatuses)[number];

/** A tool as it is offered to a model or a person. */
export interface AvailableTool {
  readonly tool_id: string;
  readonly requires_user_confirmation: boolean;
  readonly is_fallback: boolean;
  readonly notes: string | null;
}

/** One attempt at one step (seed section 1). */
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
  readonly tool_selection_status: ToolSelectionStatus;
  readonly manuscript_hash_refs: readonly string[];
  readonly qc_code: string | null;
  readonly completed_at: string;
}

type Given = 'step_id' | 'input_snapshot_hash';
type Assigned = 'session_id' | 'completed_at';

/** A step before the store has placed it; `attempt` counts up by itself. */
export type NewStepExecution = Pick<StepExecution, Given> &
  Partial<Omit<StepExecution, Given | Assigned>>;

/** A tool as it is offered. */
const availableToolSchema: z.ZodType<AvailableTool> = z.looseObject({
  tool_id: idSchema,
  requires_user_confirmation: z.boolean().default(false),
  is_fallback: z.boolean().default(false),
  notes: z.string().nullable().default(null),
});

/** One attempt at one step. Unknown fields are kept. */
export const stepExecutionSchema: z.ZodType<StepExecution> = z.looseObject({
  session_id: idSchema,
  step_id: idSchema,
  attempt: z.int().min(1),
  input_snapshot_hash: hashSchema,
  output_snapshot_hash: hashSchema.nullable().default(null),
  issues_detected: z.array(idSchema).default([]),
  duration_ms: z.number().min(0).default(0),
  fallback_reason: z.string().nullable().default(null),
  available_tools: z.array(availableToolSchema).default([]),
  tool_selection_status: z.enum(selectionStatuses).default('not_offered'),
  manuscript_hash_refs: z.array(hashSchema).default([]),
  qc_code: z.string().nullable().default(null),
  completed_at: timeSchema,
});
