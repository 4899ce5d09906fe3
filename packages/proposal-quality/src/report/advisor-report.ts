import * as z from 'zod';

type Text = z.ZodString;
type Texts = z.ZodArray<Text>;
type Option = z.ZodObject<{
  label: Text;
  description: z.ZodOptional<Text>;
  pros: z.ZodOptional<Texts>;
  cons: z.ZodOptional<Texts>;
  next_action: Text;
  necessary_info: Text;
  criteria_note: Text;
  risks: Texts;
  suggested_status: z.ZodOptional<Text>;
}>;
type Criterion = z.ZodObject<{ name: Text; description: Text }>;
/** Spelled out because declarations are emitted file by file. */
type AdvisorSchema = z.ZodObject<{
  target_node_id: Text;
  target_title: Text;
  current_status: Text;
  options: z.ZodArray<Option>;
  criteria: z.ZodOptional<z.ZodArray<Criterion>>;
  next_decision: Text;
  summary: Text;
}>;

/** With `lengths`, the schema itself demands two options and a risk in each. */
function makeSchema(lengths: boolean): AdvisorSchema {
  const texts = z.array(z.string());
  const option = z.object({
    label: z.string(),
    description: z.string().optional(),
    pros: texts.optional(),
    cons: texts.optional(),
    next_action: z.string(),
    necessary_info: z.string(),
    criteria_note: z.string(),
    risks: lengths ? texts.min(1) : texts,
    suggested_status: z.string().optional(),
  });
  return z.object({
    target_node_id: z.string(),
    target_title: z.string(),
    current_status: z.string(),
    options: lengths ? z.array(option).min(2) : z.array(option),
    criteria: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
    next_decision: z.string(),
    summary: z.string(),
  });
}

/**
 * Wire shape of an Advisor report (seed section 2.2): types and lengths. A report about no node at
 * all may have no option; `advisorGate` knows when.
 */
export const advisorReportSchema: AdvisorSchema = makeSchema(true);

/** The types alone: how many options and risks there must be is a rule of the gate. */
export const advisorTypesSchema: AdvisorSchema = makeSchema(false);

/** What an Advisor offers for one node: at least two options, and the decision that comes next. */
export type AdvisorReport = z.infer<AdvisorSchema>;
