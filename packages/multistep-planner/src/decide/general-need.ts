import type { Analysis } from '../language/analysis.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';

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

/** Inside a dialog it stays lower still: the history says most of what a message leaves open. */
const contextCeiling = 0.2;

/** Log-odds, fitted on the validation part of Abg-CoQA (1,092 questions); names are words with a capital. */
const contextWeights = { words: -1.05, content: -0.15, names: -0.35, bias: 3 } as const;

const nameWord = /\b\p{Lu}\p{Ll}+/gu;

/**
 * How ambiguous a message is inside a dialog, 0 to 0.2: a short question says little, and a history
 * that names much gives it more to refer to.
 */
export function contextNeed(
  { language, text, terms, words }: Analysis,
  history: readonly DialogMessage[],
): number {
  const w = contextWeights;
  const names = new Set(history.flatMap(({ content }) => content.match(nameWord) ?? []));
  // Japanese writes no spaces: two characters stand for a word.
  const length = language === 'en' ? words.length : text.length / 2;
  const evidence =
    Math.log(1 + length) * w.words +
    terms.length * w.content +
    Math.log(1 + names.size) * w.names +
    w.bias;
  return contextCeiling / (1 + Math.exp(-evidence));
}
