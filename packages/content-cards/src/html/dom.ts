/** The part of a DOM that is read here. */
export interface DomNode {
  readonly nodeType: number;
  readonly localName?: string | null;
  readonly nodeValue?: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  getAttribute?(name: string): string | null;
}

/** What is done at each node. */
export interface DomVisitor {
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
