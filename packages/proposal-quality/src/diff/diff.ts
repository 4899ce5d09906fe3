import type { JsonPointer } from '@kanmon/core';
import * as z from 'zod';
import type { DashboardNode } from '../rules/report-context.ts';

/** Adds children to a node. */
export interface DecompositionChange {
  readonly parent_node_id: string;
  readonly add_children: readonly {
    readonly title: string;
    readonly context: string;
    readonly suggested_status?: string;
  }[];
}

/** Makes a group. */
export interface GroupingChange {
  readonly group_label: string;
  readonly node_ids: readonly string[];
}

/** Makes a relation. */
export interface RelationChange {
  readonly action: 'add';
  readonly from: string;
  readonly to: string;
  readonly relation_type: string;
}

/** What a diff would change. */
export type DiffChange = DecompositionChange | GroupingChange | RelationChange;

/** One proposal as a change that a person may confirm. */
export interface Diff {
  /** From run, type, place and change: the same proposal has the same id. */
  readonly diff_id: string;
  readonly type: 'decomposition' | 'grouping' | 'relation';
  readonly target_node_id: string;
  readonly change: DiffChange;
  readonly reason: string;
  readonly risk?: string;
  readonly generated_from: {
    readonly organizer_run_id: string;
    readonly source_proposal: JsonPointer;
  };
  /** ISO 8601 UTC. */
  readonly created_at: string;
}

/** The board as a host sees it when a diff is judged. */
export interface BoardState {
  readonly nodes: readonly DashboardNode[];
  /** Ids of children by id of the parent. */
  readonly children?: Readonly<Record<string, readonly string[]>>;
  readonly relations?: readonly {
    readonly from: string;
    readonly to: string;
    readonly relation_type: string;
  }[];
  readonly groups?: readonly {
    readonly group_label: string;
    readonly node_ids: readonly string[];
  }[];
}

const decompositionChange = z.strictObject({
  parent_node_id: z.string(),
  add_children: z.array(
    z.strictObject({
      title: z.string(),
      context: z.string(),
      suggested_status: z.string().exactOptional(),
    }),
  ),
});
const groupingChange = z.strictObject({ group_label: z.string(), node_ids: z.array(z.string()) });
const relationChange = z.strictObject({
  action: z.literal('add'),
  from: z.string(),
  to: z.string(),
  relation_type: z.string(),
});

/** Wire shape of a diff; what is in it is for `validateDiff`. */
export const diffSchema: z.ZodType<Diff> = z.strictObject({
  diff_id: z.string(),
  type: z.enum(['decomposition', 'grouping', 'relation']),
  target_node_id: z.string(),
  change: z.union([decompositionChange, groupingChange, relationChange]),
  reason: z.string(),
  risk: z.string().exactOptional(),
  generated_from: z.strictObject({ organizer_run_id: z.string(), source_proposal: z.string() }),
  created_at: z.string(),
});
