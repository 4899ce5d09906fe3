import type { Analysis } from '../language/analysis.ts';

/** The general score ranks and never decides: it stays below every threshold one would set. */
const ceiling = 0.49;

/** Log-odds, fitted on the train part of ClariQ (187 topics); see `benchmarks/src/planner-decisions.ts`. */
export const generalWeights = {
  content: -0.55,
  wh: -0.5,
  place: -0.6,
  capital: 0.1,
  aboutOnly: 0.2,
  bias: 0.9,
} as const;

const place = /\b(?:in|near|at|from|around|for)\s+\p{L}/u;

/**
 * How ambiguous a message is in itself, 0 to 0.49: few content words say little, a question word or
 * a place says what is wanted.
 */
export function generalNeed({ language, text, terms, signals }: Analysis): number {
  const w = generalWeights;
  const evidence =
    terms.length * w.content +
    (signals.wh ? w.wh : 0) +
    (language === 'en' && place.test(text) ? w.place : 0) +
    w.bias;
  return ceiling / (1 + Math.exp(-evidence));
}
