import { lowerBound } from '@kanmon/core/kit';
import {
  coveredUnits,
  cutRuns,
  type EqualRun,
  firstRunAfter,
  type Side,
  spanOf,
} from '../diff/equal-runs.ts';
import { splitLines, splitSentences } from '../diff/pieces.ts';
import type { Span } from '../text/text-range.ts';

/** Shorter pieces occur in too many places to show where they went. */
const minMovedLength = 8;
/** The diff takes a piece with a larger share in equal runs for an edited one. */
const maxEqualShare = 0.5;

/** Runs in order, and blocks that left the order; no unit is in both. */
export interface Alignment {
  readonly runs: readonly EqualRun[];
  /** Ascending by `oldStart`; `newStart` may go anywhere. */
  readonly moved: readonly EqualRun[];
}

/**
 * Finds the lines, then sentences, that the diff left unmatched and that occur exactly once among the
 * unmatched of either text. A whole line that is equal out of order is better evidence than the scattered
 * short runs it may hold, so those are cut away.
 */
export function findMovedBlocks(
  oldText: string,
  newText: string,
  runs: readonly EqualRun[],
): Alignment {
  let alignment: Alignment = { runs, moved: [] };
  for (const split of [splitLines, splitSentences]) {
    const found = uniquePairs(
      unmatchedPieces(oldText, 'oldStart', alignment, split),
      unmatchedPieces(newText, 'newStart', alignment, split),
    );
    if (found.length === 0) continue;
    const kept = cutRuns(alignment.runs, 'oldStart', spansOf(found, 'oldStart'));
    alignment = {
      runs: cutRuns(kept, 'newStart', spansOf(found, 'newStart')),
      moved: sorted([...alignment.moved, ...found], 'oldStart'),
    };
  }
  return alignment;
}

function spansOf(runs: readonly EqualRun[], side: Side): Span[] {
  return sorted(runs, side).map((run) => spanOf(run, side));
}

function sorted(runs: readonly EqualRun[], side: Side): EqualRun[] {
  return runs.toSorted((left, right) => left[side] - right[side]);
}

interface Piece extends Span {
  /** True when most of it is in equal runs: the diff takes it for an edit of other text. */
  readonly isEdited: boolean;
}

/** Returns the unmatched pieces by their text without outer blanks; null marks a text that occurs twice. */
function unmatchedPieces(
  text: string,
  side: Side,
  { runs, moved }: Alignment,
  split: (text: string, start: number, end: number) => Span[],
): Map<string, Piece | null> {
  const pieces = new Map<string, Piece | null>();
  const movedRuns = sorted(moved, side);
  for (const { start, end } of split(text, 0, text.length)) {
    const content = text.slice(start, end).trim();
    const from = text.indexOf(content, start);
    const piece = { start: from, end: from + content.length };
    if (content.length < minMovedLength) continue;
    if (isKept(runs, side, piece) || coveredUnits(movedRuns, side, piece) > 0) continue;
    const isEdited = coveredUnits(runs, side, piece) > content.length * maxEqualShare;
    pieces.set(content, pieces.has(content) ? null : { ...piece, isEdited });
  }
  return pieces;
}

/** True when one run holds the whole piece. */
function isKept(runs: readonly EqualRun[], side: Side, piece: Span): boolean {
  const run = runs[firstRunAfter(runs, side, piece.start)];
  return run !== undefined && run[side] <= piece.start && piece.end <= run[side] + run.length;
}

function uniquePairs(
  old: ReadonlyMap<string, Piece | null>,
  next: ReadonlyMap<string, Piece | null>,
): EqualRun[] {
  const pairs: EqualRun[] = [];
  for (const [content, oldPiece] of old) {
    const newPiece = next.get(content);
    if (oldPiece === null || newPiece === null || newPiece === undefined) continue;
    // An edited piece did not move to a copy that nothing else became.
    if (oldPiece.isEdited && !newPiece.isEdited) continue;
    const { length } = content;
    pairs.push({ oldStart: oldPiece.start, newStart: newPiece.start, length, wholeLines: true });
  }
  return pairs;
}

/** A run from here on is evidence that its new text belongs to its own old text. */
const minClaimingRun = 24;
/** A candidate may overlap claimed text by at most this share of its length. */
const maxClaimedShare = 0.2;

/** The text that already belongs to other text of the other side. */
export interface Claims {
  /** True when a candidate place may not be given to an old place that lost its own. */
  isTaken(span: Span): boolean;
  /** Stretches of new text that are not claimed, ascending. */
  readonly gaps: readonly Span[];
}

/**
 * Computes the claims of an alignment. Without them a deleted place jumps to a near copy of itself: the copy
 * is found, although it was there before as another place.
 */
export function createClaims({ runs, moved }: Alignment, side: Side, textLength: number): Claims {
  const claiming = runs.filter(({ length, wholeLines }) => wholeLines || length >= minClaimingRun);
  const gaps: Span[] = [];
  let cursor = 0;
  for (const { start, end } of spansOf([...claiming, ...moved], side)) {
    if (start > cursor) gaps.push({ start: cursor, end: start });
    cursor = Math.max(cursor, end);
  }
  if (cursor < textLength) gaps.push({ start: cursor, end: textLength });

  return {
    gaps,
    isTaken(span) {
      if (isKept(runs, side, span)) return true;
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

/** Returns the lines of a text that are not wholly in one run, ascending: a copy of edited text is in one of them. */
export function changedLines(text: string, side: Side, runs: readonly EqualRun[]): Span[] {
  const changed: Span[] = [];
  const spans = [...runs.map((run) => spanOf(run, side)), { start: text.length, end: text.length }];
  let cursor = 0;
  for (const { start, end } of spans) {
    if (start > (changed.at(-1)?.end ?? -1)) {
      const feed = text.indexOf('\n', start);
      const line = cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;
      changed.push({ start: line, end: feed === -1 ? text.length : feed });
    }
    cursor = end;
  }
  return changed;
}
