import { splitsPair } from '../text/text-range.ts';
import { type EqualRun, joinRuns } from './equal-runs.ts';
import { isLineStart, isSentenceStart } from './pieces.ts';

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
