import type { Embedder } from '@kanmon/core';
import { splitSentences } from '../diff/pieces.ts';
import type { Span } from '../text/text-range.ts';
import type { Anchor } from './anchor.ts';
import { fuzzyConfidence } from './confidence-table.ts';
import { conclude, type FoundPlace, movingSearch } from './search-answer.ts';
import type { Remap } from './types.ts';

/** Characters on each side of a place that are embedded with it, and the least cosine of a hit. */
const contextLength = 100;
const minCosine = 0.8;
/** Candidates this close to the best count as equally good; the longest of them wins. */
const sameCosine = 0.01;
/** Bounds what is sent to the embedder for one pair of texts. */
const maxWindows = 2_000;

const semanticSearch = movingSearch('semantic_search', fuzzyConfidence);

interface SemanticTexts {
  readonly oldText: string;
  readonly newText: string;
  readonly gaps: readonly Span[];
}

/**
 * Looks for lost places among the sentences of free new text, by the cosine of their surroundings. The
 * vectors of the embedder are checked; an invalid answer is a `skipped` attempt. An abort is thrown on.
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
    const query = queries.get(anchor);
    const best = query === undefined ? null : bestWindow(query, windows, candidates);
    const attempts = [...remap.attempts];
    const { start } = anchor.range;
    if (best !== null) {
      const hit = { kind: 'hit', place: best } as const;
      return conclude(semanticSearch, hit, start, attempts, windows.length) ?? remap;
    }
    conclude(semanticSearch, { kind: vectors === null ? 'skipped' : 'miss' }, start, attempts);
    return { ...remap, attempts };
  });
}

/** The surroundings of an anchor of another text (`no_source`) are not known. */
function isOpen(remap: Remap | undefined): remap is Remap & { readonly status: 'lost' } {
  return remap?.status === 'lost' && remap.reason !== 'no_source';
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

/** Embeds the queries, then the windows; null when the embedder threw or returned invalid vectors. */
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
): FoundPlace | null {
  const scored = windows
    .map((span, index) => ({ span, similarity: cosineOf(query, vectors[index]) }))
    .filter(({ similarity }) => similarity >= minCosine);
  const top = Math.max(...scored.map(({ similarity }) => similarity));
  const [best] = scored
    .filter(({ similarity }) => similarity >= top - sameCosine)
    .toSorted((left, right) => lengthOf(right) - lengthOf(left));
  return best ?? null;
}

function lengthOf({ span }: FoundPlace): number {
  return span.end - span.start;
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
  // Rounding can lift it above 1, which is not a similarity.
  return norm === 0 ? 0 : Math.min(1, dot / norm);
}
