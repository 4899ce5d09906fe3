import type { TextRun } from './engine.ts';

/** A line of text at its place. */
export interface LayoutLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
}

/** Runs on one base line, from left to right. */
export interface TextRow {
  readonly runs: readonly TextRun[];
  readonly y: number;
}

/** Base lines that differ by less are one line. */
const sameLine = 0.35;
/** A gap that is more than a space: between columns, or between the cells of a table. */
export const columnGap = 1.5;
/** From this part of an em on a gap is a space. */
const wordGap = 0.18;

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
export function rowOf(runs: readonly TextRun[]): TextRow | null {
  const first = runs.find((run) => !isSpace(run));
  if (first === undefined) return null;
  return { runs: runs.toSorted((left, right) => left.x - right.x), y: first.y };
}

/** True for a run that says that there is a space, and nothing of where the text ends. */
export function isSpace({ text }: TextRun): boolean {
  return text.trim() === '';
}

/** A row as one line, its cells apart. */
export function lineOf({ runs, y }: TextRow): LayoutLine {
  const seen = runs.filter((run) => !isSpace(run));
  const [first] = seen;
  let text = '';
  let end = first?.x ?? 0;
  let before = first?.size ?? 0;
  for (const run of runs) {
    const gap = isSpace(run) ? 0 : (run.x - end) / Math.max(1, Math.min(before, run.size));
    if (text !== '' && gap >= columnGap) text = `${text.trimEnd()}\u3000`;
    else if (text !== '' && (isSpace(run) || gap > wordGap) && !/\s$/u.test(text)) text += ' ';
    if (isSpace(run)) continue;
    text += run.text;
    end = Math.max(end, run.x + run.width);
    before = run.size;
  }
  return { text: text.trim(), start: first?.x ?? 0, end, y, size: sizeOf(seen) };
}

/** The size that most characters have. */
function sizeOf(runs: readonly TextRun[]): number {
  const counts = new Map<number, number>();
  for (const { text, size } of runs) counts.set(size, (counts.get(size) ?? 0) + text.trim().length);
  const [[size] = [0]] = [...counts].toSorted(([, left], [, right]) => right - left);
  return size;
}
