import type { Analysis } from '../language/analysis.ts';

/** The general score ranks and never decides: it stays below every threshold one would set. */
const ceiling = 0.49;

/** Log-odds, fitted on the train part of ClariQ (187 topics); see `benchmarks/src/planner-decisions.ts`. */
const generalWeights = {
  content: -0.5,
  wh: -0.15,
  way: -0.15,
  capital: 0.1,
  bias: 1,
} as const;

/** Asks for a way, a place or a time: less is left open than by what and which. */
const way = /\b(?:how|where|when)\b/iu;

/**
 * How ambiguous a message is in itself, 0 to 0.49: few content words say little, a question word
 * says what is wanted.
 */
export function generalNeed({ language, text, terms, signals, words }: Analysis): number {
  const w = generalWeights;
  const evidence =
    terms.length * w.content +
    (signals.wh ? w.wh : 0) +
    (way.test(text) ? w.way : 0) +
    (language === 'en'
      ? words.slice(1).filter(({ text: word }) => /^\p{Lu}\p{L}/u.test(word)).length * w.capital
      : 0) +
    w.bias;
  return ceiling / (1 + Math.exp(-evidence));
}
