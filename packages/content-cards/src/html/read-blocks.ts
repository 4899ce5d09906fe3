import { type Counting, countingOf, nextNumber } from './list-numbers.ts';
import {
  blockElements,
  chromeElements,
  type DomNode,
  findLayoutTables,
  headingLevel,
  unseenElements,
  walk,
} from './dom.ts';
import { attachmentUrl } from '../import/attachment-url.ts';

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
  readonly label: string;
  /** Null for an image whose address no attachment may have. */
  readonly url: string | null;
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
  const lists: (Counting | null)[] = [];
  /** The reading of the ruby text has its brackets in the page. */
  let hasBrackets = false;
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
      if (unseenElements.has(name) || (skipsChrome && chromeElements.has(name))) return false;
      const level = headingLevel(name);
      if (isItem(name)) items += 1;
      if (name === 'ol' || name === 'ul' || name === 'menu') lists.push(countingOf(node, name));
      if (name === 'br') builder.breakLine();
      else if (name === 'sup' || name === 'sub') builder.beginScript(name === 'sup' ? '^' : '_');
      else if (name === 'ruby' || name === 'rp') hasBrackets = name === 'rp';
      else if (name === 'rt' && !hasBrackets) builder.addText('(');
      else if (name === 'a') builder.beginLink(attachmentUrl(attributeOf(node, 'href'), base));
      else if (name === 'img')
        builder.addImage(attributeOf(node, 'alt'), attachmentUrl(attributeOf(node, 'src'), base));
      else if (level !== null) builder.beginHeading(level);
      else if (name === 'tr' && dataTable() !== null) builder.beginRow(dataTable() ?? 0);
      else if (blockElements.has(name) || (isCell(name) && dataTable() === null))
        builder.beginBlock(items > 0 ? 'item' : 'paragraph');
      const number = name === 'li' ? nextNumber(node, lists.at(-1)) : '';
      if (number !== '') builder.beginItem(number);
      if (name === 'table') tables.push({ isLayout: layout.has(node), number: (count += 1) });
      if (name === 'pre' || name === 'textarea') builder.keepSpaces((pre += 1) > 0);
      return true;
    },
    leave(node, name) {
      if (isItem(name)) items -= 1;
      if (name === 'li') builder.beginItem('');
      if (name === 'ol' || name === 'ul' || name === 'menu') lists.pop();
      if (name === 'a') builder.endLink();
      else if (name === 'sup' || name === 'sub') builder.beginScript('');
      else if (name === 'rt' && !hasBrackets) builder.addText(')');
      else if (headingLevel(name) !== null) builder.endHeading();
      else if (isCell(name) && dataTable() !== null)
        builder.endCell(name === 'th', spanOf(node, 'colspan'), spanOf(node, 'rowspan'));
      else if (name === 'tr' && dataTable() !== null) builder.endRow();
      else if (blockElements.has(name) || isCell(name))
        builder.beginBlock(items > 0 ? 'item' : 'paragraph');
      if (name === 'table') tables.pop();
      if (name === 'pre' || name === 'textarea') builder.keepSpaces((pre -= 1) > 0);
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

function attributeOf(node: DomNode, name: string): string {
  return node.getAttribute?.(name) ?? '';
}

function spanOf(node: DomNode, name: 'colspan' | 'rowspan'): number {
  return Number(attributeOf(node, name)) || 1;
}

/** Longest run of cells, in a row or in a column, that one cell may stand for. */
const maxSpan = 50;
/** Characters of cells that are repeated in the rows below them, in a page: a page cannot multiply its length. */
const maxRepeated = 100_000;

/** Creates a builder that gathers text until a block, a line, a cell or a link ends. */
function createBlockBuilder() {
  const blocks: HtmlBlock[] = [];
  const links: PlacedLink[] = [];
  let lines: string[] = [];
  let text = '';
  let kind: 'paragraph' | 'item' = 'paragraph';
  let heading: number | null = null;
  let row: { readonly table: number; readonly cells: string[]; headers: number } | null = null;
  /** The mark of a raised or lowered text that begins: without it, 10⁶ would read 106. */
  let script: '^' | '_' | '' = '';
  /** Cells that stand for those below them too, by column. */
  let below: ({ readonly text: string; rows: number } | undefined)[] = [];
  let belowTable = 0;
  let repeated = 0;
  let link: { readonly url: string; label: string } | null = null;
  let keepsSpaces = false;
  /** The number of the list item that begins. */
  let number = '';

  const endLine = (): void => {
    const line = collapse(text);
    // The spaces before a line of code are its indentation.
    const indent = keepsSpaces ? (/^[ \t]*/.exec(text)?.[0].replaceAll('\t', '    ') ?? '') : '';
    text = '';
    if (line !== '') lines.push(indent + line);
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
    links.push({ kind: 'link', label: collapse(label), url, block: blocks.length });
    link = null;
  };
  /** Adds the cells that earlier rows put at the next places of the row. */
  const addFromAbove = (cells: string[]): void => {
    for (
      let above = below[cells.length];
      above !== undefined && above.rows > 0;
      above = below[cells.length]
    ) {
      above.rows -= 1;
      repeated += above.text.length;
      cells.push(repeated > maxRepeated ? '' : above.text);
    }
  };
  const takeCell = (): string => {
    const cell = collapse(text);
    text = '';
    return cell;
  };

  return {
    addText(more: string): void {
      if (more.trim() !== '' && number !== '') {
        text += number;
        number = '';
      }
      const isMarked =
        script !== '' && /^\s*[-−+\d]/u.test(more) && (script === '^' ? /\S$/u : /\d$/u).test(text);
      text += isMarked ? script + more.trimStart() : more;
      if (more.trim() !== '') script = '';
      if (link !== null) link.label += more;
    },
    /** The lines of the next text keep the spaces before them. */
    keepSpaces(isOn: boolean): void {
      keepsSpaces = isOn;
    },
    /** The next text begins with the number of its list item. */
    beginItem(mark: string): void {
      number = mark;
    },
    /** The next text is raised or lowered; empty when it is neither. */
    beginScript(mark: typeof script): void {
      script = mark;
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
      if (table !== belowTable) below = [];
      belowTable = table;
    },
    endCell(isHeader: boolean, span: number, rows: number): void {
      if (row === null) return;
      const { cells } = row;
      addFromAbove(cells);
      const first = takeCell();
      for (let column = 0; column < Math.max(1, Math.min(span, maxSpan)); column += 1) {
        const shown = column === 0 ? first : '';
        if (cells.length < maxSpan)
          below[cells.length] = { text: shown, rows: Math.min(rows, maxSpan) - 1 };
        cells.push(shown);
      }
      if (isHeader) row.headers = cells.length;
    },
    endRow(): void {
      if (row === null) return;
      const { table, cells, headers } = row;
      const isHeader = headers === cells.length;
      const stray = takeCell();
      if (stray !== '') cells.push(stray);
      addFromAbove(cells);
      row = null;
      const shown = cells.filter((cell) => cell !== '').join(' | ');
      if (shown !== '') blocks.push({ kind: 'row', text: shown, cells, isHeader, table });
    },
    beginLink(url: string | null): void {
      endLink();
      link = url === null ? null : { url, label: '' };
    },
    endLink,
    addImage(label: string, url: string | null): void {
      if (link !== null) link.label += ` ${label} `;
      if (url !== null || label.trim() !== '')
        links.push({ kind: 'image', label: collapse(label), url, block: blocks.length });
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
