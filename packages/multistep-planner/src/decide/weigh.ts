/** Returns the sum of weighted features, as log-odds: a boolean counts 1 or 0. */
export function weigh<Feature extends string>(
  weights: Readonly<Record<Feature, number>>,
  features: Readonly<Record<Feature, number | boolean>>,
): number {
  let sum = 0;
  for (const feature in weights) sum += Number(features[feature]) * weights[feature];
  return sum;
}

/** Returns the score between 0 and `ceiling` that log-odds stand for. */
export function logistic(evidence: number, ceiling = 1): number {
  return ceiling / (1 + Math.exp(-evidence));
}
