/**
 * Measured share of right answers per kind, on the six histories and the synthetic set of
 * benchmarks/remap (`node benchmarks/run.ts remap`, section "calibration").
 */
export const confidence = {
  diffEqual: 0.999,
  movedBlock: 0.97,
  exactMove: 0.92,
  hashOnly: 0.98,
  manual: 1,
} as const;

/** [least similarity, confidence], ascending in both. */
type Table = readonly (readonly [number, number])[];

const diffEdited: Table = [
  // 32 of 42 right, but 18 of 28 from 0.3 to 0.4: below 0.6, so that a person is asked.
  [0, 0.58],
  [0.4, 0.84],
  [0.5, 0.9],
  [0.6, 0.96],
  [0.7, 0.98],
  [0.8, 0.99],
  [0.9, 0.99],
];
const fuzzy: Table = [
  [0, 0.5],
  [0.9, 0.87],
];

/** Confidence of a place that the diff found edited. */
export function diffEditedConfidence(similarity: number): number {
  return lookUp(diffEdited, similarity);
}

/** Confidence of a fuzzy or semantic hit. */
export function fuzzyConfidence(similarity: number): number {
  return lookUp(fuzzy, similarity);
}

function lookUp(table: Table, similarity: number): number {
  return table.findLast(([least]) => similarity >= least)?.[1] ?? 0;
}
