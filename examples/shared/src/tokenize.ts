import { stemmer } from 'stemmer';

const japaneseCharacter = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
/** Runs of Japanese writing, and words and numbers of other writing. */
const runs = new RegExp(
  `${japaneseCharacter}+|(?:(?!${japaneseCharacter})[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);
const japanese = new RegExp(`^${japaneseCharacter}`, 'u');
const thousandsComma = /(?<=\p{Nd}),(?=\p{Nd}{3}(?!\p{Nd}))/gu;
const englishWord = /^[a-z]+$/u;
const hiraganaOnly = /^[\p{Script=Hiragana}ー]+$/u;

/**
 * The terms of a text, for an index as for a query: over its NFKC form, pairs of neighbouring Japanese
 * characters without the all-hiragana ones (particles and endings have little meaning), and Latin words and
 * numbers whole, in lower case ("8,000" is 8000). A Japanese run of one character is a term by itself.
 * Linear.
 */
export function tokenize(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase().replace(thousandsComma, '');
  return (folded.match(runs) ?? []).flatMap((run) => (japanese.test(run) ? bigrams(run) : [run]));
}

/** A term as it is compared: English words without their endings ("returns" finds "return"). */
export function foldTerm(term: string): string {
  return englishWord.test(term) ? stemmer(term) : term;
}

function bigrams(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length === 1) return hiraganaOnly.test(run) ? [] : characters;
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`)
    .filter((pair) => !hiraganaOnly.test(pair));
}
