import { createBlockBuilder } from './block-builder.ts';
import { type DomNode, walk } from './dom.ts';
import { blockElements, chromeElements, headingLevel, unseenElements } from './element-kinds.ts';
import { findLayoutTables } from './layout-tables.ts';
import type { PageContent } from './page-content.ts';

/**
 * The blocks of a page in order. Headings keep what is in them together; the cells of a table that
 * only places things are blocks of their own; within `<pre>` each line is one.
 */
export function readBlocks(
  root: DomNode,
  options: { readonly base?: string | undefined; readonly skipsChrome: boolean },
): PageContent {
  const { base, skipsChrome } = options;
  const builder = createBlockBuilder();
  const layout = findLayoutTables(root);
  const tables: { readonly isLayout: boolean; readonly number: number }[] = [];
  let count = 0;
  let pre = 0;
  let items = 0;
  const dataTable = (): number | null => {
    const table = tables.at(-1);
    return table === undefined || table.isLayout ? null : table.number;
  };

  walk(root, {
    text(value) {
      if (pre === 0) {
        builder.addText(value);
        return;
      }
      for (const [index, line] of value.split(/\r\n?|\n/).entries()) {
        if (index > 0) builder.breakLine();
        builder.addText(line);
      }
    },
    enter(node, name) {
      if (isSkipped(node, name, skipsChrome)) return false;
      const level = headingLevel(name);
      if (isItem(name)) items += 1;
      if (name === 'br') builder.breakLine();
      else if (name === 'a') builder.beginLink(resolveAddress(node.getAttribute?.('href'), base));
      else if (name === 'img')
        builder.addImage(
          node.getAttribute?.('alt') ?? '',
          resolveAddress(node.getAttribute?.('src'), base),
        );
      else if (level !== null) builder.beginHeading(level);
      else if (name === 'tr' && dataTable() !== null) builder.beginRow(dataTable() ?? 0);
      else if (blockElements.has(name) || (isCell(name) && dataTable() === null))
        builder.beginBlock(items > 0 ? 'item' : 'paragraph');
      if (name === 'table') tables.push({ isLayout: layout.has(node), number: (count += 1) });
      if (name === 'pre' || name === 'textarea') pre += 1;
      return true;
    },
    leave(node, name) {
      if (isItem(name)) items -= 1;
      if (name === 'a') builder.endLink();
      else if (headingLevel(name) !== null) builder.endHeading();
      else if (isCell(name) && dataTable() !== null)
        builder.endCell(name === 'th', Number(node.getAttribute?.('colspan') ?? 1) || 1);
      else if (name === 'tr' && dataTable() !== null) builder.endRow();
      else if (blockElements.has(name) || isCell(name))
        builder.beginBlock(items > 0 ? 'item' : 'paragraph');
      if (name === 'table') tables.pop();
      if (name === 'pre' || name === 'textarea') pre -= 1;
    },
  });
  return builder.finish();
}

function isCell(name: string): boolean {
  return name === 'td' || name === 'th';
}

function isItem(name: string): boolean {
  return name === 'li' || name === 'dt' || name === 'dd';
}

function isSkipped(node: DomNode, name: string, skipsChrome: boolean): boolean {
  if (unseenElements.has(name)) return true;
  if (!skipsChrome) return false;
  return chromeElements.has(name) || (node.getAttribute?.('hidden') ?? null) !== null;
}

/** http and https only: other schemes run code or name files. */
function resolveAddress(
  address: string | null | undefined,
  base: string | undefined,
): string | null {
  if (address === null || address === undefined || address.startsWith('#')) return null;
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
