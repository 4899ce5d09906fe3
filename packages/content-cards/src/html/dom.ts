/** The part of a DOM that is read here. */
export interface DomNode {
  readonly nodeType: number;
  readonly localName?: string | null;
  readonly nodeValue?: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  getAttribute?(name: string): string | null;
}

/** The callbacks of a walk. */
interface DomVisitor {
  /** False: the element and what is in it is passed over, and `leave` is not called. */
  enter(node: DomNode, name: string): boolean;
  leave(node: DomNode, name: string): void;
  text?(value: string): void;
}

const elementNode = 1;
const textNode = 3;

/** Visits the nodes below and including the root in order. An explicit stack: no page nests too deep for it. */
export function walk(root: DomNode, visitor: DomVisitor): void {
  const open: { readonly node: DomNode; readonly isEnd: boolean }[] = [
    { node: root, isEnd: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isEnd } = next;
    const name = node.localName?.toLowerCase() ?? '';
    if (isEnd) {
      visitor.leave(node, name);
      continue;
    }
    if (node !== root && node.nextSibling !== null)
      open.push({ node: node.nextSibling, isEnd: false });
    if (node.nodeType === textNode) visitor.text?.(node.nodeValue ?? '');
    if (node.nodeType !== elementNode || !visitor.enter(node, name)) continue;
    open.push({ node, isEnd: true });
    if (node.firstChild !== null) open.push({ node: node.firstChild, isEnd: false });
  }
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Elements whose text a reader of the page never sees, or sees struck out: a price that is not valid any more. */
export const unseenElements: ReadonlySet<string> = words(`
  script style template noscript head title desc metadata iframe object noembed noframes
  datalist del s strike
`);

/** Elements around the text of a page. */
export const chromeElements: ReadonlySet<string> = words(`
  nav header footer aside
`);

/** Elements that begin and end a block. */
export const blockElements: ReadonlySet<string> = words(`
  address article aside blockquote body caption center dd details dialog div dl dt
  fieldset figcaption figure footer form header hr html legend li main nav ol optgroup
  option p pre section select summary svg table tbody textarea tfoot thead tr ul
`);

/** Level of a heading element, or null for any other. */
export function headingLevel(name: string): number | null {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : null;
}

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
