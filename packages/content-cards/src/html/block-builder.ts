import { collapse } from './collapse.ts';
import type { HtmlBlock, PageContent, PlacedLink } from './page-content.ts';

/** Longest run of cells that one cell may stand for. */
const maxSpan = 20;

/** Gathers text until a block, a line, a cell or a link ends. */
export interface BlockBuilder {
  addText(text: string): void;
  /** The next text begins a line; two in a row begin a block. */
  breakLine(): void;
  /** Ends the block that is open; the next one is of this kind. */
  beginBlock(kind: 'paragraph' | 'item'): void;
  beginHeading(level: number): void;
  endHeading(): void;
  beginRow(table: number): void;
  endCell(isHeader: boolean, span: number): void;
  endRow(): void;
  beginLink(url: string | null): void;
  endLink(): void;
  addImage(label: string, url: string | null): void;
  finish(): PageContent;
}

/** A builder without anything in it. */
export function createBlockBuilder(): BlockBuilder {
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
    addText(more) {
      text += more;
      if (link !== null) link.label += more;
    },
    breakLine() {
      if (row !== null) text += ' ';
      else if (heading === null && collapse(text) === '') flush();
      else endLine();
    },
    beginBlock(next) {
      if (row !== null) text += ' ';
      else if (heading !== null) endLine();
      else {
        flush();
        kind = next;
      }
    },
    beginHeading(level) {
      if (row !== null) return;
      flush();
      heading = level;
    },
    endHeading() {
      if (row !== null) return;
      flush();
      heading = null;
      kind = 'paragraph';
    },
    beginRow(table) {
      flush();
      row = { table, cells: [], headers: 0 };
    },
    endCell(isHeader, span) {
      if (row === null) return;
      row.cells.push(takeCell());
      for (let more = 1; more < Math.min(span, maxSpan); more += 1) row.cells.push('');
      if (isHeader) row.headers = row.cells.length;
    },
    endRow() {
      if (row === null) return;
      const { table, cells, headers } = row;
      const stray = takeCell();
      if (stray !== '') cells.push(stray);
      row = null;
      const shown = cells.filter((cell) => cell !== '').join(' | ');
      const isHeader = headers === cells.length;
      if (shown !== '') blocks.push({ kind: 'row', text: shown, cells, isHeader, table });
    },
    beginLink(url) {
      endLink();
      link = url === null ? null : { url, label: '' };
    },
    endLink,
    addImage(label, url) {
      if (link !== null) link.label += ` ${label} `;
      if (url !== null)
        links.push({ kind: 'image', link: { label: collapse(label), url }, block: blocks.length });
    },
    finish() {
      flush();
      endLink();
      return { blocks, links };
    },
  };
}
