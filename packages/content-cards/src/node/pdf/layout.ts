import type { PdfPage, TextRun } from './engine.ts';

/** A line of text at its place. */
export interface LayoutLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
}

/** Lines that are read one after another within the same edges. */
export interface Flow {
  readonly lines: readonly LayoutLine[];
  readonly left: number;
  readonly right: number;
}

/** Base lines that differ by less are one line. */
const sameLine = 0.35;
/** A gap that may be the space between two columns. */
const columnGap = 1.5;
/** Narrower ones are the cells of a table, which is read row by row. */
const minColumnWidth = 8;
const minColumnLines = 3;
const verticalShare = 0.6;
const maxColumns = 4;

/** The flows of a page in reading order, with where it was vertical turned upright. */
export function layOutPage(page: PdfPage): readonly Flow[] {
  const runs = page.runs.filter(({ text, size }) => text !== '' && size > 0);
  const upright = isVertical(runs) ? runs.map((run) => turn(run, page.width)) : runs;
  return flowsOf(segmentRows(upright), 1);
}

/** More than 60 % of the characters in vertical runs, or in one-glyph runs that fall below one another. */
function isVertical(runs: readonly TextRun[]): boolean {
  let vertical = 0;
  let total = 0;
  for (const [index, run] of runs.entries()) {
    const length = Array.from(run.text.trim()).length;
    total += length;
    const near = [runs[index - 1], runs[index + 1]];
    const falls =
      length === 1 &&
      near.some(
        (other) =>
          other !== undefined &&
          Math.abs(other.x - run.x) < sameLine * run.size &&
          Math.abs(other.y - run.y) > 0.5 * run.size &&
          Math.abs(other.y - run.y) < 2.5 * run.size,
      );
    if (run.vertical || falls) vertical += length;
  }
  return total > 0 && vertical / total > verticalShare;
}

/** A vertical line becomes a horizontal one: down is along, leftwards is the next line. */
function turn(run: TextRun, pageWidth: number): TextRun {
  const isGlyph = Array.from(run.text.trim()).length === 1;
  const along = run.vertical ? run.height : isGlyph ? run.size : Math.max(run.width, run.size);
  return { ...run, x: run.y, y: pageWidth - run.x, width: along };
}

/** A row of runs on one base line, cut at wide gaps. */
interface Row {
  readonly segments: readonly LayoutLine[];
  readonly y: number;
}

function segmentRows(runs: readonly TextRun[]): readonly Row[] {
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
  return rows.flatMap((row) => {
    const segments: LayoutLine[] = [];
    let current: TextRun[] = [];
    let end = -Infinity;
    for (const run of row.toSorted((left, right) => left.x - right.x)) {
      // A space says that there is one, and nothing of where the text ends.
      if (isSpace(run)) {
        current.push(run);
        continue;
      }
      if (run.x - end >= columnGap * run.size && current.some((each) => !isSpace(each))) {
        segments.push(joinRuns(current));
        current = [];
      }
      current.push(run);
      end = Math.max(end, run.x + run.width);
    }
    if (current.some((each) => !isSpace(each))) segments.push(joinRuns(current));
    return segments.length === 0 ? [] : [{ segments, y: segments[0]?.y ?? 0 }];
  });
}

function isSpace({ text }: TextRun): boolean {
  return text.trim() === '';
}

/** From this part of an em on a gap is a space. */
const wordGap = 0.18;

function joinRuns(runs: readonly TextRun[]): LayoutLine {
  const seen = runs.filter((run) => !isSpace(run));
  const [first] = seen;
  let text = '';
  let end = first?.x ?? 0;
  let before = first?.size ?? 0;
  for (const run of runs) {
    const isGap = isSpace(run) || run.x - end > wordGap * Math.min(before, run.size);
    if (isGap && text !== '' && !/\s$/.test(text)) text += ' ';
    if (isSpace(run)) continue;
    text += run.text;
    end = Math.max(end, run.x + run.width);
    before = run.size;
  }
  return { text: text.trim(), start: first?.x ?? 0, end, y: first?.y ?? 0, size: sizeOf(seen) };
}

