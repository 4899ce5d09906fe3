import type {
  DecompositionChange,
  Diff,
  GroupingChange,
  RelationChange,
} from '@kanmon/proposal-quality';
import * as z from 'zod';
import { applyDiff, type Board } from './boards.ts';

const text = z.string();
const noteName = z.object({ id: text, title: text, status: text.exactOptional() });
const boardItem = z.discriminatedUnion('kind', [
  noteName.extend({ kind: z.literal('note'), children: z.array(noteName) }),
  z.object({ kind: z.literal('group'), label: text, notes: z.array(noteName) }),
  z.object({ kind: z.literal('relation'), from: noteName, to: noteName, relation_type: text }),
]);

/** The effect of a diff on the items of a board. No diff removes an item. */
export const boardEffect = z.object({
  added: z.array(boardItem),
  changed: z.array(z.object({ before: boardItem, after: boardItem })),
});

/** A note, a group or a relation with the names that a person reads. */
export type BoardItem = z.infer<typeof boardItem>;
/** The effect of a diff on the items of a board. */
export type BoardEffect = z.infer<typeof boardEffect>;

type NoteName = z.infer<typeof noteName>;

/** Returns a function that shows the effect of diffs on one board, which is indexed once. */
export function createEffects(board: Board): (diff: Diff) => BoardEffect {
  const names = new Map(board.nodes.map(nameOf).map((name) => [name.id, name]));
  const named = (id: string): NoteName => names.get(id) ?? { id, title: id };
  const note = (id: string, children: readonly NoteName[]): BoardItem => ({
    kind: 'note',
    ...named(id),
    children: [...children],
  });
  return (diff) => {
    // The type of a diff names the shape of its change.
    if (diff.type === 'grouping') {
      const { group_label: label, node_ids: ids } = diff.change as GroupingChange;
      return { added: [{ kind: 'group', label, notes: ids.map(named) }], changed: [] };
    }
    if (diff.type === 'relation') {
      const { from, to, relation_type } = diff.change as RelationChange;
      const relation = { from: named(from), to: named(to), relation_type };
      return { added: [{ kind: 'relation', ...relation }], changed: [] };
    }
    const { parent_node_id: parent } = diff.change as DecompositionChange;
    const before = (board.children[parent] ?? []).map(named);
    const added = applyDiff(board, diff).nodes.slice(board.nodes.length).map(nameOf);
    return {
      added: added.map((name) => ({ kind: 'note', ...name, children: [] })),
      changed: [{ before: note(parent, before), after: note(parent, [...before, ...added]) }],
    };
  };
}

function nameOf({ id, title, status }: Board['nodes'][number]): NoteName {
  return { id, title, ...(status === undefined ? {} : { status }) };
}
