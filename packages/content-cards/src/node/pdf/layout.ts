import type { PdfPage, TextRun } from './engine.ts';

/** Lines that are read one after another within the same edges. */
export interface Flow {
  readonly lines: readonly LayoutLine[];
  readonly left: number;
  readonly right: number;
  /** True when its lines end far from the edge of the page and not within sentences: each is a paragraph. */
  readonly isList: boolean;
}

const verticalShare = 0.6;
const sameColumn = 0.35;
const maxColumns = 4;

/** The flows of a page in reading order, with where it was vertical turned upright. */
export function layOutPage(page: PdfPage): readonly Flow[] {
  const runs = page.runs.filter(({ text, size }) => text !== '' && size > 0);
  const block = verticalBlock(runs);
  const isDown = (run: TextRun): boolean =>
    run.vertical || (block !== null && isInside(run, block));
  const isBelow = ({ y }: TextRun): boolean => block !== null && y > block.bottom;
  const upright = runs.filter((run) => !isDown(run));
  const turned = runs.filter(isDown).map((run) => turn(run, page.width));
  const isLandscape = page.width > page.height;
  const inOrder = (all: readonly TextRun[], extent: number): readonly Flow[] => {
    const rows = rowsOf(all);
    const left = rows.reduce((least, row) => Math.min(least, lineOf(row).start), Infinity);
    const order = new Map(isLandscape ? all.map((run, index) => [run, index]) : []);
    // The margin on the right is taken to be as wide as the one on the left.
    return flowsOf(rows, 1, extent - left, order);
  };
  return [
    ...inOrder(
      upright.filter((run) => !isBelow(run)),
      page.width,
    ),
    ...inOrder(turned, page.height),
    ...inOrder(upright.filter(isBelow), page.width),
  ];
}

/** Returns what is not turned, what goes up and what is upside down as one page each, turned until it is upright. */
export function turnUpright(page: PdfPage): readonly PdfPage[] {
  const { width, height, runs } = page;
  const up = runs.filter(({ turned }) => turned === 'up');
  const over = runs.filter(({ turned }) => turned === 'over');
  const rest = runs.filter(({ turned }) => turned !== 'up' && turned !== 'over');
  return [
    { ...page, runs: rest },
    {
      ...page,
      width: height,
      height: width,
      runs: up.map((run) => ({ ...run, x: height - run.y, y: run.x })),
    },
    { ...page, runs: over.map((run) => ({ ...run, x: width - run.x, y: height - run.y })) },
  ];
}

