import type { JsonSchema } from '@kanmon/core';
import * as z from 'zod';
import { jsonSchemaOf, type Shape, shapeOf } from './shape.ts';

/** Creates the schema. `lengths`: the schema itself demands two children in a decomposition. */
function organizerSchema(lengths: boolean) {
  const text = z.string();
  const children = z.array(
    z.object({ title: text, context: text, suggested_status: text.optional() }),
  );
  return z.object({
    decomposition_proposals: z.array(
      z.object({
        target_node_id: text,
        target_title: text,
        reason: text,
        suggested_children: lengths ? children.min(2) : children,
      }),
    ),
    grouping_proposals: z.array(
      z.object({ group_label: text, reason: text, node_ids: z.array(text) }),
    ),
    relation_proposals: z.array(
      z.object({ from_node_id: text, to_node_id: text, relation_type: text, reason: text }),
    ),
    summary: text,
  });
}

/**
 * Wire shape of an Organizer report: types and lengths. It has no defaults and neither coerces nor
 * trims. The rules of `organizerGate` judge the texts and ids.
 */
export const organizerReportSchema = organizerSchema(true);

/** The types alone, for the gate: a rule of the gate counts the children. */
export const organizerTypesSchema = organizerSchema(false);

/** A report of an Organizer: decompositions, groups, relations, and a summary. */
export type OrganizerReport = z.infer<typeof organizerReportSchema>;

/** JSON Schema (draft 2020-12) of an Organizer report, derived from the zod schema. */
export const organizerJsonSchema: JsonSchema = jsonSchemaOf(organizerReportSchema);

/** The types of an Organizer report, for fast walks. */
export const organizerShape: Shape = shapeOf(organizerReportSchema);

/** Creates the schema. `lengths`: the schema itself demands two options, and a risk in each. */
function advisorSchema(lengths: boolean) {
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
export const advisorReportSchema = advisorSchema(true);

/** The types alone, for the gate: rules of the gate count the options and risks. */
export const advisorTypesSchema = advisorSchema(false);

/** A report of an Advisor for one node: at least two options, and the decision that comes next. */
export type AdvisorReport = z.infer<typeof advisorReportSchema>;

/** JSON Schema (draft 2020-12) of an Advisor report, derived from the zod schema. */
export const advisorJsonSchema: JsonSchema = jsonSchemaOf(advisorReportSchema);

/** The types of an Advisor report, for fast walks. */
export const advisorShape: Shape = shapeOf(advisorReportSchema);
