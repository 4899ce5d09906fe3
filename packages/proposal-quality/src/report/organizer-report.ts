import { z } from 'zod';

/** A part into which a node is to be decomposed. */
export const organizerChildSchema = z.object({
  title: z.string(),
  context: z.string(),
  suggested_status: z.string().optional(),
});

/** A proposal to split one node into at least two. */
export const decompositionProposalSchema = z.object({
  target_node_id: z.string(),
  target_title: z.string(),
  reason: z.string(),
  suggested_children: z.array(organizerChildSchema).min(2),
});

/** A proposal to see nodes as one group. */
export const groupingProposalSchema = z.object({
  group_label: z.string(),
  reason: z.string(),
  node_ids: z.array(z.string()),
});

/** A proposal to connect two nodes. */
export const relationProposalSchema = z.object({
  from_node_id: z.string(),
  to_node_id: z.string(),
  relation_type: z.string(),
  reason: z.string(),
});

/**
 * Wire shape of an Organizer report (seed section 2.1): types only. No default, no coercion, no
 * trimming; whether texts say anything and ids exist is for the rules of `organizerGate`.
 */
export const organizerReportSchema = z.object({
  decomposition_proposals: z.array(decompositionProposalSchema),
  grouping_proposals: z.array(groupingProposalSchema),
  relation_proposals: z.array(relationProposalSchema),
  summary: z.string(),
});

/** What an Organizer proposes: decompositions, groups, relations, and a summary. */
export type OrganizerReport = z.infer<typeof organizerReportSchema>;
