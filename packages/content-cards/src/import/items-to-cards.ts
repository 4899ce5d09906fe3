import { InvalidArgumentError } from '@kanmon/core';
import type { Card, LineSource, Table } from '../model/card.ts';
import { isId } from '../model/ids.ts';
import { type CardLimits, fixedLimits, resolveLimits } from '../model/limits.ts';
import { isBlank, removeForbidden } from '../text/forbidden.ts';
import { charactersOf, countCodePoints, measure } from '../text/measure.ts';
import { ImportError } from './import-error.ts';
import type { ImportWarning, NormalizedItem } from './source.ts';
import { wrapParagraph } from './wrap.ts';

/** How items become cards. */
export interface ItemsToCardsOptions {
  readonly limits?: Partial<CardLimits>;
  /** What does not fit goes to further cards, is cut with a warning, or is an error. @default 'split' */
  readonly overflow?: 'split' | 'truncate' | 'error';
  readonly defaults?: {
    readonly intent?: string;
    readonly phase?: string;
    readonly type_hint?: string;
  };
  readonly locale?: 'ja' | 'en';
}

/** Cards with where each of their lines comes from. */
export interface CardsResult {
  readonly cards: readonly Card[];
  readonly warnings: readonly ImportWarning[];
  readonly provenance: Readonly<Record<string, readonly LineSource[]>>;
}

interface Line {
  readonly text: string;
  /** Index of the paragraph; -1 for a repeated title. */
  readonly paragraph: number;
  readonly endsParagraph: boolean;
}

/** Items as cards that all validate. Throws `ImportError` with the code `overflow` when asked to. */
export function itemsToCards(
  items: readonly NormalizedItem[],
  options: ItemsToCardsOptions = {},
): CardsResult {
  const { overflow = 'split', locale = 'ja', defaults = {} } = options;
  if (!['split', 'truncate', 'error'].includes(overflow))
    throw new InvalidArgumentError(
      `expected overflow to be 'split', 'truncate' or 'error', got ${JSON.stringify(overflow)}`,
    );
  const limits = resolveLimits(options.limits);
  const cards: Card[] = [];
  const warnings: ImportWarning[] = [];
  const provenance = new Map<string, readonly LineSource[]>();
  const nextId = idsFor(items);
  for (const item of items) {
    const id = nextId.own(item);
    const warn = (code: string, ja: string, en: string, params: ImportWarning['params']): void => {
      warnings.push({
        code,
        source: item.source_meta.source,
        message: locale === 'ja' ? ja : en,
        params: { slide_id: id, ...params },
      });
    };
    const { table, rowsAsText } = placeTable(item.table_data);
    const full = { ...item, body: [...item.body, ...rowsAsText] };
    const layout = layOut(full, table, limits);
    if (layout.shortened)
      warn(
        'title_shortened',
        '長いタイトルを縮め、全文を本文の先頭に入れました。',
        'A long title was cut; all of it begins the body.',
        { length: countCodePoints(item.title) },
      );
    const isOver = layout.parts.length > 1;
    if (isOver && overflow === 'error')
      throw new ImportError(
        `the item ${JSON.stringify(item.title.slice(0, 60))} does not fit one card; allow 'split' or shorten it`,
        { code: 'overflow' },
      );
    const kept = overflow === 'truncate' ? layOutFirst(full, table, limits, layout) : layout.parts;
    if (isOver && overflow === 'truncate') {
      const lost = layout.parts.slice(1).flatMap(({ lines }) => lines);
      const dropped = lost.reduce((sum, { text }) => sum + countCodePoints(text), 0);
      warn(
        'body_truncated',
        `収まらない${dropped}文字を落としました。`,
        `${dropped} characters that did not fit were dropped.`,
        { dropped },
      );
    }
    const sourcesOf = sourcesIn(item);
    for (const [index, part] of kept.entries()) {
      const slide_id = index === 0 ? id : nextId.part(id, index + 1);
      const card: Card = {
        slide_id,
        title: part.title,
        body: part.lines.map(({ text }) => text),
        table_data: part.table,
        note: item.card_meta?.note ?? null,
        intent: item.card_meta?.intent ?? defaults.intent ?? 'imported',
        type_hint: item.card_meta?.type_hint ?? defaults.type_hint ?? 'content',
        story: item.card_meta?.story ?? { phase: defaults.phase ?? 'body' },
      };
      cards.push(card);
      provenance.set(slide_id, sourcesOf(part.lines));
    }
  }
  return { cards, warnings, provenance: Object.fromEntries(provenance) };
}

interface Part {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly table: Table | null;
}

interface Layout {
  readonly parts: readonly Part[];
  readonly shortened: boolean;
}

function layOut(
  item: Pick<NormalizedItem, 'title' | 'body'>,
  table: Table | null,
  limits: CardLimits,
): Layout {
  const { titleMax, unit } = limits;
  const title = cleanLine(item.title);
  const tables = splitTable(table);
  const plain = chunksOf(linesOf(item.body, limits), limits.bodyLines);
  const count = Math.max(1, plain.length, tables.length);
  const fits = measure(title + suffix(count, count), unit) <= titleMax;
  const chunks = fits
    ? plain
    : chunksOf([...titleLines(title, limits), ...linesOf(item.body, limits)], limits.bodyLines);
  const total = Math.max(1, chunks.length, tables.length);
  const parts = Array.from({ length: total }, (_, index) => ({
    title: fitTitle(title, suffix(index + 1, total), suffix(total, total), limits, fits),
    lines: chunks[index] ?? [],
    table: tables[index] ?? null,
  }));
  return { parts, shortened: !fits };
}

