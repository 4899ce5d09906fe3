/** Median and the range of the middle 80 % of samples. */
export interface Spread {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

/** Summarizes samples; quantiles by nearest rank. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    rounded(sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN);
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}

/** Ratios round by round, where both met the same machine. */
export function ratiosOf(samples: readonly number[], bases: readonly number[]): Spread {
  return spreadOf(samples.map((sample, round) => sample / (bases[round] ?? Number.NaN)));
}

/** Six digits: more are noise, and with fewer the three of the tables would be rounded twice. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
