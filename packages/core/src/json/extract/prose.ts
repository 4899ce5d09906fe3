import type { FoundCandidate } from './regions.ts';

/** What stands around a value without being prose: space, fences with their language, tags, `;`. */
const marks =
  /(?:[\s\u200b-\u200f\u2060]|`{1,2}(?!`)|(?:`{3,}|~{3,})[\w+-]{0,20}|<\|?\/?[\w:|][^<>]{0,200}>|[;,)])*/y;
const quotes = /["']?/y;

/** Offset of the first prose around a candidate; -1 when it is all of the text. */
export function findProse(
  raw: string,
  candidate: FoundCandidate,
  visible: readonly (readonly [number, number])[],
): number {
  const assigned = candidate.surroundings.find((repair) => repair.kind === 'assignment-removed');
  const start = assigned?.at ?? candidate.start;
  for (const [from, to] of visible) {
    const before = skipMarks(raw, from);
    if (before < Math.min(to, start)) return before;
    const after = skipMarks(raw, Math.max(from, candidate.end));
    if (after < to) return after;
  }
  return -1;
}

/** A quote may stand around JSON that was escaped as a string. */
function skipMarks(raw: string, from: number): number {
  let index = from;
  for (const pattern of [marks, quotes, marks]) {
    pattern.lastIndex = index;
    pattern.test(raw);
    index = pattern.lastIndex;
  }
  return index;
}
