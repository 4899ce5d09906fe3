import { InvalidArgumentError, type JsonPointer } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import * as z from 'zod';
import { maxItems } from '../report/shape.ts';
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

/** The change of a diff. */
export type DiffChange = DecompositionChange | GroupingChange | RelationChange;

/** One proposal as a change that a person can confirm. */
export interface Diff {
  /** Hash of run, type, place and change: the same proposal has the same id. */
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

/** The board at the moment when a diff is judged. */
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

const text = z.string();

/** The members of a board that the rules read; hosts may have others. */
const boardSchema = z.object({
  nodes: z.array(z.object({ id: text })),
  children: z.record(text, z.array(text).optional()).optional(),
  relations: z.array(z.object({ from: text, to: text, relation_type: text })).optional(),
  groups: z.array(z.object({ group_label: text, node_ids: z.array(text) })).optional(),
});

/** Throws `InvalidArgumentError` for a value that is not a board. */
export function checkBoard(board: unknown): void {
  const issue = boardSchema.safeParse(board).error?.issues[0];
  if (issue === undefined) return;
  const got = issue.path.length === 0 ? describeValue(board) : `an invalid ${issue.path.join('/')}`;
  throw new InvalidArgumentError(`expected state to be the board { nodes: [...] }, got ${got}`);
}

const child = z.strictObject({
  title: text,
  context: text,
  suggested_status: text.exactOptional(),
});

/** The schema of diffs of one type. */
function variant<Type extends z.ZodType, Change extends z.ZodType>(type: Type, change: Change) {
  return z.strictObject({
    diff_id: text,
    type,
    target_node_id: text,
    change,
    reason: text,
    risk: text.exactOptional(),
    generated_from: z.strictObject({ organizer_run_id: text, source_proposal: text }),
    created_at: text,
  });
}

/** Schemas by type. */
export const diffVariants = {
  decomposition: variant(
    z.literal('decomposition'),
    z.strictObject({ parent_node_id: text, add_children: z.array(child).max(maxItems) }),
  ),
  grouping: variant(
    z.literal('grouping'),
    z.strictObject({ group_label: text, node_ids: z.array(text).max(maxItems) }),
  ),
  relation: variant(
    z.literal('relation'),
    z.strictObject({ action: z.literal('add'), from: text, to: text, relation_type: text }),
  ),
};

/** Wire shape of a diff; `validateDiff` judges its content. */
export const diffSchema: z.ZodType<Diff> = z.discriminatedUnion('type', [
  diffVariants.decomposition,
  diffVariants.grouping,
  diffVariants.relation,
]);

/** A diff of a type that does not exist: for the findings in its other members. */
export const untypedDiff = variant(z.enum(Object.keys(diffVariants)), z.unknown());
