import type { JsonSchema } from '@kanmon/core';
import * as z from 'zod';
import { jsonSchemaOf, type Shape, shapeOf } from './shape.ts';

/** Creates the schema. `lengths`: the schema itself demands two options, and a risk in each. */
function makeSchema(lengths: boolean) {
  const text = z.string();
  const texts = z.array(text);
  const options = z.array(
    z.object({
      label: text,
      description: text.optional(),
      pros: texts.optional(),
      cons: texts.optional(),
      next_action: text,
      necessary_info: text,
      criteria_note: text,
      risks: lengths ? texts.min(1) : texts,
      suggested_status: text.optional(),
    }),
  );
  return z.object({
    target_node_id: text,
    target_title: text,
    current_status: text,
    options: lengths ? options.min(2) : options,
    criteria: z.array(z.object({ name: text, description: text })).optional(),
    next_decision: text,
    summary: text,
  });
}

/**
 * Wire shape of an Advisor report: types and lengths. `advisorGate` also passes a report about no
 * node, which may have no options.
 */
export const advisorReportSchema = makeSchema(true);

/** The types alone, for the gate: rules of the gate count the options and risks. */
export const advisorTypesSchema = makeSchema(false);

/** A report of an Advisor for one node: at least two options, and the decision that comes next. */
export type AdvisorReport = z.infer<typeof advisorReportSchema>;

/** JSON Schema (draft 2020-12) of an Advisor report, derived from the zod schema. */
export const advisorJsonSchema: JsonSchema = jsonSchemaOf(advisorReportSchema);

/** The types of an Advisor report, for fast walks. */
export const advisorShape: Shape = shapeOf(advisorReportSchema);