/** The part of a page that vertical text takes up. */
interface Block {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** On a page of mostly horizontal text, fewer characters below one another are the cells of a table. */
const minBlock = 12;
/** Lines end this many em before the text beside or below the block. */
const blockSlack = 1.2;

/**
 * Finds the block around vertical runs and around one-glyph runs that fall below one another. They have more
 * than 60 % of its characters, and of those of the page where they are few.
 */
function verticalBlock(all: readonly TextRun[]): Block | null {
  const runs = all.filter((run) => !isSpace(run));
  const down = runs.filter(
    (run, index) => run.vertical || falls(run, runs[index - 1], runs[index + 1]),
  );
  const block = {
    left: down.reduce((least, { x, size }) => Math.min(least, x - size), Infinity),
    right: down.reduce((most, { x, size }) => Math.max(most, x + 2 * size), -Infinity),
    top: down.reduce((least, { y, size }) => Math.min(least, y - blockSlack * size), Infinity),
    bottom: down.reduce(
      (most, run) => Math.max(most, run.y + (run.vertical ? run.height : blockSlack * run.size)),
      -Infinity,
    ),
  };
  const count = charactersOf(down);
  const isWide =
    charactersOf(down.filter((run) => run.vertical || wide.test(run.text))) >= minBlock;
  const among = isWide ? runs.filter((run) => isInside(run, block)) : runs;
  return count > verticalShare * charactersOf(among) ? block : null;
}

function falls(run: TextRun, ...near: readonly (TextRun | undefined)[]): boolean {
  if (charactersOf([run]) !== 1) return false;
  return near.some(
    (other) =>
      other !== undefined &&
      Math.abs(other.x - run.x) < sameColumn * run.size &&
      Math.abs(other.y - run.y) > 0.5 * run.size &&
      Math.abs(other.y - run.y) < 2.5 * run.size,
  );
}

function charactersOf(runs: readonly TextRun[]): number {
  return runs.reduce((sum, { text }) => sum + Array.from(text.trim()).length, 0);
}

function isInside({ x, y }: TextRun, { left, right, top, bottom }: Block): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Part of the height of an upright glyph that is above its base line. */
const ascent = 0.88;

/**
 * A vertical line becomes a horizontal one: down is along, leftwards is the next line. The place of a
 * vertical run is the middle of its column; that of an upright glyph its lower left corner.
 */
function turn(run: TextRun, pageWidth: number): TextRun {
  if (run.vertical) return { ...run, x: run.y, y: pageWidth - run.x, width: run.height };
  const { size } = run;
  return { ...run, x: run.y - ascent * size, y: pageWidth - run.x - run.width / 2, width: size };
}

/**
 * Left before right; rows above and below the columns stay in place. `edge` is the right edge of the text.
 * `order` is the order in which a page of slides draws its runs, empty for other pages.
 */
function flowsOf(
  rows: readonly TextRow[],
  depth: number,
  edge: number,
  order: ReadonlyMap<TextRun, number>,
): readonly Flow[] {
  const gutter = depth >= maxColumns ? null : findGutter(rows, order);
  if (gutter === null) return rows.length === 0 ? [] : [flowOf(rows.map(lineOf), edge)];
  const { from, to, at } = gutter;
  const half = (isOn: (run: TextRun) => boolean): readonly TextRow[] =>
    rows.slice(from, to).flatMap(({ runs }) => rowOf(runs.filter(isOn)) ?? []);
  const left = half(({ x }) => x < at);
  const right = half(({ x }) => x >= at);
  return [
    ...flowsOf(rows.slice(0, from), depth, edge, order),
    ...flowsOf(left, depth + 1, at, order),
    ...flowsOf(right, depth + 1, edge, order),
    ...flowsOf(rows.slice(to), depth, edge, order),
  ];
}

/** Free part of the width between the margins from which on no line is full; lines far apart need less. */
const freeShare = 0.4;
const freeShareFarApart = 0.1;
/** Short lines are text when this part of them is broken within a sentence. */
const brokenShareOfText = 0.3;
/** A pitch of more em is that of paragraphs of one line. */
const farApart = 2;

function flowOf(lines: readonly LayoutLine[], edge: number): Flow {
  const left = lines.reduce((least, { start }) => Math.min(least, start), Infinity);
  const right = lines.reduce((most, { end }) => Math.max(most, end), -Infinity);
  const isFarApart = usualPitch(lines) > farApart * median(lines.map(({ size }) => size));
  const share = isFarApart ? freeShareFarApart : freeShare;
  const isShort = edge - right > share * (edge - left);
  return { lines, left, right, isList: isShort && !areSentences(lines, brokenShareOfText) };
}

/** The lower quartile: in a page of short paragraphs most gaps are those between them. */
export function usualPitch(lines: readonly LayoutLine[]): number {
  const gaps = lines.slice(1).map(({ y }, index) => y - (lines[index]?.y ?? y));
  return gaps.toSorted((left, right) => left - right)[Math.floor(gaps.length / 4)] ?? 0;
}

/** The space between two columns: the rows that it runs through, and where it is. */
interface Gutter {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** Share of the lines of the left column that leave the whole gap free: punctuation may hang into it. */
const gapShare = 0.6;
/** Narrower ones are the cells of a table, which is read row by row. */
const minColumnWidth = 8;
const minColumnLines = 3;
/** The last column of a text may have fewer, beside one of so many lines that are nearly all full. */
const minFullLines = 6;
const fullShare = 0.6;
/** Returns where columns may begin: the places where most lines do. */
const maxCandidates = 24;
const bucket = 4;
/** Part of an em that a line may begin before the others. */
const slack = 0.4;

/** Finds the gap beside which most rows are, and the rows around it that nothing crosses. */
function findGutter(rows: readonly TextRow[], order: ReadonlyMap<TextRun, number>): Gutter | null {
  let best: (Gutter & { readonly hits: number }) | null = null;
  for (const at of candidatesOf(rows)) {
    let from = 0;
    while (from < rows.length) {
      let to = from;
      while (to < rows.length && !crosses(rows[to], at)) to += 1;
      const hits = to - from;
      const own = rows.slice(from, to);
      if (hits > (best?.hits ?? 0) && (isGutter(own, at) || areBoxes(own, at, order)))
        best = { from, to, at, hits };
      from = to + 1;
    }
  }
  return best;
}

function candidatesOf(rows: readonly TextRow[]): readonly number[] {
  const starts = new Map<number, { count: number; at: number }>();
  for (const { runs } of rows) {
    let end = -Infinity;
    for (const run of runs) {
      if (isSpace(run)) continue;
      // Only what begins after a gap, or at the beginning of a row, may begin a column.
      if (run.x - end >= columnGap * run.size) {
        const key = Math.round(run.x / bucket);
        const found = starts.get(key) ?? { count: 0, at: Infinity };
        starts.set(key, {
          count: found.count + 1,
          at: Math.min(found.at, run.x - slack * run.size),
        });
      }
      end = Math.max(end, run.x + run.width);
    }
  }
  return [...starts.values()]
    .toSorted((left, right) => right.count - left.count)
    .slice(0, maxCandidates)
    .map(({ at }) => at);
}

function crosses(row: TextRow | undefined, at: number): boolean {
  return row?.runs.some((run) => !isSpace(run) && run.x < at && run.x + run.width > at) ?? false;
}

interface Side {
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
}

function isGutter(rows: readonly TextRow[], at: number): boolean {
  const left = sidesOf(rows, (run) => run.x < at);
  const right = sidesOf(rows, (run) => run.x >= at);
  if (left.length === 0 || right.length === 0) return false;
  const areColumns = [left, right].every(
    (sides) => sides.length >= minColumnLines && median(sides.map(widthOf)) >= minColumnWidth,
  );
  if (!areColumns && !(right.length < minColumnLines && isRunningText(left))) return false;
  const edge = right.reduce((least, { start }) => Math.min(least, start), Infinity);
  const free = left.filter(({ end, size }) => edge - end >= columnGap * size).length;
  return free >= gapShare * left.length && standBeside(left, right) && !isTable(rows, at);
}

/** True for two boxes side by side on a slide: one is drawn as a whole before the other, up again from its end. */
function areBoxes(
  rows: readonly TextRow[],
  at: number,
  order: ReadonlyMap<TextRun, number>,
): boolean {
  if (order.size === 0) return false;
  const runs = rows
    .flatMap((row) => row.runs)
    .filter((run) => !isSpace(run))
    .toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
  const turns = runs.flatMap((run, index) => {
    const before = runs[index - 1];
    return before !== undefined && before.x < at !== run.x < at ? [before.y - run.y] : [];
  });
  const [climb = 0] = turns;
  return turns.length === 1 && climb > sameLine * (runs[0]?.size ?? 0);
}

/** Rows of fewer cells are two columns: a table of two columns of words looks like two lists. */
const minTableCells = 3;
/** Part of the lines of the shorter side that have cells on the other side. */
const sharedShare = 0.8;
/** Part of the lines without a sentence's end that are full and go on in the next one. */
const brokenShare = 0.6;

/** True for a table, whose rows are read across the gutter: cells share base lines, and none holds lines of sentences. */
function isTable(rows: readonly TextRow[], at: number): boolean {
  const cellsOn = (isOn: (run: TextRun) => boolean): readonly (readonly LayoutLine[])[] =>
    rows.map(({ runs, y }) =>
      cellsOf(
        runs.filter((run) => !isSpace(run) && isOn(run)),
        y,
      ),
    );
  const left = cellsOn(({ x }) => x < at);
  const right = cellsOn(({ x }) => x >= at);
  const counts = left.flatMap(({ length }, index) => {
    const beside = right[index]?.length ?? 0;
    return length > 0 && beside > 0 ? [length + beside] : [];
  });
  const sides = [left, right];
  const shorter = Math.min(...sides.map((side) => side.filter(({ length }) => length > 0).length));
  return (
    counts.length >= sharedShare * shorter &&
    median(counts) >= minTableCells &&
    !sides.some((side) => areSentences(side.flat()))
  );
}

/** The runs of a row as one line per cell. */
function cellsOf(runs: readonly TextRun[], y: number): readonly LayoutLine[] {
  const cells: TextRun[][] = [];
  let end = -Infinity;
  for (const run of runs) {
    if (run.x - end >= columnGap * run.size) cells.push([run]);
    else cells.at(-1)?.push(run);
    end = Math.max(end, run.x + run.width);
  }
  return cells.map((cell) => lineOf({ runs: cell, y }));
}

/** True when at least this share of the lines that begin at one place are broken within a sentence. */
function areSentences(cells: readonly LayoutLine[], share = brokenShare): boolean {
  const columns = new Map<number, LayoutLine[]>();
  for (const cell of cells) {
    if (widthOf(cell) < minColumnWidth) continue;
    const key = Math.round(cell.start / bucket);
    const column = columns.get(key);
    if (column === undefined) columns.set(key, [cell]);
    else column.push(cell);
  }
  const [lines = []] = [...columns.values()].toSorted((one, other) => other.length - one.length);
  const right = lines.reduce((most, { end }) => Math.max(most, end), -Infinity);
  let open = 0;
  let broken = 0;
  for (const [index, next] of lines.slice(1).entries()) {
    const line = lines[index] ?? next;
    if (sentenceEnd.test(line.text)) continue;
    open += 1;
    if (!endsEarly(line, next, right) && breaksSentence(line.text, next.text)) broken += 1;
  }
  return broken > 0 && lines.length >= minColumnLines && broken >= share * open;
}

/** True for a line that ends no sentence, and ends before a small letter or hiragana, with a particle or comma, or has one within. */
export function breaksSentence(text: string, next: string): boolean {
  if (sentenceEnd.test(text)) return false;
  return /^[\p{Ll}\u3041-\u309fー]/u.test(next) || /[はがのをにでとへや、，,]$|[、。]./u.test(text);
}

/** The end of a sentence. */
export const sentenceEnd = /[。．.！？!?][」』）)”"]?$/u;
const shortLine = 2.5;

/** True when a line ends before the edge though more would have fitted: the first word of the next line. */
export function endsEarly(line: LayoutLine, next: LayoutLine, right: number): boolean {
  const [word = ''] = /^[!-~]+/.exec(next.text) ?? [];
  const letter = (next.end - next.start) / Math.max(1, next.text.length);
  return right - line.end > Math.max(shortLine * line.size, (word.length + 1) * letter);
}

function isRunningText(sides: readonly Side[]): boolean {
  if (median(sides.map(widthOf)) < minColumnWidth) return false;
  const edge = sides.reduce((most, { end }) => Math.max(most, end), -Infinity);
  const full = sides.filter(({ end, size }) => edge - end <= size);
  return sides.length >= minFullLines && full.length >= fullShare * sides.length;
}

/** True when the columns are side by side; an indented block below another one is not. */
function standBeside(left: readonly Side[], right: readonly Side[]): boolean {
  const top = Math.max(left[0]?.y ?? 0, right[0]?.y ?? 0);
  const bottom = Math.min(left.at(-1)?.y ?? 0, right.at(-1)?.y ?? 0);
  return [left, right].every(
    (sides) => sides.filter(({ y, size }) => y >= top - size && y <= bottom + size).length > 0,
  );
}

function sidesOf(rows: readonly TextRow[], isOn: (run: TextRun) => boolean): readonly Side[] {
  return rows.flatMap(({ runs, y }) => {
    const own = runs.filter((run) => !isSpace(run) && isOn(run));
    const [first] = own;
    if (first === undefined) return [];
    const end = own.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity);
    return { start: first.x, end, y, size: first.size };
  });
}

function widthOf({ start, end, size }: Omit<Side, 'y'>): number {
  return (end - start) / size;
}

/** The middle value; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** A line of text at its place. */
export interface LayoutLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
  /** Number of its parts with a gap between them, as the cells of a table have. */
  readonly cells: number;
}

