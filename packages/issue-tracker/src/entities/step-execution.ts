import { z } from 'zod';
import { hashSchema, idSchema, timeSchema } from './shared-schemas.ts';

/** A tool as it is offered to a model or a person. */
export const availableToolSchema = z.looseObject({
  tool_id: idSchema,
  requires_user_confirmation: z.boolean().default(false),
  is_fallback: z.boolean().default(false),
  notes: z.string().nullable().default(null),
});

/** What became of the offer. */
export const toolSelectionStatusSchema = z.enum([
  'not_offered',
  'offered',
  'selected',
  'rejected',
  'unavailable',
]);

/** One attempt at one step (seed section 1). Unknown fields are kept. */
export const stepExecutionSchema = z.looseObject({
  session_id: idSchema,
  step_id: idSchema,
  attempt: z.int().min(1),
  input_snapshot_hash: hashSchema,
  output_snapshot_hash: hashSchema.nullable().default(null),
  issues_detected: z.array(idSchema).default([]),
  duration_ms: z.number().min(0).default(0),
  fallback_reason: z.string().nullable().default(null),
  available_tools: z.array(availableToolSchema).default([]),
  tool_selection_status: toolSelectionStatusSchema.default('not_offered'),
  manuscript_hash_refs: z.array(hashSchema).default([]),
  qc_code: z.string().nullable().default(null),
  completed_at: timeSchema,
});

/** One attempt at one step. */
export type StepExecution = z.infer<typeof stepExecutionSchema>;
/** A tool as it is offered. */
export type AvailableTool = z.infer<typeof availableToolSchema>;

/** A step before the store has placed it; `attempt` counts up by itself. */
export const newStepSchema = stepExecutionSchema
  .omit({ session_id: true, completed_at: true })
  .extend({ attempt: z.int().min(1).optional() });

/** A step before the store has placed it. */
export type NewStepExecution = z.input<typeof newStepSchema>;
