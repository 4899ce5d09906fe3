/** Median and the range of the middle 80 % of samples. */
export interface Spread {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

/** Summarizes samples, to two decimals. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100;
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}
