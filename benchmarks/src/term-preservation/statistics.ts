/** Share of pairs in which the first group's value is the greater; ties count half. By ranks: O(n log n). */
export function areaUnderCurve(greater: readonly number[], smaller: readonly number[]): number {
  const all = ranks([...greater, ...smaller]);
  const sum = all.slice(0, greater.length).reduce((total, rank) => total + rank, 0);
  return (sum - (greater.length * (greater.length + 1)) / 2) / (greater.length * smaller.length);
}

/** Spearman's rank correlation, ties with their mean rank. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (a.length + 1) / 2;
  let product = 0;
  let [squareX, squareY] = [0, 0];
  x.forEach((rank, at) => {
    const [dx, dy] = [rank - mean, (y[at] ?? 0) - mean];
    product += dx * dy;
    squareX += dx * dx;
    squareY += dy * dy;
  });
  return product / Math.sqrt(squareX * squareY);
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).toSorted((p, q) => p.value - q.value);
  const result = values.map(() => 0);
  let from = 0;
  while (from < order.length) {
    let to = from;
    while (to < order.length && order[to]?.value === order[from]?.value) to += 1;
    for (const each of order.slice(from, to)) result[each.at] = (from + to + 1) / 2;
    from = to;
  }
  return result;
}
