import type { SearchHit } from './ports.ts';

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const rankConstant = 60;

/**
 * One list out of several, in plan order: reciprocal rank fusion, equal ids joined, ties by first
 * plan position, rank and id; cut to `topK`. The same lists give the same order.
 */
export function mergeHits(
  lists: readonly (readonly SearchHit[])[],
  topK: number,
): readonly SearchHit[] {
  const merged = new Map<
    string,
    { hit: SearchHit; score: number; position: number; rank: number }
  >();
  lists.forEach((hits, position) => {
    hits.forEach((hit, index) => {
      const score = 1 / (rankConstant + index + 1);
      const known = merged.get(hit.id);
      if (known === undefined) merged.set(hit.id, { hit, score, position, rank: index });
      else known.score += score;
    });
  });
  return [...merged.values()]
    .toSorted(
      (left, right) =>
        right.score - left.score ||
        left.position - right.position ||
        left.rank - right.rank ||
        (left.hit.id < right.hit.id ? -1 : 1),
    )
    .slice(0, topK)
    .map(({ hit }) => hit);
}
