import searchApproximately from 'approx-string-match';
import type { StepMeter } from '../diff/step-meter.ts';
import { bigramDice } from '../text/grams.ts';
import { overlapOf, type Span, splitsPair } from '../text/text-range.ts';
import type { Claims } from './claims.ts';
import type { FoundPlace, SearchAnswer } from './search-answer.ts';
import type { SearchSpace } from './search-space.ts';

/** Context compared on each side of a candidate. */
const contextLength = 64;
/** An exact copy this long needs no context to be the place. */
const longEnoughAlone = 16;
const minExactLength = 4;
const minContextOfOne = 0.3;
const minContextOfSeveral = 0.8;
const minContextLead = 0.2;
const minQuestionContext = 0.5;
const maxOccurrences = 64;

const minFuzzyLength = 16;
const maxFuzzyLength = 256;
const maxFuzzyErrors = 0.25;
const minFuzzySimilarity = 0.75;
const minFuzzyLead = 0.1;
const minFuzzyContext = 0.5;
const minSharedGrams = 0.2;
const maxFuzzyTiles = 16;

/** The free text of both sides, in which a search looks. */
export interface MoveSpaces {
  readonly old: SearchSpace;
  readonly next: SearchSpace;
  readonly claims: Claims;
  readonly meter: StepMeter;
}

/**
 * Finds the same characters in unclaimed new text. The result must also hold in the other direction: when
 * other unmatched old text is equal, context decides which of them went there.
 */
export function findExactMove(spaces: MoveSpaces, span: Span): SearchAnswer {
  const length = span.end - span.start;
  if (length < minExactLength) return { kind: 'miss' };
  const { old, next, claims, meter } = spaces;
  if (!meter.spend(length + contextLength * 4)) return { kind: 'skipped' };
  const slice = old.text.slice(span.start, span.end);
  const ranked = next
    .occurrences(slice, maxOccurrences)
    .map((start) => ({ start, end: start + length }))
    .filter((candidate) => !claims.isTaken(candidate))
    .map((candidate) => ({
      span: candidate,
      similarity: 1,
      context: meanContext(old.text, span, next.text, candidate),
    }))
    .toSorted((left, right) => right.context - left.context || left.span.start - right.span.start);
  const [best, second] = ranked;
  if (best === undefined) return { kind: 'miss' };
  if (!meter.spend(ranked.length * contextLength * 4)) return { kind: 'skipped' };
  const decided =
    second === undefined
      ? length >= longEnoughAlone || best.context >= minContextOfOne
      : best.context >= minContextOfSeveral && best.context - second.context >= minContextLead;
  if (decided && isBestOrigin(spaces, span, slice, best)) return { kind: 'hit', place: best };
  const candidates = ranked.filter(
    ({ context }) => length >= longEnoughAlone || context >= minQuestionContext,
  );
  return candidates.length > 0 ? { kind: 'ambiguous', places: candidates } : { kind: 'miss' };
}

/** Finds the same characters when they occur once in each of the two spaces. */
export function findOnlyCopy(
  { old, next, meter }: Pick<MoveSpaces, 'old' | 'next' | 'meter'>,
  span: Span,
): FoundPlace | null {
  const length = span.end - span.start;
  if (length < minExactLength || !meter.spend(length)) return null;
  const slice = old.text.slice(span.start, span.end);
  const [start, second] = next.occurrences(slice, 2);
  if (start === undefined || second !== undefined) return null;
  if (old.occurrences(slice, 2).length > 1) return null;
  return { span: { start, end: start + length }, similarity: 1 };
}

/** False when another unmatched old place reads the same and fits the new context about as well. */
function isBestOrigin(
  { old, next }: MoveSpaces,
  span: Span,
  slice: string,
  best: { readonly span: Span; readonly context: number },
): boolean {
  return old
    .occurrences(slice, maxOccurrences)
    .filter((start) => start !== span.start)
    .every((start) => {
      const rival = { start, end: start + slice.length };
      return best.context - meanContext(old.text, rival, next.text, best.span) >= minContextLead;
    });
}