/** The first card alone carries its title without a number. */
function layOutFirst(
  item: Pick<NormalizedItem, 'title' | 'body'>,
  table: Table | null,
  limits: CardLimits,
  layout: Layout,
): readonly Part[] {
  const [first] = layout.parts;
  if (first === undefined || layout.parts.length === 1) return layout.parts;
  const title = cleanLine(item.title);
  const fits = measure(title, limits.unit) <= limits.titleMax;
  return [{ ...first, title: fitTitle(title, '', '', limits, fits) }];
}

function suffix(index: number, count: number): string {
  return count === 1 ? '' : ` (${index}/${count})`;
}

function fitTitle(
  title: string,
  own: string,
  widest: string,
  { titleMax, unit }: CardLimits,
  fits: boolean,
): string {
  if (fits) return title + own;
  const room = titleMax - widest.length - 1;
  const characters = charactersOf(title, unit);
  // One grapheme may have more code points than the limit; then only the ellipsis is left.
  let head = characters.slice(0, room).join('');
  while (measure(head, unit) > room) head = charactersOf(head, unit).slice(0, -1).join('');
  return `${head.trim()}…${own}`;
}

function titleLines(title: string, limits: CardLimits): Line[] {
  return toLines(title, -1, limits);
}

function linesOf(body: readonly string[], limits: CardLimits): Line[] {
  return body.flatMap((paragraph, index) =>
    paragraph.split('\n').flatMap((line) => toLines(cleanLine(line), index, limits)),
  );
}

function toLines(text: string, paragraph: number, limits: CardLimits): Line[] {
  const lines = wrapParagraph(text, limits).filter((line) => !isBlank(line));
  return lines.map((line, index) => ({
    text: line,
    paragraph,
    endsParagraph: index === lines.length - 1,
  }));
}

/** Adapters of users may send anything; a card may not hold it. */
function cleanLine(text: string): string {
  return removeForbidden(text.replaceAll(/[\n\r\t]/g, ' '))
    .text.normalize('NFC')
    .trim();
}

/** How many lines before a full card a paragraph's end is looked for. */
const lookBack = 3;

function chunksOf(lines: readonly Line[], bodyLines: number): (readonly Line[])[] {
  const chunks: (readonly Line[])[] = [];
  let start = 0;
  while (lines.length - start > bodyLines) {
    let cut = bodyLines;
    for (let back = 0; back < lookBack && bodyLines - back > 0; back += 1) {
      if (lines[start + bodyLines - back - 1]?.endsParagraph === true) {
        cut = bodyLines - back;
        break;
      }
    }
    chunks.push(lines.slice(start, start + cut));
    start += cut;
  }
  if (start < lines.length) chunks.push(lines.slice(start));
  return chunks;
}

function splitTable(table: Table | null): readonly Table[] {
  if (table === null) return [];
  const { headers, rows } = table;
  if (rows.length <= fixedLimits.rows) return [table];
  return Array.from({ length: Math.ceil(rows.length / fixedLimits.rows) }, (_, index) => ({
    headers,
    rows: rows.slice(index * fixedLimits.rows, (index + 1) * fixedLimits.rows),
  }));
}

/** A table that no card can hold (too wide, cells too long, ragged) goes into the body, row by row. */
function placeTable(table: Table | undefined): {
  readonly table: Table | null;
  readonly rowsAsText: readonly string[];
} {
  if (table === undefined) return { table: null, rowsAsText: [] };
  const rows = [table.headers, ...table.rows].map((row) => row.map(cleanLine));
  const [headers = [], ...body] = rows;
  const width = headers.length > 0 ? headers.length : (body[0]?.length ?? 0);
  const isHolding =
    width > 0 &&
    width <= fixedLimits.columns &&
    body.every((row) => row.length === width) &&
    rows.every((row) => row.every((cell) => countCodePoints(cell) <= fixedLimits.cell));
  if (isHolding) return { table: { headers, rows: body }, rowsAsText: [] };
  return {
    table: null,
    rowsAsText: rows
      .map((row) => row.filter((cell) => cell !== '').join(' | '))
      .filter((row) => row !== ''),
  };
}

/** Where the lines of an item come from, looked up once for all of its cards. */
function sourcesIn({
  source_meta,
}: NormalizedItem): (lines: readonly Line[]) => readonly LineSource[] {
  const titleSource = source_meta.lines.find(({ field }) => field === 'title');
  const byParagraph = new Map<number, LineSource>();
  for (const source of source_meta.lines)
    if (source.field === 'body') byParagraph.set(source.line, source);
  return (lines) => {
    const own = lines.flatMap(({ paragraph }, index) => {
      const source = paragraph === -1 ? titleSource : byParagraph.get(paragraph);
      return source === undefined
        ? []
        : [Object.assign({}, source, { field: 'body', line: index } as const)];
    });
    return titleSource === undefined ? own : [titleSource, ...own];
  };
}

const maxId = 128;

function idsFor(items: readonly NormalizedItem[]): {
  own(item: NormalizedItem): string;
  part(id: string, number: number): string;
} {
  const used = new Set(items.flatMap(({ id }) => (id === null ? [] : [id])));
  let count = 0;
  const take = (id: string): string => {
    used.add(id);
    return id;
  };
  return {
    own({ id }) {
      if (id !== null && isId(id)) return id;
      let made: string;
      do {
        count += 1;
        made = `import-${String(count).padStart(2, '0')}`;
      } while (used.has(made));
      return take(made);
    },
    part(id, number) {
      const ending = `-p${number}`;
      let made = id.slice(0, maxId - ending.length) + ending;
      for (let extra = 2; used.has(made); extra += 1) {
        const distinct = `${ending}-${extra}`;
        made = id.slice(0, maxId - distinct.length) + distinct;
      }
      return take(made);
    },
  };
}
