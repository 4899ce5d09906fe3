import type { Findings, FoundCandidate } from './regions.ts';

/** What stands around a value without being prose: space, fences with their language, tags, `;`. */
const marks =
  /(?:[\s\u200b-\u200f\u2060]|`{1,2}(?!`)|(?:`{3,}|~{3,})[\w+-]{0,20}|<\|?\/?[\w:|][^<>]{0,200}>|[;,)])*/y;
const quotes = /["']?/y;

/** Returns the offset of the first prose around a candidate; -1 when it is all of the text. */
export type ProseFinder = (candidate: FoundCandidate) => number;

/**
 * Creates the finder for one text. What each visible region begins with is the same for all
 * candidates, and is read once.
 */
export function createProseFinder(raw: string, { visible }: Findings): ProseFinder {
  const regions: { readonly from: number; readonly to: number; readonly prose: number }[] = [];
  for (const [from, to] of visible) {
    regions.push({ from, to, prose: from + skipMarks(raw.slice(from, to)) });
  }
  return (candidate) => {
    const assigned = candidate.surroundings.find((repair) => repair.kind === 'assignment-removed');
    const start = assigned?.at ?? candidate.start;
    for (const { from, to, prose } of regions) {
      if (prose < Math.min(to, start)) return prose;
      if (to <= candidate.end) continue;
      const isBehind = from >= candidate.end;
      const after = isBehind ? prose : candidate.end + skipMarks(raw.slice(candidate.end, to));
      if (after < to) return after;
    }
    return -1;
  };
}

/** Length of the marks at the start. A quote may be around JSON that was escaped as a string. */
function skipMarks(text: string): number {
  let index = 0;
  for (const pattern of [marks, quotes, marks]) {
    pattern.lastIndex = index;
    pattern.test(text);
    index = pattern.lastIndex;
  }
  return index;
}
