import { type Span, textRange } from '../text/text-range.ts';
import type { Attempt, Method, Remap } from './types.ts';

/** A place with its similarity to the old slice. */
export interface FoundPlace {
  readonly span: Span;
  readonly similarity: number;
}

/** The result of one search; `skipped` when the step meter refused the work. */
export type SearchAnswer =
  | { readonly kind: 'hit'; readonly place: FoundPlace }
  | { readonly kind: 'ambiguous'; readonly places: readonly FoundPlace[] }
  | { readonly kind: 'miss' | 'skipped' };

/** A kind of search with the measured confidence of its results. */
export interface SearchKind {
  readonly method: Method;
  /** True when a hit leaves the order of its neighbours. */
  readonly moved: boolean;
  /** Confidence of a hit. */
  sure(similarity: number): number;
  /** Confidence of one of several places. */
  unsure(similarity: number, places: number): number;
}

/** Returns a search whose unsure places share the confidence of a hit. */
export function movingSearch(method: Method, sure: SearchKind['sure']): SearchKind {
  return {
    method,
    moved: true,
    sure,
    unsure: (similarity, places) => sure(similarity) / places,
  };
}

/** Adds the answer of a search to `attempts`; returns the remap, or null when nothing was found. */
export function conclude(
  { method, moved, sure, unsure }: SearchKind,
  answer: SearchAnswer,
  oldStart: number,
  attempts: Attempt[],
  steps = 0,
): Remap | null {
  if (answer.kind === 'hit') {
    const { span, similarity } = answer.place;
    const confidence = sure(similarity);
    attempts.push({ strategy: method, result: 'hit', confidence, steps });
    return {
      status: 'mapped',
      range: textRange(span),
      method,
      confidence,
      delta: span.start - oldStart,
      similarity,
      moved,
      attempts,
    };
  }
  if (answer.kind === 'ambiguous') {
    const candidates = answer.places.map(({ span, similarity }) => ({
      range: textRange(span),
      confidence: unsure(similarity, answer.places.length),
    }));
    attempts.push({
      strategy: method,
      result: 'ambiguous',
      confidence: candidates[0]?.confidence ?? 0,
      candidates: candidates.map(({ range }) => range),
      steps,
    });
    return { status: 'ambiguous', candidates, attempts };
  }
  attempts.push({ strategy: method, result: answer.kind, confidence: 0, steps });
  return null;
}
