import { contentHash } from '@kanmon/core';
import type { BoardState, Diff } from '../diff/diff.ts';

/**
 * Hash of what a diff builds on: its nodes (id, title, status) with their children, relations and
 * groups. Lists are sorted, so that a host may give them in any order.
 */
export function baseHash({ change }: Diff, state: BoardState): string {
  const ids = new Set(nodeIdsOf(change));
  const { children = {}, relations = [], groups = [] } = state;
  return contentHash({
    nodes: sorted(
      state.nodes
        .filter(({ id }) => ids.has(id))
        .map(({ id, title, status }) => [id, title, status ?? null]),
    ),
    children: sorted(
      [...ids].map((id) => [
        id,
        Object.hasOwn(children, id) ? (children[id] ?? []).toSorted() : [],
      ]),
    ),
    relations: sorted(
      relations
        .filter(({ from, to }) => ids.has(from) || ids.has(to))
        .map(({ from, to, relation_type }) => [from, to, relation_type]),
    ),
    groups: sorted(
      groups
        .filter(({ node_ids }) => node_ids.some((id) => ids.has(id)))
        .map(({ group_label, node_ids }) => [group_label, node_ids.toSorted()]),
    ),
  });
}

function nodeIdsOf(change: Diff['change']): readonly string[] {
  if ('add_children' in change) return [change.parent_node_id];
  return 'node_ids' in change ? change.node_ids : [change.from, change.to];
}

function sorted<Row extends readonly unknown[]>(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ row }) => row);
}
