import DiffMatchPatch from 'diff-match-patch';
import type { Hunk } from './git.ts';

/** The real position of a range, followed through every commit between two versions. */
export type Truth =
  | { readonly kind: 'kept' | 'edited' | 'moved'; readonly start: number; readonly end: number }
  | { readonly kind: 'deleted' }
  /** Not decidable by the recipe; not scored. */
  | { readonly kind: 'unclear' };

/** One commit: both texts and the line hunks between them. */
export interface Step {
  readonly oldText: string;
  readonly newText: string;
  readonly hunks: readonly Hunk[];
}

const minKept = 0.6;
const maxGone = 0.15;
/** A shorter text that appears elsewhere is no evidence of a move. */
const minMoved = 16;
const engine = new DiffMatchPatch();
engine.Diff_Timeout = 0;

export function carry(
  start: number,
  end: number,
  steps: readonly Step[],
  finalText: string,
): Truth {
  let place: Exclude<Truth, { kind: 'deleted' | 'unclear' }> = { kind: 'kept', start, end };
  for (const step of steps) {
    const text = step.oldText.slice(place.start, place.end);
    const next = carryOnce(place.start, place.end, step);
    if (next.kind === 'unclear') return next;
    if (next.kind === 'deleted') return finalText.includes(text) ? { kind: 'unclear' } : next;
    place = { ...next, kind: next.kind === 'kept' ? place.kind : next.kind };
  }
  return place;
}

function carryOnce(start: number, end: number, step: Step): Truth {
  const oldLines = lineStarts(step.oldText);
  const newLines = lineStarts(step.newText);
  const firstLine = lineOf(oldLines, start);
  const lastLine = lineOf(oldLines, Math.max(start, end - 1));
  let shift = 0;
  for (const hunk of step.hunks) {
    const hunkEnd = hunk.oldLine + hunk.oldCount;
    if (hunkEnd <= firstLine) {
      shift =
        (newLines[hunk.newLine + hunk.newCount] ?? step.newText.length) -
        (oldLines[hunkEnd] ?? step.oldText.length);
      continue;
    }
    if (hunk.oldLine > lastLine) break;
    if (hunk.oldLine > firstLine || hunkEnd <= lastLine) return { kind: 'unclear' };
    return carryInHunk(start, end, step, {
      oldStart: oldLines[hunk.oldLine] ?? 0,
      oldEnd: oldLines[hunkEnd] ?? step.oldText.length,
      newStart: newLines[hunk.newLine] ?? step.newText.length,
      newEnd: newLines[hunk.newLine + hunk.newCount] ?? step.newText.length,
    });
  }
  return { kind: 'kept', start: start + shift, end: end + shift };
}

function carryInHunk(
  start: number,
  end: number,
  { oldText, newText }: Step,
  hunk: { oldStart: number; oldEnd: number; newStart: number; newEnd: number },
): Truth {
  const text = oldText.slice(start, end);
  const oldHunk = oldText.slice(hunk.oldStart, hunk.oldEnd);
  const newHunk = newText.slice(hunk.newStart, hunk.newEnd);
  if (occurrences(oldHunk, text) === 1 && occurrences(newHunk, text) === 1) {
    const at = hunk.newStart + newHunk.indexOf(text);
    return { kind: 'kept', start: at, end: at + text.length };
  }
  if (oldHunk.length * newHunk.length > 16_000_000) return { kind: 'unclear' };
  const diffs = engine.diff_main(oldHunk, newHunk, false);
  engine.diff_cleanupSemantic(diffs);
  let old = hunk.oldStart;
  let next = hunk.newStart;
  let kept = 0;
  let from = -1;
  let to = -1;
  for (const [operation, { length }] of diffs) {
    if (operation === 0) {
      const left = Math.max(old, start);
      const right = Math.min(old + length, end);
      if (left < right) {
        kept += right - left;
        if (from === -1) from = next + left - old;
        to = next + right - old;
      }
    }
    if (operation <= 0) old += length;
    if (operation >= 0) next += length;
  }
  if (kept >= text.length * minKept) {
    return {
      kind: kept === text.length && to - from === kept ? 'kept' : 'edited',
      start: from,
      end: to,
    };
  }
  if (kept >= text.length * maxGone) return { kind: 'unclear' };
  const elsewhere = occurrences(newText, text);
  if (elsewhere === 0) return { kind: 'deleted' };
  if (elsewhere === 1 && text.length >= minMoved && occurrences(oldText, text) === 1) {
    const at = newText.indexOf(text);
    return { kind: 'moved', start: at, end: at + text.length };
  }
  return { kind: 'unclear' };
}

export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}
