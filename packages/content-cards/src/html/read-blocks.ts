import {
  blockElements,
  chromeElements,
  type DomNode,
  findLayoutTables,
  headingLevel,
  unseenElements,
  walk,
} from './dom.ts';

/** A block of a page, on separate lines. */
export interface HtmlBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
  /** Of headings, 1 to 6. */
  readonly level?: number;
  /** With a line feed for each `<br>`. */
  readonly text: string;
  /** Of rows: the texts of the cells, and whether all of them are headers. */
  readonly cells?: readonly string[];
  readonly isHeader?: boolean;
  /** Of rows: number of the table in the page. */
  readonly table?: number;
}

/** An address that the text points at. */
export interface HtmlLink {
  readonly label: string;
  readonly url: string;
}

/** A link or an image with the index of the block that it belongs to. */
interface PlacedLink {
  readonly kind: 'link' | 'image';
  readonly link: HtmlLink;
  readonly block: number;
}

/** The content of a page. */
export interface PageContent {
  readonly blocks: readonly HtmlBlock[];
  readonly links: readonly PlacedLink[];
}

/**
 * The blocks of a page in order. Headings keep what is in them together; the cells of a table that
 * only places things are separate blocks; within `<pre>` each line is one.
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

/** Longest run of cells that one cell may stand for. */
const maxSpan = 20;

/** Creates a builder that gathers text until a block, a line, a cell or a link ends. */
function createBlockBuilder() {
  const blocks: HtmlBlock[] = [];
  const links: PlacedLink[] = [];
  let lines: string[] = [];
  let text = '';
  let kind: 'paragraph' | 'item' = 'paragraph';
  let heading: number | null = null;
  let row: { readonly table: number; readonly cells: string[]; headers: number } | null = null;
  let link: { readonly url: string; label: string } | null = null;

  const endLine = (): void => {
    const line = collapse(text);
    text = '';
    if (line !== '') lines.push(line);
  };
  const flush = (): void => {
    endLine();
    if (lines.length === 0) return;
    const shown = lines.join('\n');
    lines = [];
    blocks.push(
      heading === null ? { kind, text: shown } : { kind: 'heading', level: heading, text: shown },
    );
  };
  const endLink = (): void => {
    if (link === null) return;
    const { url, label } = link;
    links.push({ kind: 'link', link: { label: collapse(label), url }, block: blocks.length });
    link = null;
  };
  const takeCell = (): string => {
    const cell = collapse(text);
    text = '';
    return cell;
  };

  return {
    addText(more: string): void {
      text += more;
      if (link !== null) link.label += more;
    },
    /** The next text begins a line; two in a row begin a block. */
    breakLine(): void {
      if (row !== null) text += ' ';
      else if (heading === null && collapse(text) === '') flush();
      else endLine();
    },
    /** Ends the block that is open; the next one is of this kind. */
    beginBlock(next: typeof kind): void {
      if (row !== null) text += ' ';
      else if (heading !== null) endLine();
      else {
        flush();
        kind = next;
      }
    },
    beginHeading(level: number): void {
      if (row !== null) return;
      flush();
      heading = level;
    },
    endHeading(): void {
      if (row !== null) return;
      flush();
      heading = null;
      kind = 'paragraph';
    },
    beginRow(table: number): void {
      flush();
      row = { table, cells: [], headers: 0 };
    },
    endCell(isHeader: boolean, span: number): void {
      if (row === null) return;
      row.cells.push(takeCell());
      for (let more = 1; more < Math.min(span, maxSpan); more += 1) row.cells.push('');
      if (isHeader) row.headers = row.cells.length;
    },
    endRow(): void {
      if (row === null) return;
      const { table, cells, headers } = row;
      const stray = takeCell();
      if (stray !== '') cells.push(stray);
      row = null;
      const shown = cells.filter((cell) => cell !== '').join(' | ');
      const isHeader = headers === cells.length;
      if (shown !== '') blocks.push({ kind: 'row', text: shown, cells, isHeader, table });
    },
    beginLink(url: string | null): void {
      endLink();
      link = url === null ? null : { url, label: '' };
    },
    endLink,
    addImage(label: string, url: string | null): void {
      if (link !== null) link.label += ` ${label} `;
      if (url !== null)
        links.push({ kind: 'image', link: { label: collapse(label), url }, block: blocks.length });
    },
    finish(): PageContent {
      flush();
      endLink();
      return { blocks, links };
    },
  };
}

const cjk = /^[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/u;

/** White space as a browser shows it; a line break between two Japanese characters shows nothing. */
function collapse(text: string): string {
  return text
    .replaceAll(/[ \t\n\r\f]+/g, (space, at: number) =>
      space.includes('\n') &&
      cjk.test(text[at - 1] ?? '') &&
      cjk.test(text[at + space.length] ?? '')
        ? ''
        : ' ',
    )
    .trim();
}
