import { diffTexts } from '../diff/hierarchical-diff.ts';
import type { StepMeter } from '../diff/step-meter.ts';
import { createPlainLines } from '../text/line-ends.ts';
import { overlapOf, type Span } from '../text/text-range.ts';
import { changedLines, createClaims, findMovedBlocks } from './claims.ts';
import { confidence, diffEditedConfidence, fuzzyConfidence } from './confidence-table.ts';
import { findExactMove, findFuzzyMove, findOnlyCopy, type MoveSpaces } from './move-search.ts';
import { type DiffAnswer, placeByDiff, pointByDiff } from './place-by-diff.ts';
import {
  conclude as concludeSearch,
  type FoundPlace,
  movingSearch,
  type SearchAnswer,
  type SearchKind,
} from './search-answer.ts';
import { createSearchSpace } from './search-space.ts';
import type { Attempt, Remap, Strategy } from './types.ts';

/** Places of an old text that is available. */
export type Placer = ReturnType<typeof createPlacer>;

type Conclude = (
  kind: SearchKind,
  answer: SearchAnswer,
  attempts: Attempt[],
  steps?: number,
) => Remap | null;

const diffSearch = (sure: SearchKind['sure']): SearchKind => ({
  ...movingSearch('diff', sure),
  moved: false,
});
const equalPlace = diffSearch(() => confidence.diffEqual);
const editedPlace = diffSearch(diffEditedConfidence);
const movedBlock = movingSearch('exact_match', () => confidence.movedBlock);

/** The searches for a place that left its text, in order; a hit below `least` is a question to a person. */
const moveSearches = [
  {
    kind: movingSearch('exact_match', () => confidence.exactMove),
    find: findExactMove,
    least: 0,
  },
  { kind: movingSearch('fuzzy', fuzzyConfidence), find: findFuzzyMove, least: 0.9 },
] as const;

/**
 * Creates a placer. It compares the two texts once and answers every place from the result. The kind of line
 * end is no difference, so texts are compared with `\n` alone; places are offsets into the texts as given.
 */
