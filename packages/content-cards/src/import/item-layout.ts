import { wrapParagraph } from './wrap.ts';
import type { Table } from '../model/card.ts';
import { type CardLimits, fixedLimits } from '../model/limits.ts';
import { isBlank, removeForbidden } from '../text/forbidden.ts';
import { countCodePoints, graphemesOf, measure } from '../text/measure.ts';

/** A line of a card. */
export interface CardLine {
  readonly text: string;
  /** Index of the paragraph; `repeatedTitle` for a title that goes on in the body. */
  readonly paragraph: number;
  readonly endsParagraph: boolean;
}

export const repeatedTitle = -1;

/** The content of one card of an item. */
export interface CardPart {
  readonly title: string;
  readonly lines: readonly CardLine[];
  readonly table: Table | null;
}

/** An item as cards. */
interface ItemLayout {
  readonly parts: readonly CardPart[];
  /** The title did not fit; the whole of it begins the body. */
  readonly isShortened: boolean;
  /** Invisible characters that would be the only text of a line. */
  readonly removed: number;
}

/**
 * Cuts paragraphs into lines and lines into cards. `isNumbered: false` leaves the part numbers out of
 * the titles, for when only the first card is kept.
 */
export function layOutItem(
  content: {
    readonly title: string;
    readonly paragraphs: readonly (readonly string[])[];
    readonly table: Table | null;
  },
  limits: CardLimits,
  options: { readonly isNumbered: boolean } = { isNumbered: true },
): ItemLayout {
  const { title } = content;
  const body = content.paragraphs.map((lines, index) => toLines(lines, index, limits));
  const tables = splitTable(content.table);
  const suffix = (index: number, count: number): string => {
    const text = ` (${index}/${count})`;
    // The number is left out when it leaves no room for a title.
    return count === 1 || !options.isNumbered || text.length > limits.titleMax - 2 ? '' : text;
  };
  const bodyLines = body.flatMap(({ lines }) => lines);
  const plain = chunksOf(bodyLines, limits.bodyLines);
  const count = Math.max(1, plain.length, tables.length);
  const fits = measure(title + suffix(count, count), limits.unit) <= limits.titleMax;
  const chunks = fits
    ? plain
    : chunksOf([...toLines([title], repeatedTitle, limits).lines, ...bodyLines], limits.bodyLines);
  const total = Math.max(1, chunks.length, tables.length);
  const head = fits ? title : shortTitle(title, suffix(total, total).length, limits);
  return {
    parts: Array.from({ length: total }, (_, index) => ({
      title: head + suffix(index + 1, total),
      lines: chunks[index] ?? [],
      table: tables[index] ?? null,
    })),
    isShortened: !fits,
    removed: body.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** The beginning of a title and an ellipsis, with room for the number of the part. */
function shortTitle(title: string, suffixLength: number, { titleMax, unit }: CardLimits): string {
  let room = titleMax - suffixLength - 1;
  let head = '';
  for (const grapheme of graphemesOf(title)) {
    room -= measure(grapheme, unit);
    if (room < 0) break;
    head += grapheme;
  }
  return `${removeForbidden(head).text.trim()}…`;
}

function toLines(
  texts: readonly string[],
  paragraph: number,
  limits: CardLimits,
): { readonly lines: readonly CardLine[]; readonly removed: number } {
  const lines: CardLine[] = [];
  let removed = 0;
  for (const text of texts) {
    const wrapped = wrapParagraph(text, limits);
    const seen = wrapped.filter((line) => !isBlank(line));
    if (seen.length < wrapped.length)
      for (const line of wrapped) if (isBlank(line)) removed += countCodePoints(line);
    for (const [index, line] of seen.entries())
      lines.push({ text: line, paragraph, endsParagraph: index === seen.length - 1 });
  }
  return { lines, removed };
}

/** The number of lines before a full card in which a paragraph's end is looked for. */
const lookBack = 3;

function chunksOf(lines: readonly CardLine[], bodyLines: number): (readonly CardLine[])[] {
  const chunks: (readonly CardLine[])[] = [];
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

/**
 * A table that a card can hold, or its rows as lines: where it is too wide or ragged, or a cell is
 * too long, it goes into the body row by row.
 */
export function placeTable(table: Table | null): {
  readonly table: Table | null;
  readonly rowsAsText: readonly string[];
} {
  if (table === null) return { table: null, rowsAsText: [] };
  const { headers, rows } = table;
  const all = [headers, ...rows];
  const width = headers.length > 0 ? headers.length : (rows[0]?.length ?? 0);
  const isHolding =
    width > 0 &&
    width <= fixedLimits.columns &&
    rows.every((row) => row.length === width) &&
    all.every((row) => row.every((cell) => countCodePoints(cell) <= fixedLimits.cell));
  if (isHolding) return { table, rowsAsText: [] };
  const lines = all.map((row) => row.filter((cell) => cell !== '').join(' | '));
  return { table: null, rowsAsText: lines.filter((line) => line !== '') };
}

/** The table in pieces of as many rows as a card holds, each with the headers. */
function splitTable(table: Table | null): readonly Table[] {
  if (table === null) return [];
  const { headers, rows } = table;
  if (rows.length <= fixedLimits.rows) return [table];
  return Array.from({ length: Math.ceil(rows.length / fixedLimits.rows) }, (_, index) => ({
    headers,
    rows: rows.slice(index * fixedLimits.rows, (index + 1) * fixedLimits.rows),
  }));
}

/** Code points of the rows of a table. */
export function countCells({ rows }: Table): number {
  return rows.flat().reduce((sum, cell) => sum + countCodePoints(cell), 0);
}
