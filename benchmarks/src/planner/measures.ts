/** A score and the label it should follow. */
export interface Scored {
  readonly score: number;
  readonly label: boolean;
}

/** Area under the ROC curve, ties counted half. */
export function areaUnderCurve(rows: readonly Scored[]): number {
  const sorted = rows.toSorted((left, right) => left.score - right.score);
  let rankSum = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    const rank = (from + to + 1) / 2;
    rankSum += rank * sorted.slice(from, to).filter(({ label }) => label).length;
    from = to;
  }
  const positives = rows.filter(({ label }) => label).length;
  const negatives = rows.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** F1 of a decision. */
export function f1(
  rows: readonly { readonly decided: boolean; readonly label: boolean }[],
): number {
  const both = rows.filter(({ decided, label }) => decided && label).length;
  const one = rows.filter(({ decided, label }) => decided !== label).length;
  return (2 * both) / (2 * both + one);
}

/** Mean of the F1 of both classes. */
export function macroF1(
  rows: readonly { readonly decided: boolean; readonly label: boolean }[],
): number {
  const inverse = rows.map(({ decided, label }) => ({ decided: !decided, label: !label }));
  return (f1(rows) + f1(inverse)) / 2;
}

/** Lower case, punctuation off. */
export function plainWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** F1 of two bags of words. */
export function tokenF1(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 1;
  }
  return shared === 0 ? 0 : (2 * shared) / (one.length + other.length);
}
