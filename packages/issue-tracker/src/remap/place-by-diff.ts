import { coveredUnits, type EqualRun, firstRunAfter, runsIn } from '../diff/equal-runs.ts';
import { isLineStart, isSentenceStart } from '../diff/pieces.ts';
import { levenshtein } from '../text/similarity.ts';
import type { FoundPlace } from './search-answer.ts';
import { type Span, splitsPair } from '../text/text-range.ts';

/** Share of its characters that an edited place must have kept. */
const minKeptShare = 0.5;
/** Least similarity between the old slice and the new one. */
const minSimilarity = 0.5;
/**
 * A place that kept this share may resemble its old slice less: text was put into it. On six histories
 * 82 of 91 such places were edits, 9 deletions.
 */
const wellKeptShare = 0.6;
const minWellKeptSimilarity = 0.25;
/** Longer slices are compared by the alignment itself, which is linear. */
const maxExactSimilarity = 400;

/** The result of following one old place through the runs of a diff. */
export type DiffAnswer =
  | { readonly kind: 'equal' | 'edited'; readonly place: FoundPlace }
  | { readonly kind: 'deleted' | 'rewritten' };

/** The two texts of the runs. */
export interface TextPair {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Follows one non-empty old place through equal runs. Borders inside a changed stretch are cut in
 * proportion, by one function for all places, so places that did not overlap cannot begin to.
 */
export function placeByDiff(texts: TextPair, runs: readonly EqualRun[], span: Span): DiffAnswer {
  const inside = runsIn(runs, 'oldStart', span);
  const [first] = inside;
  const last = inside.at(-1);
  if (first === undefined || last === undefined) {
    const { next } = gapAt(texts, runs, span.start);
    return { kind: next.start === next.end ? 'deleted' : 'rewritten' };
  }
  if (first.oldStart <= span.start && span.end <= first.oldStart + first.length) {
    const start = span.start + first.newStart - first.oldStart;
    const end = start + span.end - span.start;
    return { kind: 'equal', place: { span: { start, end }, similarity: 1 } };
  }
  const share = coveredUnits(inside, 'oldStart', span) / (span.end - span.start);
  if (share < minKeptShare) return { kind: 'rewritten' };
  const least = share >= wellKeptShare ? minWellKeptSimilarity : minSimilarity;
  const place = bestBorders(texts, runs, span, { first, last, least });
  return place.similarity >= least ? { kind: 'edited', place } : { kind: 'rewritten' };
}

/**
 * A border whose words were replaced includes the replacement, if the place is similar enough with it. Any other
 * border is at the kept text or out in the changed stretch: whichever resembles the old slice more.
 */
function bestBorders(
  texts: TextPair,
  runs: readonly EqualRun[],
  span: Span,
  { first, last, least }: Readonly<Record<'first' | 'last', EqualRun>> & { readonly least: number },
): FoundPlace {
  const tightStart = first.newStart + Math.max(0, span.start - first.oldStart);
  const tightEnd = last.newStart + Math.min(last.length, span.end - last.oldStart);
  const isStartKept = first.oldStart <= span.start;
  const isEndKept = span.end <= last.oldStart + last.length;
  const starts = isStartKept ? [tightStart] : [mapChanged(texts, runs, span.start), tightStart];
  const ends = isEndKept ? [tightEnd] : [mapChanged(texts, runs, span.end), tightEnd];
  const mostSimilar = (from: readonly number[], to: readonly number[]): FoundPlace =>
    from
      .flatMap((start) => to.map((end) => ({ start, end })))
      .map((next) => ({ span: next, similarity: similarityOf(texts, runs, span, next) }))
      .reduce((best, place) => (place.similarity > best.similarity ? place : best));
  const replacedStart = isStartKept ? null : startOfReplacement(texts, runs, span);
  const replacedEnd = isEndKept ? null : endOfReplacement(texts, runs, span);
  const whole = mostSimilar(
    replacedStart === null ? starts : [replacedStart],
    replacedEnd === null ? ends : [replacedEnd],
  );
  return whole.similarity >= least ? whole : mostSimilar(starts, ends);
}

/**
 * Returns the start of the text that replaced the first words of a place; null when the changed stretch begins
 * before the place. Sentences that were put before it do not belong to it.
 */
function startOfReplacement(texts: TextPair, runs: readonly EqualRun[], span: Span): number | null {
  const { old, next } = gapAt(texts, runs, span.start);
  if (old.start !== span.start) return null;
  // Text from further away makes the place too long to be similar.
  const from = Math.max(next.start, next.end - (span.end - span.start) * 3);
  const replaced = sentenceStarts(texts.oldText, old.start + 1, old.end).length;
  const cut = sentenceStarts(texts.newText, from + 1, next.end).at(-1 - replaced);
  if (cut === undefined) return next.start;
  return next.end - texts.newText.slice(cut, next.end).trimStart().length;
}

/** As `startOfReplacement`, for the last words. */
function endOfReplacement(texts: TextPair, runs: readonly EqualRun[], span: Span): number | null {
  const { old, next } = gapAt(texts, runs, span.end - 1);
  if (old.end !== span.end) return null;
  const to = Math.min(next.end, next.start + (span.end - span.start) * 3);
  const replaced = sentenceStarts(texts.oldText, old.start, old.end - 1).length;
  return sentenceStarts(texts.newText, next.start, to - 1)[replaced] ?? next.end;
}

/** The offsets from `start` to `end` at which a sentence or a line begins. */
function sentenceStarts(text: string, start: number, end: number): number[] {
  const found: number[] = [];
  for (let index = start; index <= end; index += 1) {
    if (isLineStart(text, index) || (isSentenceStart(text, index) && endsSentence(text, index)))
      found.push(index);
  }
  return found;
}

/** False at the full stop of a number or a name. */
function endsSentence(text: string, index: number): boolean {
  return text.charCodeAt(index - 1) > 0x7f || text.charAt(index).trim() === '';
}

/** The changed stretch that holds an old offset, on both sides. */
function gapAt(
  { oldText, newText }: TextPair,
  runs: readonly EqualRun[],
  oldOffset: number,
): { readonly old: Span; readonly next: Span } {
  const after = firstRunAfter(runs, 'oldStart', oldOffset);
  const previous = runs[after - 1];
  const next = runs[after] ?? { oldStart: oldText.length, newStart: newText.length };
  const [oldStart, newStart] =
    previous === undefined
      ? [0, 0]
      : [previous.oldStart + previous.length, previous.newStart + previous.length];
  return {
    old: { start: oldStart, end: next.oldStart },
    next: { start: newStart, end: next.newStart },
  };
}

/**
 * Returns the new offset of an old one in a changed stretch; monotone. Its outer edges map to each other,
 * offsets between them in proportion.
 */
function mapChanged(texts: TextPair, runs: readonly EqualRun[], offset: number): number {
  const { old, next } = gapAt(texts, runs, offset);
  const share = (offset - old.start) / (old.end - old.start);
  const mapped = next.start + Math.round(share * (next.end - next.start));
  return splitsPair(texts.newText, mapped) ? mapped - 1 : mapped;
}

function similarityOf(
  { oldText, newText }: TextPair,
  runs: readonly EqualRun[],
  old: Span,
  next: Span,
): number {
  const longer = Math.max(old.end - old.start, next.end - next.start);
  if (longer === 0) return 1;
  const distance =
    longer <= maxExactSimilarity
      ? levenshtein(oldText.slice(old.start, old.end), newText.slice(next.start, next.end))
      : alignedDistance(runs, old, next);
  return 1 - distance / longer;
}

/**
 * Edits along the alignment: an upper bound of the edit distance, in linear time. A border of `next` lies
 * in a run only where that of `old` does, so that a run is cut alike on both sides.
 */
function alignedDistance(runs: readonly EqualRun[], old: Span, next: Span): number {
  let distance = 0;
  let oldCursor = old.start;
  let newCursor = next.start;
  for (const run of runsIn(runs, 'oldStart', old)) {
    const from = Math.max(0, old.start - run.oldStart);
    const to = Math.min(run.length, old.end - run.oldStart);
    distance += Math.max(run.oldStart + from - oldCursor, run.newStart + from - newCursor);
    oldCursor = run.oldStart + to;
    newCursor = run.newStart + to;
  }
  return distance + Math.max(old.end - oldCursor, next.end - newCursor);
}

/** Returns the new offset of an empty place between its neighbours; null when both are gone. */
export function pointByDiff(runs: readonly EqualRun[], offset: number): number | null {
  // The run that ends at the point or holds it, else the one that begins there.
  const run = runs[firstRunAfter(runs, 'oldStart', offset - 1)];
  return run !== undefined && run.oldStart <= offset ? run.newStart + offset - run.oldStart : null;
}
