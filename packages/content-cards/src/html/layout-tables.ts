import { type DomNode, walk } from './dom.ts';
import { headingLevel } from './element-kinds.ts';

/** Tables that only place things on the page: those that hold a heading or another table. */
export function findLayoutTables(root: DomNode): ReadonlySet<DomNode> {
  const found = new Set<DomNode>();
  const open: DomNode[] = [];
  walk(root, {
    enter(node, name) {
      const inner = open.at(-1);
      if (inner !== undefined && (name === 'table' || headingLevel(name) !== null))
        found.add(inner);
      if (name !== 'table') return true;
      if (node.getAttribute?.('role') === 'presentation') found.add(node);
      open.push(node);
      return true;
    },
    leave(_node, name) {
      if (name === 'table') open.pop();
    },
  });
  return found;
}