export function createPlacer(
  givenOld: string,
  givenNew: string,
  options: { readonly allowed: ReadonlySet<Strategy>; readonly meter: StepMeter },
) {
  const { allowed, meter } = options;
  const old = createPlainLines(givenOld);
  const next = createPlainLines(givenNew);
  const { text: oldText } = old;
  const { text: newText } = next;
  const texts = { oldText, newText };
  const diff = diffTexts(oldText, newText, meter);
  const { runs, moved } = findMovedBlocks(oldText, newText, diff.runs);
  // Without the diff as a strategy no text is known to belong to another: the whole text is free.
  const evidence = allowed.has('diff') ? { runs, moved } : { runs: [], moved: [] };
  const claims = createClaims(evidence, 'newStart', newText.length);
  let spaces: MoveSpaces | undefined;
  let changed: Pick<MoveSpaces, 'old' | 'next'> | undefined;
  const searchSpaces = (): MoveSpaces => {
    spaces ??= {
      old: createSearchSpace(oldText, createClaims(evidence, 'oldStart', oldText.length).gaps),
      next: createSearchSpace(newText, claims.gaps),
      claims,
      meter,
    };
    return spaces;
  };

  /** Asks when the text of an edited place is found once elsewhere: it moved, or the words changed in place. */
  const orCopy = (span: Span, edited: FoundPlace): SearchAnswer => {
    const hit: SearchAnswer = { kind: 'hit', place: edited };
    if (!allowed.has('exact_match')) return hit;
    changed ??= {
      old: createSearchSpace(oldText, changedLines(oldText, 'oldStart', runs)),
      next: createSearchSpace(newText, changedLines(newText, 'newStart', runs)),
    };
    const copy = findOnlyCopy({ ...changed, meter }, span);
    if (copy === null) return hit;
    return overlapOf(copy.span, edited.span) > 0
      ? { kind: 'hit', place: copy }
      : { kind: 'ambiguous', places: [copy, edited] };
  };

  const placePoint = (offset: number, conclude: Conclude): Remap => {
    const point = oldText === '' ? 0 : pointByDiff(runs, offset);
    const attempts: Attempt[] = [];
    const answer: SearchAnswer =
      point === null
        ? { kind: 'miss' }
        : { kind: 'hit', place: { span: { start: point, end: point }, similarity: 1 } };
    const found = conclude(equalPlace, answer, attempts);
    return found ?? { status: 'lost', reason: 'deleted', attempts };
  };

  /** Finds the place inside a block that moved, as far as the block holds it. */
  const placeInBlock = (span: Span): SearchAnswer | null => {
    const block = moved.find(
      ({ oldStart, length }) => oldStart < span.end && span.start < oldStart + length,
    );
    if (block === undefined) return null;
    const start = span.start + block.newStart - block.oldStart;
    const exact = { start, end: start + span.end - span.start };
    if (start >= 0 && newText.startsWith(oldText.slice(span.start, span.end), start)) {
      return { kind: 'hit', place: { span: exact, similarity: 1 } };
    }
    const answer = placeByDiff(texts, [block], span);
    return 'place' in answer ? { kind: 'hit', place: answer.place } : null;
  };

  /** Returns the function that concludes the searches for a given span, with places of the given new text. */
  const concludeFor = (given: Span): Conclude => {
    const restore = ({ span, similarity }: FoundPlace): FoundPlace => {
      const { start, end } = next.originalSpan(span);
      const inside = (oldOffset: number, offset: number): number =>
        similarity === 1 && old.splitsLineEnd(oldOffset) && next.splitsLineEnd(offset + 1)
          ? offset + 1
          : offset;
      return {
        span: { start: inside(given.start, start), end: inside(given.end, end) },
        similarity,
      };
    };
    return (kind, answer, attempts, steps) => {
      const restored: SearchAnswer =
        answer.kind === 'hit'
          ? { ...answer, place: restore(answer.place) }
          : answer.kind === 'ambiguous'
            ? { ...answer, places: answer.places.map(restore) }
            : answer;
      return concludeSearch(kind, restored, given.start, attempts, steps);
    };
  };

  const place = (given: Span): Remap => {
    const conclude = concludeFor(given);
    const span = old.plainSpan(given);
    if (span.start === span.end) return placePoint(span.start, conclude);
    const attempts: Attempt[] = [];
    let left: DiffAnswer = { kind: 'rewritten' };
    if (allowed.has('diff')) {
      left = placeByDiff(texts, runs, span);
      const found =
        left.kind === 'edited'
          ? conclude(editedPlace, orCopy(span, left.place), attempts)
          : conclude(
              equalPlace,
              left.kind === 'equal' ? { kind: 'hit', place: left.place } : { kind: 'miss' },
              attempts,
            );
      if (found !== null) return found;
      // A block that does not hold the place is not an attempt.
      const inBlock = allowed.has('exact_match') ? placeInBlock(span) : null;
      const blocked = inBlock && conclude(movedBlock, inBlock, attempts);
      if (blocked !== null) return blocked;
    }
    for (const { kind, find, least } of moveSearches) {
      if (!allowed.has(kind.method)) continue;
      const before = meter.steps;
      const answer = atLeast(find(searchSpaces(), span), least);
      const found = conclude(kind, answer, attempts, meter.steps - before);
      if (found !== null) return found;
    }
    return { status: 'lost', reason: left.kind === 'deleted' ? 'deleted' : 'rewritten', attempts };
  };

  const { equalChars, capped } = diff;
  // The gaps are the new text that belongs to no old text.
  return { place, gaps: claims.gaps.map(next.originalSpan), equalChars, capped };
}

function atLeast(answer: SearchAnswer, similarity: number): SearchAnswer {
  return answer.kind === 'hit' && answer.place.similarity < similarity
    ? { kind: 'ambiguous', places: [answer.place] }
    : answer;
}
