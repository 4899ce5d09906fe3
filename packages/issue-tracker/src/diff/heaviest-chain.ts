/**
 * Indexes of the heaviest strictly increasing subsequence of `values` (whole numbers from 0 up to
 * `bound` - 1). Weights instead of lengths: one long sentence is better evidence than two commas.
 * O(n log bound), with a Fenwick tree over the best chain that ends at or below a value.
 */
export function heaviestChain(
  values: readonly number[],
  weights: readonly number[],
  bound: number,
): number[] {
  const best = new Int32Array(bound + 1).fill(-1);
  const total = new Float64Array(values.length);
  const previous = new Int32Array(values.length).fill(-1);
  let top = -1;
  for (const [index, value] of values.entries()) {
    let chain = -1;
    for (let node = value; node > 0; node -= node & -node) chain = heavier(chain, at(best, node));
    previous[index] = chain;
    total[index] = (weights[index] ?? 0) + (chain === -1 ? 0 : at(total, chain));
    for (let node = value + 1; node <= bound; node += node & -node) {
      best[node] = heavier(at(best, node), index);
    }
    top = heavier(top, index);
  }
  const picked: number[] = [];
  for (let index = top; index !== -1; index = at(previous, index)) picked.push(index);
  return picked.toReversed();

  /** The earlier of two equally heavy chains, so that ties do not depend on the tree. */
  function heavier(left: number, right: number): number {
    if (left === -1) return right;
    if (right === -1) return left;
    const difference = at(total, right) - at(total, left);
    if (difference !== 0) return difference > 0 ? right : left;
    return Math.min(left, right);
  }
}

function at(list: Int32Array | Float64Array, index: number): number {
  return list[index] ?? -1;
}
