/** Median and the range of the middle 80 % of samples, to three digits. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Summarizes samples of one figure. */
export function summarize(samples: readonly number[]): Figure {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    Number((sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN).toPrecision(3));
  return { median: at(0.5), low: at(0.1), high: at(0.9) };
}
