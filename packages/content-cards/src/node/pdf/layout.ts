import type { PdfPage, TextRun } from './engine.ts';
import { findGutter } from './find-gutter.ts';
import { isSpace, type LayoutLine, lineOf, rowOf, rowsOf, type TextRow } from './text-rows.ts';

/** Lines that are read one after another within the same edges. */
export interface Flow {
  readonly lines: readonly LayoutLine[];
  readonly left: number;
  readonly right: number;
}

const verticalShare = 0.6;
const sameColumn = 0.35;
const maxColumns = 4;

/** The flows of a page in reading order, with where it was vertical turned upright. */
export function layOutPage(page: PdfPage): readonly Flow[] {
  const runs = page.runs.filter(({ text, size }) => text !== '' && size > 0);
  const upright = isVertical(runs) ? runs.map((run) => turn(run, page.width)) : runs;
  return flowsOf(rowsOf(upright), 1);
}

/** More than 60 % of the characters in vertical runs, or in one-glyph runs that fall below one another. */
function isVertical(all: readonly TextRun[]): boolean {
  const runs = all.filter((run) => !isSpace(run));
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
          Math.abs(other.x - run.x) < sameColumn * run.size &&
          Math.abs(other.y - run.y) > 0.5 * run.size &&
          Math.abs(other.y - run.y) < 2.5 * run.size,
      );
    if (run.vertical || falls) vertical += length;
  }
  return total > 0 && vertical / total > verticalShare;
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

/** Left before right; rows above and below the columns stay in place. */
function flowsOf(rows: readonly TextRow[], depth: number): readonly Flow[] {
  const gutter = depth >= maxColumns ? null : findGutter(rows);
  if (gutter === null) return rows.length === 0 ? [] : [flowOf(rows.map(lineOf))];
  const { from, to, at } = gutter;
  const half = (isOn: (run: TextRun) => boolean): readonly TextRow[] =>
    rows.slice(from, to).flatMap(({ runs }) => rowOf(runs.filter(isOn)) ?? []);
  return [
    ...flowsOf(rows.slice(0, from), depth),
    ...flowsOf(
      half(({ x }) => x < at),
      depth + 1,
    ),
    ...flowsOf(
      half(({ x }) => x >= at),
      depth + 1,
    ),
    ...flowsOf(rows.slice(to), depth),
  ];
}

function flowOf(lines: readonly LayoutLine[]): Flow {
  return {
    lines,
    left: lines.reduce((least, { start }) => Math.min(least, start), Infinity),
    right: lines.reduce((most, { end }) => Math.max(most, end), -Infinity),
  };
}
