import type { LineSource, Table } from '../model/card.ts';
import { derivedTitle } from '../import/derived-title.ts';
import type { Attachment, ImportAdapter, LoadedSource, NormalizedItem } from '../import/source.ts';
import { decodeSource } from '../import/text-adapter.ts';
import type { HtmlBlock } from './blocks.ts';
import { extractHtml, type HtmlContent } from './extract-html.ts';

/** Pages: headings begin items, tables become tables, addresses become attachments. */
export function createHtmlAdapter(
  options: { readonly mode?: 'main' | 'body' } = {},
): ImportAdapter {
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
      const { text, charset, warnings } = decodeSource(loaded, context);
      const content = extractHtml(text, {
        mode,
        ...(loaded.url === undefined ? {} : { url: loaded.url }),
      });
      const found = content.warnings.map((code) => ({
        code,
        source: loaded.name,
        message:
          context.locale === 'ja'
            ? '本文を特定できないため、ページ全体の文字を取り込みました。'
            : 'No main text was found; all text of the page was taken.',
        params: {},
      }));
      return {
        items: itemsOf(content, loaded, context.locale),
        warnings: [...warnings, ...found],
        charset,
      };
    },
  };
}

function itemsOf(
  content: HtmlContent,
  loaded: LoadedSource,
  locale: 'ja' | 'en',
): readonly NormalizedItem[] {
  const groups: { heading: HtmlBlock | null; blocks: HtmlBlock[] }[] = [
    { heading: null, blocks: [] },
  ];
  for (const block of content.blocks) {
    if (block.kind === 'heading') groups.push({ heading: block, blocks: [] });
    else groups.at(-1)?.blocks.push(block);
  }
  const attachments: readonly Attachment[] = [
    ...content.images.map((image) => ({
      kind: 'image' as const,
      label: image.label,
      url: image.url,
    })),
    ...content.links.map((link) => ({ kind: 'link' as const, label: link.label, url: link.url })),
  ];
  return groups
    .filter(({ heading, blocks }) => heading !== null || blocks.length > 0)
    .map(({ heading, blocks }, index) => {
      const { table, rest } = takeTable(blocks);
      const place = { source: loaded.name, source_hash: loaded.hash };
      const lines: LineSource[] = [
        { field: 'title', line: 0, ...place },
        ...rest.map((_, line) => Object.assign({ field: 'body', line } as const, place)),
      ];
      const item: NormalizedItem = {
        id: null,
        title: heading?.text ?? (content.title || derivedTitle(loaded, locale)),
        body: rest.map(({ text }) => text),
        // Which text a link stands in is told by its label; the page is one source.
        attachments: index === 0 ? attachments : [],
        source_meta: {
          source: loaded.name,
          hash: loaded.hash,
          line: 1,
          title_origin: heading === null ? ('derived' as const) : ('heading' as const),
          lines,
        },
      };
      return table === null ? item : Object.assign(item, { table_data: table });
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
  return { table, rest: blocks.filter((block) => !rows.includes(block)) };
}

function cellsOf({ cells = [] }: HtmlBlock): readonly string[] {
  return cells;
}