/** The size that most characters have. */
function sizeOf(runs: readonly TextRun[]): number {
  const counts = new Map<number, number>();
  for (const { text, size } of runs) counts.set(size, (counts.get(size) ?? 0) + text.trim().length);
  const [[size] = [0]] = [...counts].toSorted(([, left], [, right]) => right - left);
  return size;
}

function flowsOf(rows: readonly Row[], depth: number): readonly Flow[] {
  const gutter = depth >= maxColumns ? null : findGutter(rows);
  if (gutter === null) return rows.length === 0 ? [] : [flowOf(rows.map(wholeRow))];
  const { from, to, at } = gutter;
  const region = rows.slice(from, to);
  const half = (isLeft: boolean): readonly Row[] =>
    region.flatMap(({ segments, y }) => {
      const own = segments.filter(({ start }) => start < at === isLeft);
      return own.length === 0 ? [] : [{ segments: own, y }];
    });
  return [
    ...flowsOf(rows.slice(0, from), depth),
    ...flowsOf(half(true), depth + 1),
    ...flowsOf(half(false), depth + 1),
    ...flowsOf(rows.slice(to), depth),
  ];
}

/** The gap that runs through most rows, and the rows around it that nothing crosses. */
function findGutter(
  rows: readonly Row[],
): { readonly from: number; readonly to: number; readonly at: number } | null {
  const middles = rows.flatMap(({ segments }) =>
    segments.slice(1).map(({ start }, index) => ((segments[index]?.end ?? 0) + start) / 2),
  );
  let best: {
    readonly from: number;
    readonly to: number;
    readonly at: number;
    readonly hits: number;
  } | null = null;
  for (const at of new Set(middles.map((middle) => Math.round(middle / 4) * 4))) {
    let from = 0;
    while (from < rows.length) {
      let to = from;
      let spanning = 0;
      while (to < rows.length && !crosses(rows[to], at)) {
        if (spans(rows[to], at)) spanning += 1;
        to += 1;
      }
      const region = rows.slice(from, to);
      // Lines of two columns need not share base lines: what does not cross the gap speaks for it.
      const hits = spanning === 0 ? 0 : region.length;
      if (hits > (best?.hits ?? 0) && isText(region, at)) best = { from, to, at, hits };
      from = to + 1;
    }
  }
  return best;
}

function crosses(row: Row | undefined, at: number): boolean {
  return row?.segments.some(({ start, end }) => start < at && end > at) ?? false;
}

function spans(row: Row | undefined, at: number): boolean {
  const segments = row?.segments ?? [];
  return segments.some(({ end }) => end <= at) && segments.some(({ start }) => start >= at);
}

/** Columns of text are wide on both sides; cells are not. */
function isText(rows: readonly Row[], at: number): boolean {
  const linesOn = (isLeft: boolean): number =>
    rows.filter(({ segments }) => segments.some(({ start }) => start < at === isLeft)).length;
  if (linesOn(true) < minColumnLines || linesOn(false) < minColumnLines) return false;
  const widths = (isLeft: boolean): readonly number[] =>
    rows.flatMap(({ segments }) =>
      segments
        .filter(({ start }) => start < at === isLeft)
        .map(({ start, end, size }) => (end - start) / size),
    );
  return [widths(true), widths(false)].every((each) => median(each) >= minColumnWidth);
}

function wholeRow({ segments, y }: Row): LayoutLine {
  const [first] = segments;
  return {
    text: segments.map(({ text }) => text).join('\u3000'),
    start: first?.start ?? 0,
    end: segments.at(-1)?.end ?? 0,
    size: Math.max(...segments.map(({ size }) => size)),
    y,
  };
}

function flowOf(lines: readonly LayoutLine[]): Flow {
  const edge = (
    pick: (left: number, right: number) => number,
    of: (line: LayoutLine) => number,
  ): number => lines.map(of).reduce((left, right) => pick(left, right));
  return {
    lines,
    left: edge(Math.min, ({ start }) => start),
    right: edge(Math.max, ({ end }) => end),
  };
}

/** The middle value; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
