import type { TextRun } from './engine.ts';
import { columnGap, isSpace, type TextRow } from './text-rows.ts';

/** The space between two columns: the rows that it runs through, and where it is. */
export interface Gutter {
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
/** Where columns may begin: the places where most lines do. */
const maxCandidates = 24;
const bucket = 4;
/** Part of an em that a line may begin before the others. */
const slack = 0.4;

/** The gap beside which most rows stand, and the rows around it that nothing crosses. */
export function findGutter(rows: readonly TextRow[]): Gutter | null {
  let best: (Gutter & { readonly hits: number }) | null = null;
  for (const at of candidatesOf(rows)) {
    let from = 0;
    while (from < rows.length) {
      let to = from;
      while (to < rows.length && !crosses(rows[to], at)) to += 1;
      const hits = to - from;
      if (hits > (best?.hits ?? 0) && isGutter(rows.slice(from, to), at))
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
  return free >= gapShare * left.length && standBeside(left, right);
}

function isRunningText(sides: readonly Side[]): boolean {
  if (median(sides.map(widthOf)) < minColumnWidth) return false;
  const edge = sides.reduce((most, { end }) => Math.max(most, end), -Infinity);
  const full = sides.filter(({ end, size }) => edge - end <= size);
  return sides.length >= minFullLines && full.length >= fullShare * sides.length;
}

/** Columns stand side by side; an indented block below another one does not. */
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

function widthOf({ start, end, size }: Side): number {
  return (end - start) / size;
}

/** The middle value; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
