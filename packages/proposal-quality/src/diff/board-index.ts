import type { BoardState } from './diff.ts';

/** Look-ups in a board, created once for all diffs that are judged against it. */
export type BoardIndex = ReturnType<typeof indexBoard>;

/** Indexes a board in time linear in its size. */
export function indexBoard(state: BoardState) {
  const { nodes, groups = [], relations = [] } = state;
  const known = new Set(nodes.map(({ id }) => id));
  const groupIds = groups.map(({ node_ids: ids }) => new Set(ids));
  const firstOfLabel = new Map<string, number>();
  const groupsOfNode = new Map<string, number[]>();
  for (const [index, { group_label: label }] of groups.entries()) {
    if (!firstOfLabel.has(label)) firstOfLabel.set(label, index);
    for (const id of groupIds[index] ?? []) {
      const holders = groupsOfNode.get(id);
      if (holders === undefined) groupsOfNode.set(id, [index]);
      else holders.push(index);
    }
  }
  // A relation is found with its type, and by its ends alone.
  const related = new Set(
    relations.flatMap(({ from, to, relation_type: type }) => [
      keyOf(from, to),
      keyOf(from, to, type),
    ]),
  );
  return {
    state,
    hasNode: (id: string) => known.has(id),
    /** Returns the first group with this label, or that shares at least `share` of the smaller of the two. */
    similarGroup(label: string, ids: ReadonlySet<string>, share: number) {
      const shared = new Map<number, number>();
      for (const id of ids) {
        for (const index of groupsOfNode.get(id) ?? []) {
          shared.set(index, (shared.get(index) ?? 0) + 1);
        }
      }
      let first = firstOfLabel.get(label) ?? groups.length;
      for (const [index, count] of shared) {
        const smaller = Math.min(ids.size, groupIds[index]?.size ?? 0);
        if (count >= smaller * share) first = Math.min(first, index);
      }
      return groups[first];
    },
    hasRelation: (from: string, to: string, type?: string) => related.has(keyOf(from, to, type)),
  };
}

function keyOf(from: string, to: string, type?: string): string {
  return JSON.stringify(type === undefined ? [from, to] : [from, to, type]);
}
