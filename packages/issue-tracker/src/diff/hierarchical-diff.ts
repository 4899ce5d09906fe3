import { type Span, splitsPair } from '../text/text-range.ts';
import { alignTokens } from './align-tokens.ts';
import { diffCharacters } from './character-diff.ts';
import { type EqualRun, gapsBetween, joinRuns } from './equal-runs.ts';
import { isLineStart, isSentenceStart, splitClauses, splitLines } from './pieces.ts';
import type { StepMeter } from './step-meter.ts';

/** Equal runs of two texts, ascending and disjoint in both. */
export interface TextDiff {
  readonly runs: readonly EqualRun[];
  readonly equalChars: number;
  /** True when a block was too large or too different to look into and counts as replaced. */
  readonly capped: boolean;
}

/** Shorter stretches between two changes are chance, not evidence. */
const minEvidence = 3;

/**
 * Compares two texts from coarse to fine: lines, then clauses inside changed blocks, then characters
 * inside what is left. O(n + edits) typical; work is booked on `meter`, never timed.
 */
export function diffTexts(oldText: string, newText: string, meter: StepMeter): TextDiff {
  let capped = false;
  const runs: EqualRun[] = [];
  const texts = { oldText, newText };
  const whole: Block = {
    old: { start: 0, end: oldText.length },
    next: { start: 0, end: newText.length },
  };
  const lines = alignPieces(texts, whole, splitLines, meter, true);
  capped ||= lines.capped;
  for (const run of lines.runs) runs.push(run);
  for (const block of blocksBetween(lines.runs, whole)) {
    const clauses = alignPieces(texts, block, splitClauses, meter, false);
    capped ||= clauses.capped;
    for (const run of clauses.runs) runs.push(run);
    for (const inner of blocksBetween(clauses.runs, block)) {
      const characters = diffCharacters(
        oldText.slice(inner.old.start, inner.old.end),
        newText.slice(inner.next.start, inner.next.end),
        meter,
      );
      capped ||= characters === null;
      for (const run of characters ?? []) {
        runs.push({
          ...run,
          oldStart: run.oldStart + inner.old.start,
          newStart: run.newStart + inner.next.start,
        });
      }
    }
  }
  const sorted = joinRuns(runs.toSorted((left, right) => left.oldStart - right.oldStart));
  const kept = slideChanges(texts, joinRuns(sorted.filter(isEvidence(texts))));
  return { runs: kept, equalChars: kept.reduce((sum, { length }) => sum + length, 0), capped };
}

interface Texts {
  readonly oldText: string;
  readonly newText: string;
}

interface Block {
  readonly old: Span;
  readonly next: Span;
}

function alignPieces(
  { oldText, newText }: Texts,
  block: Block,
  split: (text: string, start: number, end: number) => Span[],
  meter: StepMeter,
  wholeLines: boolean,
): { readonly runs: EqualRun[]; readonly capped: boolean } {
  const oldPieces = split(oldText, block.old.start, block.old.end);
  const newPieces = split(newText, block.next.start, block.next.end);
  const ids = new Map<string, number>();
  const weights: number[] = [];
  const idsOf = (text: string, pieces: readonly Span[]): Int32Array =>
    Int32Array.from(pieces, ({ start, end }) => {
      const piece = text.slice(start, end);
      let id = ids.get(piece);
      if (id === undefined) {
        id = weights.push(end - start) - 1;
        ids.set(piece, id);
      }
      return id;
    });
  const old = idsOf(oldText, oldPieces);
  const next = idsOf(newText, newPieces);
  const { matches, capped } = alignTokens({ old, next, weights, vocabulary: ids.size }, meter);
  const runs = matches.map(({ oldIndex, newIndex, count }) => {
    const oldStart = oldPieces[oldIndex]?.start ?? 0;
    const newStart = newPieces[newIndex]?.start ?? 0;
    const length = (oldPieces[oldIndex + count - 1]?.end ?? 0) - oldStart;
    return { oldStart, newStart, length, wholeLines };
  });
  return { runs: joinRuns(runs), capped };
}

/** Returns the blocks between the runs of a block, where both sides have something to compare. */
function blocksBetween(runs: readonly EqualRun[], block: Block): Block[] {
  return gapsBetween(runs, block).filter(
    ({ old, next }) => old.start < old.end && next.start < next.end,
  );
}

/** A short stretch counts only as whole lines or at an end of both texts. */
function isEvidence({ oldText, newText }: Texts): (run: EqualRun) => boolean {
  return ({ oldStart, newStart, length, wholeLines }) =>
    wholeLines ||
    length >= minEvidence ||
    (oldStart === 0 && newStart === 0) ||
    (oldStart + length === oldText.length && newStart + length === newText.length);
}

/**
 * Moves pure insertions and deletions that fit in several places to where people make them: a line
 * start, else a sentence start. `A B [B] C` and `A [B] B C` are the same edit; only one of them cuts at the
 * border that a reader sees. A change moves by less than its length, so this is linear.
 */
export function slideChanges(
  texts: { readonly oldText: string; readonly newText: string },
  runs: readonly EqualRun[],
): EqualRun[] {
  const result = runs.map((run) => ({ ...run }));
  for (let index = 0; index + 1 < result.length; index += 1) {
    const before = result[index];
    const after = result[index + 1];
    if (before === undefined || after === undefined) continue;
    const oldGap = after.oldStart - before.oldStart - before.length;
    const newGap = after.newStart - before.newStart - before.length;
    if (oldGap > 0 === newGap > 0) continue;
    const text = oldGap > 0 ? texts.oldText : texts.newText;
    const start = oldGap > 0 ? before.oldStart + before.length : before.newStart + before.length;
    const shift = bestShift(
      text,
      start,
      start + Math.max(oldGap, newGap),
      before.length,
      after.length,
    );
    result[index] = { ...before, length: before.length + shift };
    result[index + 1] = {
      ...after,
      oldStart: after.oldStart + shift,
      newStart: after.newStart + shift,
      length: after.length - shift,
    };
  }
  return joinRuns(result);
}

/** Returns the shift to the best border, then the smallest, of all that do not change the texts. */
function bestShift(
  text: string,
  start: number,
  end: number,
  roomBefore: number,
  roomAfter: number,
): number {
  const reach = end - start;
  let best = 0;
  let bestScore = borderScore(text, start);
  const consider = (shift: number): void => {
    const score = borderScore(text, start + shift);
    if (score > bestScore && !splitsPair(text, start + shift) && !splitsPair(text, end + shift)) {
      best = shift;
      bestScore = score;
    }
  };
  for (let shift = -1; shift > -reach && -shift < roomBefore; shift -= 1) {
    if (text.charCodeAt(start + shift) !== text.charCodeAt(end + shift)) break;
    consider(shift);
  }
  for (let shift = 1; shift < reach && shift < roomAfter; shift += 1) {
    if (text.charCodeAt(start + shift - 1) !== text.charCodeAt(end + shift - 1)) break;
    consider(shift);
  }
  return best;
}

function borderScore(text: string, index: number): number {
  if (isLineStart(text, index)) return 2;
  return isSentenceStart(text, index) ? 1 : 0;
}