/** Runs on one base line, from left to right. */
interface TextRow {
  readonly runs: readonly TextRun[];
  readonly y: number;
}

/** Base lines that differ by less are one line. */
const sameLine = 0.35;
/** A gap that is more than a space: between columns, or between the cells of a table. */
export const columnGap = 1.5;
/** From this part of an em on a gap is a space. */
export const wordGap = 0.18;

/** Runs grouped by base line, from top to bottom. */
export function rowsOf(runs: readonly TextRun[]): readonly TextRow[] {
  const rows: TextRun[][] = [];
  for (const run of runs.toSorted((left, right) => left.y - right.y)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (
      row !== undefined &&
      first !== undefined &&
      Math.abs(first.y - run.y) <= sameLine * Math.min(first.size, run.size)
    )
      row.push(run);
    else rows.push([run]);
  }
  return rows.flatMap((row) => rowOf(row) ?? []);
}

/** Runs on one base line as a row; null when nothing of it can be seen. */
function rowOf(runs: readonly TextRun[]): TextRow | null {
  const first = runs.find((run) => !isSpace(run));
  if (first === undefined) return null;
  return { runs: runs.toSorted((left, right) => left.x - right.x), y: first.y };
}

/** True for a run of white space, which does not show where the text ends. */
export function isSpace({ text }: TextRun): boolean {
  return text.trim() === '';
}

