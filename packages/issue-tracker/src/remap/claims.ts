import { lowerBound } from '@kanmon/core/kit';
import type { Span } from '../text/text-range.ts';
import type { Alignment } from './moved-blocks.ts';
import { firstRunAfter } from './run-index.ts';

/** A run from here on is evidence that its new text belongs to its own old text. */
const minClaimingRun = 24;
/** A candidate may overlap claimed text by at most this share of its length. */
const maxClaimedShare = 0.2;

type Side = 'oldStart' | 'newStart';

/** Which new text already belongs to other old text. */
export interface Claims {
  /** True when a candidate place may not be given to an old place that lost its own. */
  isTaken(span: Span): boolean;
  /** Stretches of new text that are not claimed, ascending. */
  readonly gaps: readonly Span[];
}

/**
 * Claims of an alignment. Without them a deleted place jumps to a near copy of itself: the copy is
 * found, and nothing says that it has always been the copy's own place.
 */
export function createClaims({ runs, moved }: Alignment, side: Side, textLength: number): Claims {
  const claimed = [
    ...runs
      .filter(({ length, wholeLines }) => wholeLines || length >= minClaimingRun)
      .map((run) => ({ start: run[side], end: run[side] + run.length })),
    ...moved.map((run) => ({ start: run[side], end: run[side] + run.length })),
  ].toSorted((left, right) => left.start - right.start);

  const gaps: Span[] = [];
  let cursor = 0;
  for (const { start, end } of claimed) {
    if (start > cursor) gaps.push({ start: cursor, end: start });
    cursor = Math.max(cursor, end);
  }
  if (cursor < textLength) gaps.push({ start: cursor, end: textLength });

  return {
    gaps,
    isTaken(span) {
      const run = runs[firstRunAfter(runs, side, span.start)];
      if (run !== undefined && run[side] <= span.start && span.end <= run[side] + run.length) {
        return true;
      }
      const units = span.end - span.start;
      return units - freeUnits(gaps, span) > units * maxClaimedShare;
    },
  };
}

function freeUnits(gaps: readonly Span[], span: Span): number {
  let free = 0;
  const first = lowerBound(gaps, (gap) => gap.end <= span.start);
  for (let index = first; index < gaps.length; index += 1) {
    const gap = gaps[index];
    if (gap === undefined || gap.start >= span.end) break;
    free += Math.min(gap.end, span.end) - Math.max(gap.start, span.start);
  }
  return free;
}
