import { lowerBound } from '@kanmon/core/kit';
import type { EqualRun } from '../diff/equal-run.ts';
import type { Span } from '../text/text-range.ts';

type Side = 'oldStart' | 'newStart';

/** Index of the first run that ends after `offset` on that side; `runs.length` when none does. */
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

/** Units of the span that lie in runs. */
export function coveredUnits(runs: readonly EqualRun[], side: Side, span: Span): number {
  let covered = 0;
  for (const run of runsIn(runs, side, span)) {
    covered += Math.min(run[side] + run.length, span.end) - Math.max(run[side], span.start);
  }
  return covered;
}

/** `runs` without what lies inside `spans` (ascending, disjoint) on that side. */
export function cutRuns(runs: readonly EqualRun[], side: Side, spans: readonly Span[]): EqualRun[] {
  const left: EqualRun[] = [];
  let cursor = 0;
  for (const run of runs) {
    const end = run[side] + run.length;
    let from = run[side];
    while (cursor < spans.length && (spans[cursor]?.end ?? 0) <= from) cursor += 1;
    for (let index = cursor; index < spans.length && from < end; index += 1) {
      const span = spans[index];
      if (span === undefined || span.start >= end) break;
      if (span.start > from) left.push(part(run, from - run[side], span.start - run[side]));
      from = Math.max(from, span.end);
    }
    if (from < end) left.push(part(run, from - run[side], run.length));
  }
  return left;
}

function part(run: EqualRun, from: number, to: number): EqualRun {
  return {
    ...run,
    oldStart: run.oldStart + from,
    newStart: run.newStart + from,
    length: to - from,
  };
}
