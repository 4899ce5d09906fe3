/** Parts of a text that are right, too many, and missing; they add up to 1. */
export interface Overlap {
  readonly right: number;
  readonly wrong: number;
  readonly missing: number;
}

const shingleLength = 4;

/** Overlap by runs of four words, as `evaluate.py` of article-extraction-benchmark counts it. */
export function overlapOf(truth: string, found: string): Overlap {
  const wanted = shinglesOf(truth);
  const given = shinglesOf(found);
  let right = 0;
  let wrong = 0;
  let missing = 0;
  for (const key of new Set([...wanted.keys(), ...given.keys()])) {
    const a = wanted.get(key) ?? 0;
    const b = given.get(key) ?? 0;
    right += Math.min(a, b);
    wrong += Math.max(0, b - a);
    missing += Math.max(0, a - b);
  }
  const sum = right + wrong + missing || 1;
  return { right: right / sum, wrong: wrong / sum, missing: missing / sum };
}

function shinglesOf(text: string): ReadonlyMap<string, number> {
  const words = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let index = 0; index < Math.max(1, words.length - shingleLength + 1); index += 1) {
    const shingle = words.slice(index, index + shingleLength).join(' ');
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

/** Precision, recall and their harmonic mean over pages, again as `evaluate.py` has them. */
export function scoreOf(pages: readonly Overlap[]): {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
} {
  const precision = mean(pages.flatMap(precisionOf));
  const recall = mean(
    pages.flatMap(({ right, wrong, missing }) =>
      precisionOf({ right, wrong: missing, missing: wrong }),
    ),
  );
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall };
}

function precisionOf({ right, wrong, missing }: Overlap): number[] {
  if (right + wrong === 0) return [];
  return [wrong === 0 && missing === 0 ? 1 : right / (right + wrong)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