/** Finds similar characters in unclaimed new text, with a fitting context on at least one side. */
export function findFuzzyMove(spaces: MoveSpaces, span: Span): SearchAnswer {
  const length = span.end - span.start;
  if (length < minFuzzyLength) return { kind: 'miss' };
  const { old, next, claims, meter } = spaces;
  const slice = old.text.slice(span.start, span.end);
  const found =
    length <= maxFuzzyLength
      ? approximatePlaces(next, slice, meter)
      : placesByEnds(next, slice, meter);
  if (found === null) return { kind: 'skipped' };
  const fitting = found.filter(
    (candidate) =>
      !claims.isTaken(candidate.span) &&
      bestContext(old.text, span, next.text, candidate.span) >= minFuzzyContext,
  );
  const [best, second] = fitting;
  if (best === undefined) return { kind: 'miss' };
  const ahead = second === undefined || best.similarity - second.similarity >= minFuzzyLead;
  if (!ahead) return { kind: 'ambiguous', places: fitting };
  const copy = next.text.slice(best.span.start, best.span.end).slice(0, maxFuzzyLength);
  const origins = approximatePlaces(old, copy, meter);
  if (origins === null) return { kind: 'skipped' };
  // It went there from elsewhere when other unmatched old text resembles it at least as much.
  const hasCloserOrigin = origins.some(
    (origin) => overlapOf(origin.span, span) === 0 && origin.similarity >= best.similarity,
  );
  return hasCloserOrigin ? { kind: 'miss' } : { kind: 'hit', place: best };
}

/** Best approximate matches, one per place, most similar first; null when the meter refuses. */
function approximatePlaces(
  space: SearchSpace,
  pattern: string,
  meter: StepMeter,
): FoundPlace[] | null {
  const maxErrors = Math.floor(pattern.length * maxFuzzyErrors);
  const places: FoundPlace[] = [];
  for (const tile of space.tilesLike(pattern, minSharedGrams).slice(0, maxFuzzyTiles)) {
    const words = Math.ceil(pattern.length / 32);
    if (!meter.spend((tile.end - tile.start) * words)) return null;
    for (const match of searchApproximately(
      space.text.slice(tile.start, tile.end),
      pattern,
      maxErrors,
    )) {
      const span = wholeCharacters(space.text, tile.start + match.start, tile.start + match.end);
      places.push({ span, similarity: 1 - match.errors / pattern.length });
    }
  }
  const ranked = places.toSorted(
    (left, right) => right.similarity - left.similarity || left.span.start - right.span.start,
  );
  const distinct: FoundPlace[] = [];
  for (const place of ranked) {
    if (distinct.every(({ span }) => overlapOf(span, place.span) === 0)) distinct.push(place);
  }
  return distinct;
}

/** A long slice is found by its two ends, when they lie about as far apart as before. */
function placesByEnds(space: SearchSpace, slice: string, meter: StepMeter): FoundPlace[] | null {
  const endLength = maxFuzzyLength / 2;
  const heads = approximatePlaces(space, slice.slice(0, endLength), meter);
  const tails = approximatePlaces(space, slice.slice(-endLength), meter);
  if (heads === null || tails === null) return null;
  const places: FoundPlace[] = [];
  for (const head of heads) {
    for (const tail of tails) {
      const length = tail.span.end - head.span.start;
      const ratio = length / slice.length;
      if (ratio < minFuzzySimilarity || ratio > 1 / minFuzzySimilarity) continue;
      const similarity = Math.min(head.similarity, tail.similarity, ratio, 1 / ratio);
      places.push({ span: { start: head.span.start, end: tail.span.end }, similarity });
    }
  }
  return places.toSorted((left, right) => right.similarity - left.similarity);
}

function wholeCharacters(text: string, start: number, end: number): Span {
  return {
    start: splitsPair(text, start) ? start - 1 : start,
    end: splitsPair(text, end) ? end + 1 : end,
  };
}

function meanContext(oldText: string, old: Span, newText: string, next: Span): number {
  const [first, second] = contexts(oldText, old, newText, next);
  return (first + second) / 2;
}

function bestContext(oldText: string, old: Span, newText: string, next: Span): number {
  return Math.max(...contexts(oldText, old, newText, next));
}

/** Returns the similarity of the text before two places, and of the text after them. */
function contexts(oldText: string, old: Span, newText: string, next: Span): [number, number] {
  return [
    bigramDice(before(oldText, old), before(newText, next)),
    bigramDice(after(oldText, old), after(newText, next)),
  ];
}

function before(text: string, { start }: Span): string {
  return text.slice(Math.max(0, start - contextLength), start);
}

function after(text: string, { end }: Span): string {
  return text.slice(end, end + contextLength);
}
