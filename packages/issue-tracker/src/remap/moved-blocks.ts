import type { EqualRun } from '../diff/equal-run.ts';
import { type Piece, splitLines, splitSentences } from '../diff/pieces.ts';
import type { Span } from '../text/text-range.ts';
import { coveredUnits, cutRuns } from './run-index.ts';

/** Shorter pieces stand in too many places to say where they went. */
const minMovedLength = 8;
/** A piece with a larger share in equal runs was not moved but kept. */
const maxEqualShare = 0.5;

/** Runs in order, and blocks that left the order; no unit is in both. */
export interface Alignment {
  readonly runs: readonly EqualRun[];
  /** Ascending by `oldStart`; `newStart` may go anywhere. */
  readonly moved: readonly EqualRun[];
}

/**
 * Lines, then sentences, that the diff left unmatched and that stand exactly once among the unmatched
 * of either text. A whole line that is equal out of order is better evidence than the scattered short
 * runs it may hold, so those are cut away.
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
    const kept = cutRuns(
      cutRuns(alignment.runs, 'oldStart', spansOf(found, 'oldStart')),
      'newStart',
      spansOf(found, 'newStart'),
    );
    alignment = {
      runs: kept,
      moved: [...alignment.moved, ...found].toSorted(
        (left, right) => left.oldStart - right.oldStart,
      ),
    };
  }
  return alignment;
}

type Side = 'oldStart' | 'newStart';

/** Stretches of one side as ascending spans. */
function spansOf(runs: readonly EqualRun[], side: Side): Span[] {
  return runs
    .map((run) => ({ start: run[side], end: run[side] + run.length }))
    .toSorted((left, right) => left.start - right.start);
}

/** Pieces by their text, blanks around it left out; `null` marks one that stands more than once. */
function unmatchedPieces(
  text: string,
  side: Side,
  { runs, moved }: Alignment,
  split: (text: string, start: number, end: number) => Piece[],
): Map<string, Piece | null> {
  const pieces = new Map<string, Piece | null>();
  const movedRuns = moved.toSorted((left, right) => left[side] - right[side]);
  for (const { start, end } of split(text, 0, text.length)) {
    const content = text.slice(start, end).trim();
    const from = text.indexOf(content, start);
    const piece = { start: from, end: from + content.length };
    if (content.length < minMovedLength) continue;
    if (coveredUnits(runs, side, piece) > content.length * maxEqualShare) continue;
    if (coveredUnits(movedRuns, side, piece) > 0) continue;
    pieces.set(content, pieces.has(content) ? null : piece);
  }
  return pieces;
}

function uniquePairs(
  old: ReadonlyMap<string, Piece | null>,
  next: ReadonlyMap<string, Piece | null>,
): EqualRun[] {
  const pairs: EqualRun[] = [];
  for (const [content, oldPiece] of old) {
    const newPiece = next.get(content);
    if (oldPiece === null || newPiece === null || newPiece === undefined) continue;
    pairs.push({
      oldStart: oldPiece.start,
      newStart: newPiece.start,
      length: content.length,
      wholeLines: true,
    });
  }
  return pairs;
}
