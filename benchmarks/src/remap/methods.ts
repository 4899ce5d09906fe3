import searchApproximately from 'approx-string-match';
import { createAnchor, createRemapper } from '@kanmon/issue-tracker';
import type { RemapCase } from './histories.ts';
import type { Answer } from './score.ts';

/** This package. */
export function kanmon({ oldText, newText, ranges }: RemapCase): Answer[] {
  const remapper = createRemapper(oldText, newText);
  return remapper.remapAll(ranges.map((range) => createAnchor(oldText, range))).map((remap) =>
    remap.status === 'mapped'
      ? {
          status: 'mapped',
          start: remap.range.start,
          end: remap.range.end,
          confidence: remap.confidence,
          method: `${remap.method}${remap.moved ? '-moved' : ''}`,
          similarity: remap.similarity,
        }
      : { status: remap.status },
  );
}

const contextLength = 32;

/**
 * Quote, context and position hint, as web annotation clients anchor: the text at the old position when
 * it is unchanged, else the best-scoring exact or approximate match.
 */
export function quoteAnchoring({ oldText, newText, ranges }: RemapCase): Answer[] {
  return ranges.map(({ start, end }) => {
    const quote = oldText.slice(start, end);
    if (newText.slice(start, end) === quote) return answer(start, end, 1);
    const prefix = oldText.slice(Math.max(0, start - contextLength), start);
    const suffix = oldText.slice(end, end + contextLength);
    let best: { start: number; end: number; score: number } | undefined;
    for (const match of matchesOf(newText, quote, Math.min(256, quote.length / 2))) {
      const before = newText.slice(Math.max(0, match.start - prefix.length), match.start);
      const after = newText.slice(match.end, match.end + suffix.length);
      const score =
        (50 * (1 - match.errors / quote.length) +
          20 * fit(before, prefix) +
          20 * fit(after, suffix) +
          2 * (1 - Math.abs(match.start - start) / newText.length)) /
        92;
      if (best === undefined || score > best.score)
        best = { start: match.start, end: match.end, score };
    }
    return best === undefined ? { status: 'lost' } : answer(best.start, best.end, best.score);
  });
}

function fit(text: string, expected: string): number {
  if (expected === '') return 1;
  if (text === '') return 0;
  const [match] = matchesOf(text, expected, expected.length);
  return match === undefined ? 0 : 1 - match.errors / expected.length;
}

function matchesOf(
  text: string,
  pattern: string,
  maxErrors: number,
): { start: number; end: number; errors: number }[] {
  const exact: { start: number; end: number; errors: number }[] = [];
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) {
    exact.push({ start: at, end: at + pattern.length, errors: 0 });
  }
  return exact.length > 0 ? exact : searchApproximately(text, pattern, maxErrors);
}

/** The order "exact copy, then diff": the first exact copy wins; the diff runs only without one. */
export function seedOrder(remapCase: RemapCase): Answer[] {
  const { oldText, newText, ranges } = remapCase;
  const remapper = createRemapper(oldText, newText, { strategies: ['diff'] });
  return ranges.map((range) => {
    const quote = oldText.slice(range.start, range.end);
    const at = newText.indexOf(quote);
    if (at !== -1) return answer(at, at + quote.length, 1);
    const remap = remapper.remap(createAnchor(oldText, range));
    return remap.status === 'mapped'
      ? answer(remap.range.start, remap.range.end, remap.confidence)
      : { status: 'lost' };
  });
}

/** These methods have no notion of asking, so every hit is silent. */
function answer(start: number, end: number, similarity: number): Answer {
  return { status: 'mapped', start, end, confidence: 1, method: 'found', similarity };
}
