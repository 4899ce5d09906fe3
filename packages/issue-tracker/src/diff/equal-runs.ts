import { lowerBound } from '@kanmon/core/kit';
import type { Span } from '../text/text-range.ts';

/** A stretch that is unchanged in both texts. Offsets are UTF-16 units. */
export interface EqualRun {
  readonly oldStart: number;
  readonly newStart: number;
  readonly length: number;
  /** True when the stretch was matched as whole lines, which is evidence whatever its length. */
  readonly wholeLines: boolean;
}

/** The text of a run whose offsets are meant. */
export type Side = 'oldStart' | 'newStart';

/** Returns the place of a run on one side. */
export function spanOf(run: EqualRun, side: Side): Span {
  return { start: run[side], end: run[side] + run.length };
}

/** Joins runs that touch in both texts. `runs` must ascend in both. */
export function joinRuns(runs: readonly EqualRun[]): EqualRun[] {
  const joined: EqualRun[] = [];
  for (const run of runs) {
    if (run.length === 0) continue;
    const last = joined.at(-1);
    if (
      last !== undefined &&
      last.oldStart + last.length === run.oldStart &&
      last.newStart + last.length === run.newStart
    ) {
      const wholeLines = last.wholeLines || run.wholeLines;
      joined[joined.length - 1] = { ...last, length: last.length + run.length, wholeLines };
    } else {
      joined.push(run);
    }
  }
  return joined;
}

/** Returns the stretches outside the runs, from the first offsets to the last; either side may be empty. */
export function gapsBetween(
  runs: readonly EqualRun[],
  from: { readonly old: Span; readonly next: Span },
): { readonly old: Span; readonly next: Span }[] {
  let oldStart = from.old.start;
  let newStart = from.next.start;
  const end = { oldStart: from.old.end, newStart: from.next.end, length: 0 };
  return [...runs, end].map((run) => {
    const gap = {
      old: { start: oldStart, end: run.oldStart },
      next: { start: newStart, end: run.newStart },
    };
    oldStart = run.oldStart + run.length;
    newStart = run.newStart + run.length;
    return gap;
  });
}

/** Index of the first run that ends after `offset` on that side; `runs.length` when no run does. */
export function firstRunAfter(runs: readonly EqualRun[], side: Side, offset: number): number {
  return lowerBound(runs, (run) => run[side] + run.length <= offset);
}

/** Runs that share at least one unit with the span, in order. */
export function runsIn(runs: readonly EqualRun[], side: Side, { start, end }: Span): EqualRun[] {
  const found: EqualRun[] = [];
  for (let index = firstRunAfter(runs, side, start); index < runs.length; index += 1) {
    const run = runs[index];
    if (run === undefined || run[side] >= end) break;
    found.push(run);
  }
  return found;
}

/** Number of units of the span that lie in runs. */
export function coveredUnits(runs: readonly EqualRun[], side: Side, span: Span): number {
  let covered = 0;
  for (const run of runsIn(runs, side, span)) {
    covered += Math.min(run[side] + run.length, span.end) - Math.max(run[side], span.start);
  }
  return covered;
}

/** Returns `runs` without the parts inside `spans` (ascending, disjoint) on that side. */
export function cutRuns(runs: readonly EqualRun[], side: Side, spans: readonly Span[]): EqualRun[] {
  return runs.flatMap((run) => {
    const left: EqualRun[] = [];
    const keep = (from: number, to: number): void => {
      const offset = from - run[side];
      if (from < to) {
        left.push({
          ...run,
          oldStart: run.oldStart + offset,
          newStart: run.newStart + offset,
          length: to - from,
        });
      }
    };
    const end = run[side] + run.length;
    let from = run[side];
    for (
      let index = lowerBound(spans, (span) => span.end <= from);
      index < spans.length;
      index += 1
    ) {
      const span = spans[index];
      if (span === undefined || span.start >= end) break;
      keep(from, span.start);
      from = Math.max(from, span.end);
    }
    keep(from, end);
    return left;
  });
}
