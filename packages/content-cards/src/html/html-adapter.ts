import { checkOneOf, checkOptions, withoutUndefined } from '@kanmon/core/kit';
import { readPage } from './extract-html.ts';
import type { HtmlBlock, PageContent } from './read-blocks.ts';
import { wholeSource } from '../import/json-cards.ts';
import {
  type Attachment,
  derivedTitle,
  type ImportAdapter,
  importWarning,
  type LoadedSource,
  type NormalizedItem,
} from '../import/source.ts';
import { decodeSource, refuseLongText } from '../import/text-adapter.ts';
import type { Table } from '../model/card.ts';

/** Options of `createHtmlAdapter`. */
export interface HtmlAdapterOptions {
  /** The article alone, or all text of the page but its menus, header, footer and asides. @default 'main' */
  readonly mode?: 'main' | 'body';
}

/** Pages: headings begin items, tables become tables, addresses become attachments. */
export function createHtmlAdapter(options: HtmlAdapterOptions = {}): ImportAdapter {
  checkOptions(options, 'mode', 'createHtmlAdapter(options)');
  checkOneOf('mode', options.mode, 'main body');
  const { mode = 'main' } = options;
  return {
    kind: 'html',
    accepts: ({ contentType, name }) =>
      contentType === 'text/html' || contentType === 'application/xhtml+xml'
        ? 1
        : /\.x?html?$/i.test(name)
          ? 0.9
          : 0,
    read(loaded, context) {
      const { locale } = context;
      const { text, charset, warnings } = decodeSource(loaded, context);
      const page = readPage(text, { mode, ...withoutUndefined({ url: loaded.url }) });
      // The markup does not count, only what would become cards.
      refuseLongText(page.content.blocks.map((block) => block.text).join(''));
      const texts = {
        ja: '本文を特定できないため、ページ全体の文字を取り込みました。',
        en: 'No main text was found; all text of the page was taken.',
      };
      return {
        items: itemsOf(page.content, page.title || derivedTitle(loaded, locale), loaded),
        warnings: [
          ...warnings,
          ...page.warnings.map((code) => importWarning(code, loaded.name, locale, texts)),
        ],
        charset,
      };
    },
  };
}

interface Group {
  readonly heading: HtmlBlock | null;
  readonly blocks: HtmlBlock[];
  readonly attachments: Attachment[];
}

function itemsOf(
  { blocks, links }: PageContent,
  title: string,
  loaded: LoadedSource,
): readonly NormalizedItem[] {
  const groups: Group[] = [];
  let nextLink = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') groups.push({ heading: block, blocks: [], attachments: [] });
    else {
      if (groups.length === 0) groups.push({ heading: null, blocks: [], attachments: [] });
      groups.at(-1)?.blocks.push(block);
    }
    // Links come in the order of their blocks; those after the last block belong to it.
    const isLast = index === blocks.length - 1;
    for (; nextLink < links.length; nextLink += 1) {
      const placed = links[nextLink];
      if (placed === undefined || (placed.block > index && !isLast)) break;
      const { kind, label, url } = placed;
      groups.at(-1)?.attachments.push({ kind, label, ...(url === null ? {} : { url }) });
    }
  }
  return groups.map(({ heading, blocks: own, attachments }) => {
    const { table, rest } = takeTable(own);
    const item: NormalizedItem = {
      id: null,
      title: heading?.text ?? title,
      body: rest.map(({ text }) => text),
      attachments,
      source_meta: {
        ...wholeSource(loaded, rest.length),
        title_origin: heading === null ? 'derived' : 'heading',
      },
    };
    return table === null ? item : { ...item, table_data: table };
  });
}

/** The first table of an item; rows of further ones stay lines of its body. */
function takeTable(blocks: readonly HtmlBlock[]): {
  readonly table: Table | null;
  readonly rest: readonly HtmlBlock[];
} {
  const number = blocks.find(({ kind }) => kind === 'row')?.table;
  const rows = blocks.filter(({ kind, table }) => kind === 'row' && table === number);
  const [first, ...others] = rows;
  const width = first?.cells?.length ?? 0;
  // A table of one column is a layout, and a ragged one holds merged cells that a card cannot show.
  if (first === undefined || width < 2 || rows.some(({ cells }) => cells?.length !== width))
    return { table: null, rest: blocks };
  const table =
    first.isHeader === true
      ? { headers: cellsOf(first), rows: others.map(cellsOf) }
      : { headers: [], rows: rows.map(cellsOf) };
  const taken = new Set(rows);
  return { table, rest: blocks.filter((block) => !taken.has(block)) };
}

function cellsOf({ cells = [] }: HtmlBlock): readonly string[] {
  return cells;
}
