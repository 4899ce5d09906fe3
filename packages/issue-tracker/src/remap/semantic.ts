import type { Embedder } from '@kanmon/core';
import { splitSentences } from '../diff/pieces.ts';
import { type Span, textRange } from '../text/text-range.ts';
import type { Anchor } from './anchor.ts';
import { fuzzyConfidence } from './confidence-table.ts';
import type { Attempt, Remap } from './types.ts';

/** Seed section 2: 100 characters around the place, cosine of at least 0.8. */
const contextLength = 100;
const minCosine = 0.8;
/** Candidates this close to the best count as equally good; the longest of them wins. */
const sameCosine = 0.01;
/** Bounds what is sent to the embedder for one pair of texts. */
const maxWindows = 2_000;

interface SemanticTexts {
  readonly oldText: string;
  readonly newText: string;
  readonly gaps: readonly Span[];
}

/**
 * Looks for places that stayed lost among the sentences of free new text, by the cosine of their
 * surroundings. What the embedder gives is checked; a broken answer is a `skipped` attempt. An abort
 * is the caller's own and is thrown on.
 */
export async function placeSemantically(
  texts: SemanticTexts,
  anchors: readonly Anchor[],
  remaps: readonly Remap[],
  options: { readonly embedder: Embedder; readonly signal?: AbortSignal },
): Promise<Remap[]> {
  const lost = anchors.filter(({ length }, index) => length > 0 && isOpen(remaps[index]));
  if (lost.length === 0) return [...remaps];
  const windows = candidateWindows(texts);
  const vectors = windows.length === 0 ? [] : await embedAll(texts, lost, windows, options);
  const queries = new Map(lost.map((anchor, index) => [anchor, vectors?.[index]]));
  const candidates = vectors?.slice(lost.length) ?? [];
  return remaps.map((remap, index) => {
    const anchor = anchors[index];
    if (anchor === undefined || !isOpen(remap) || anchor.length === 0) return remap;
    if (vectors === null) return withAttempt(remap, skipped);
    const query = queries.get(anchor);
    const best = query === undefined ? null : bestWindow(query, windows, candidates);
    if (best === null) return withAttempt(remap, { ...skipped, result: 'miss' });
    const share = fuzzyConfidence(best.cosine);
    const attempt: Attempt = {
      strategy: 'semantic_search',
      result: 'hit',
      confidence: share,
      steps: windows.length,
    };
    return {
      status: 'mapped',
      range: textRange(best.span),
      method: 'semantic_search',
      confidence: share,
      delta: best.span.start - anchor.range.start,
      similarity: best.cosine,
      moved: true,
      attempts: [...remap.attempts, attempt],
    };
  });
}

const skipped: Attempt = {
  strategy: 'semantic_search',
  result: 'skipped',
  confidence: 0,
  steps: 0,
};

function isOpen(remap: Remap | undefined): remap is Remap & { readonly status: 'lost' } {
  return remap?.status === 'lost';
}

function withAttempt(remap: Remap, attempt: Attempt): Remap {
  return { ...remap, attempts: [...remap.attempts, attempt] };
}

function candidateWindows({ newText, gaps }: SemanticTexts): Span[] {
  const windows: Span[] = [];
  for (const gap of gaps) {
    for (const { start, end } of splitSentences(newText, gap.start, gap.end)) {
      const content = newText.slice(start, end).trim();
      if (content === '') continue;
      const from = newText.indexOf(content, start);
      windows.push({ start: from, end: from + content.length });
      if (windows.length === maxWindows) return windows;
    }
  }
  return windows;
}

/** Queries first, then windows; null when the embedder threw or answered with anything else than vectors. */
async function embedAll(
  { oldText, newText }: SemanticTexts,
  lost: readonly Anchor[],
  windows: readonly Span[],
  { embedder, signal }: { readonly embedder: Embedder; readonly signal?: AbortSignal },
): Promise<readonly Float32Array[] | null> {
  const inputs = [
    ...lost.map(({ range }) => surroundings(oldText, range)),
    ...windows.map((window) => surroundings(newText, window)),
  ];
  signal?.throwIfAborted();
  try {
    const vectors = await embedder.embed(inputs, signal === undefined ? {} : { signal });
    const usable =
      vectors.length === inputs.length &&
      vectors.every(
        (vector) => vector.length === embedder.dimensions && vector.every(Number.isFinite),
      );
    return usable ? vectors : null;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return null;
  }
}

function surroundings(text: string, { start, end }: Span): string {
  return text.slice(Math.max(0, start - contextLength), end + contextLength);
}

function bestWindow(
  query: Float32Array,
  windows: readonly Span[],
  vectors: readonly Float32Array[],
): { readonly span: Span; readonly cosine: number } | null {
  const scored = windows
    .map((span, index) => ({ span, cosine: cosineOf(query, vectors[index]) }))
    .filter(({ cosine }) => cosine >= minCosine);
  const top = Math.max(...scored.map(({ cosine }) => cosine));
  const [best] = scored
    .filter(({ cosine }) => cosine >= top - sameCosine)
    .toSorted(
      (left, right) => right.span.end - right.span.start - (left.span.end - left.span.start),
    );
  return best ?? null;
}

function cosineOf(left: Float32Array, right: Float32Array | undefined): number {
  if (right === undefined) return 0;
  let dot = 0;
  let leftNorm = 0;
  let rightNorm = 0;
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? 0;
    dot += value * other;
    leftNorm += value * value;
    rightNorm += other * other;
  }
  const norm = Math.sqrt(leftNorm * rightNorm);
  // Rounding can lift it above 1, which is no similarity.
  return norm === 0 ? 0 : Math.min(1, dot / norm);
}
