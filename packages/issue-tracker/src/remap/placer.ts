import { diffTexts } from '../diff/hierarchical-diff.ts';
import type { StepMeter } from '../diff/step-meter.ts';
import { type Span, textRange } from '../text/text-range.ts';
import { createClaims, findMovedBlocks } from './claims.ts';
import { confidence, diffEditedConfidence, fuzzyConfidence } from './confidence-table.ts';
import { findExactMove, findFuzzyMove, type MoveAnswer, type MoveSpaces } from './move-search.ts';
import { type DiffAnswer, type FoundPlace, placeByDiff, pointByDiff } from './place-by-diff.ts';
import { createSearchSpace } from './search-space.ts';
import type { Attempt, Method, Remap, Strategy } from './types.ts';

/** Places of an old text that is at hand. */
export interface Placer {
  place(span: Span): Remap;
  /** New text that belongs to no old text. */
  readonly gaps: readonly Span[];
  readonly equalChars: number;
  readonly capped: boolean;
}

/** Confidence from which a fuzzy hit is an answer; below it is a question. */
const fuzzyAnswerFrom = 0.9;

/** Diffs the two texts once; every place is then answered from that. */
export function createPlacer(
  oldText: string,
  newText: string,
  options: { readonly allowed: ReadonlySet<Strategy>; readonly meter: StepMeter },
): Placer {
  const { allowed, meter } = options;
  const texts = { oldText, newText };
  const diff = diffTexts(oldText, newText, meter);
  const alignment = findMovedBlocks(oldText, newText, diff.runs);
  // Without the diff as a strategy nothing is known to belong anywhere: the whole text is free.
  const evidence = allowed.has('diff') ? alignment : { runs: [], moved: [] };
  const claims = createClaims(evidence, 'newStart', newText.length);
  let spaces: MoveSpaces | undefined;
  const searchSpaces = (): MoveSpaces => {
    spaces ??= {
      old: createSearchSpace(oldText, createClaims(evidence, 'oldStart', oldText.length).gaps),
      next: createSearchSpace(newText, claims.gaps),
      claims,
      meter,
    };
    return spaces;
  };

  const place = (span: Span): Remap => {
    const attempts: Attempt[] = [];
    const mapped = (method: Method, found: FoundPlace, share: number, moved: boolean): Remap => ({
      status: 'mapped',
      range: textRange(found.span),
      method,
      confidence: share,
      delta: found.span.start - span.start,
      similarity: found.similarity,
      moved,
      attempts,
    });
    if (span.start === span.end) {
      const point = oldText === '' ? 0 : pointByDiff(alignment.runs, span.start);
      const result = point === null ? 'miss' : 'hit';
      const share = point === null ? 0 : confidence.diffEqual;
      attempts.push({ strategy: 'diff', result, confidence: share, steps: 0 });
      return point === null
        ? { status: 'lost', reason: 'deleted', attempts }
        : mapped('diff', { span: { start: point, end: point }, similarity: 1 }, share, false);
    }

    let left: DiffAnswer = { kind: 'rewritten' };
    if (allowed.has('diff')) {
      left = placeByDiff(texts, alignment.runs, span);
      if ('place' in left) {
        const share =
          left.kind === 'equal'
            ? confidence.diffEqual
            : diffEditedConfidence(left.place.similarity);
        attempts.push({ strategy: 'diff', result: 'hit', confidence: share, steps: 0 });
        return mapped('diff', left.place, share, false);
      }
      attempts.push({ strategy: 'diff', result: 'miss', confidence: 0, steps: 0 });
    }

    if (allowed.has('exact_match')) {
      const inBlock = placeByMovedBlock(texts, alignment.moved, span);
      if (inBlock !== null && allowed.has('diff')) {
        const share = confidence.movedBlock;
        attempts.push({ strategy: 'exact_match', result: 'hit', confidence: share, steps: 0 });
        return mapped('exact_match', inBlock, share, true);
      }
    }

    const searches = [
      { strategy: 'exact_match', find: findExactMove, share: () => confidence.exactMove, least: 0 },
      { strategy: 'fuzzy', find: findFuzzyMove, share: fuzzyConfidence, least: fuzzyAnswerFrom },
    ] as const;
    for (const { strategy, find, share, least } of searches) {
      if (!allowed.has(strategy)) continue;
      const before = meter.steps;
      const answer = atLeast(find(searchSpaces(), span), least);
      const steps = meter.steps - before;
      const attempt = describeSearch(strategy, answer, share, steps);
      attempts.push(attempt);
      if (answer.kind === 'hit') {
        return mapped(strategy, answer.candidate, attempt.confidence, true);
      }
      if (answer.kind === 'ambiguous') {
        return {
          status: 'ambiguous',
          candidates: answer.candidates.map((candidate) => ({
            range: textRange(candidate.span),
            confidence: share(candidate.similarity) / answer.candidates.length,
          })),
          attempts,
        };
      }
    }
    return { status: 'lost', reason: left.kind === 'deleted' ? 'deleted' : 'rewritten', attempts };
  };

  return { place, gaps: claims.gaps, equalChars: diff.equalChars, capped: diff.capped };
}

/** A hit that is not similar enough to be an answer is a question with one candidate. */
function atLeast(answer: MoveAnswer, similarity: number): MoveAnswer {
  return answer.kind === 'hit' && answer.candidate.similarity < similarity
    ? { kind: 'ambiguous', candidates: [answer.candidate] }
    : answer;
}

function describeSearch(
  strategy: Strategy,
  answer: MoveAnswer,
  share: (similarity: number) => number,
  steps: number,
): Attempt {
  if (answer.kind === 'hit') {
    return { strategy, result: 'hit', confidence: share(answer.candidate.similarity), steps };
  }
  if (answer.kind === 'ambiguous') {
    const [best] = answer.candidates;
    return {
      strategy,
      result: 'ambiguous',
      confidence: best === undefined ? 0 : share(best.similarity) / answer.candidates.length,
      candidates: answer.candidates.map(({ span }) => textRange(span)),
      steps,
    };
  }
  return { strategy, result: answer.kind, confidence: 0, steps };
}

/** A place in text that moved as a block, as far as it lies inside. */
function placeByMovedBlock(
  texts: { readonly oldText: string; readonly newText: string },
  moved: Parameters<typeof placeByDiff>[1],
  span: Span,
): FoundPlace | null {
  const block = moved.find(
    ({ oldStart, length }) => oldStart < span.end && span.start < oldStart + length,
  );
  if (block === undefined) return null;
  const answer = placeByDiff(texts, [block], span);
  return 'place' in answer ? answer.place : null;
}
