import { z } from 'zod';

/** One way to go on, with what it takes and what it risks. */
export const advisorOptionSchema = z.object({
  label: z.string(),
  description: z.string().optional(),
  pros: z.array(z.string()).optional(),
  cons: z.array(z.string()).optional(),
  next_action: z.string(),
  necessary_info: z.string(),
  criteria_note: z.string(),
  risks: z.array(z.string()).min(1),
  suggested_status: z.string().optional(),
});

/** A measure by which a person may compare the options. */
export const advisorCriterionSchema = z.object({ name: z.string(), description: z.string() });

/**
 * Wire shape of an Advisor report (seed section 2.2): types only. A report about no node at all may
 * have no option; `advisorGate` knows when.
 */
export const advisorReportSchema = z.object({
  target_node_id: z.string(),
  target_title: z.string(),
  current_status: z.string(),
  options: z.array(advisorOptionSchema).min(2),
  criteria: z.array(advisorCriterionSchema).optional(),
  next_decision: z.string(),
  summary: z.string(),
});

/** What an Advisor offers for one node: at least two options, and the decision that comes next. */
export type AdvisorReport = z.infer<typeof advisorReportSchema>;