/** Characters as wide as they are high: no space is between them. */
export const wide = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff9f]/u;

/** A row as one line, its cells apart. */
export function lineOf({ runs, y }: TextRow): LayoutLine {
  const seen = runs.filter((run) => !isSpace(run));
  const [first] = seen;
  let cells = 1;
  const between = seen.some((run) => wide.test(run.text)) ? '\u3000' : '  ';
  let text = '';
  let end = first?.x ?? 0;
  let before = first?.size ?? 0;
  for (const run of runs) {
    const gap = isSpace(run) ? 0 : (run.x - end) / Math.max(1, Math.min(before, run.size));
    if (text !== '' && gap >= columnGap) {
      cells += 1;
      text = text.trimEnd() + between;
    } else if (text !== '' && (isSpace(run) || gap > wordGap) && !/\s/u.test(text.slice(-1)))
      text += ' ';
    if (isSpace(run)) continue;
    text += run.text;
    end = Math.max(end, run.x + run.width);
    before = run.size;
  }
  return { text: text.trim(), start: first?.x ?? 0, end, y, size: sizeOf(seen), cells };
}

/** The size that most characters have. */
function sizeOf(runs: readonly TextRun[]): number {
  const counts = new Map<number, number>();
  for (const { text, size } of runs) counts.set(size, (counts.get(size) ?? 0) + text.trim().length);
  const [[size] = [0]] = [...counts].toSorted(([, left], [, right]) => right - left);
  return size;
}

/** A line of this many times the usual size is a heading. */
export const headingSize = 1.2;

/** The median size by characters. */
export function usualSize(lines: readonly LayoutLine[]): number {
  const sorted = lines.toSorted((left, right) => left.size - right.size);
  const total = sorted.reduce((sum, { text }) => sum + text.length, 0);
  let seen = 0;
  for (const { text, size } of sorted) {
    seen += text.length;
    if (seen >= total / 2) return size;
  }
  return 0;
}
