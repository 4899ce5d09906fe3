import * as z from 'zod';

type Text = z.ZodString;
type Child = z.ZodObject<{ title: Text; context: Text; suggested_status: z.ZodOptional<Text> }>;
type Decomposition = z.ZodObject<{
  target_node_id: Text;
  target_title: Text;
  reason: Text;
  suggested_children: z.ZodArray<Child>;
}>;
type Grouping = z.ZodObject<{ group_label: Text; reason: Text; node_ids: z.ZodArray<Text> }>;
type Relation = z.ZodObject<{
  from_node_id: Text;
  to_node_id: Text;
  relation_type: Text;
  reason: Text;
}>;
/** Spelled out because declarations are emitted file by file. */
type OrganizerSchema = z.ZodObject<{
  decomposition_proposals: z.ZodArray<Decomposition>;
  grouping_proposals: z.ZodArray<Grouping>;
  relation_proposals: z.ZodArray<Relation>;
  summary: Text;
}>;

/** `minChildren` is the least number of parts in a decomposition that the schema itself demands. */
function makeSchema(minChildren: number): OrganizerSchema {
  const child = z.object({
    title: z.string(),
    context: z.string(),
    suggested_status: z.string().optional(),
  });
  return z.object({
    decomposition_proposals: z.array(
      z.object({
        target_node_id: z.string(),
        target_title: z.string(),
        reason: z.string(),
        suggested_children: minChildren > 0 ? z.array(child).min(minChildren) : z.array(child),
      }),
    ),
    grouping_proposals: z.array(
      z.object({ group_label: z.string(), reason: z.string(), node_ids: z.array(z.string()) }),
    ),
    relation_proposals: z.array(
      z.object({
        from_node_id: z.string(),
        to_node_id: z.string(),
        relation_type: z.string(),
        reason: z.string(),
      }),
    ),
    summary: z.string(),
  });
}

/**
 * Wire shape of an Organizer report (seed section 2.1): types and lengths. No default, no coercion,
 * no trimming; whether texts say anything and ids exist is for the rules of `organizerGate`.
 */
export const organizerReportSchema: OrganizerSchema = makeSchema(2);

/** The types alone: how many children there must be is a rule of the gate. */
export const organizerTypesSchema: OrganizerSchema = makeSchema(0);

/** What an Organizer proposes: decompositions, groups, relations, and a summary. */
export type OrganizerReport = z.infer<OrganizerSchema>;
