/**
 * Ends a sentence: a full stop, ! or ? of either width, not before a closing mark; or a Latin full
 * stop before white space and a capital, digit or Japanese letter (`e.g. this` and `3.5` end none).
 */
const sentenceEnd =
  /(?<![。！？!?．])[。！？!?．]+(?![。！？!?．」』”"'’）)\]】])|\.(?=\s{1,4}[\p{Lu}\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|\n/gu;

/** Whether there is anything to look at closer: cheap, for the usual single sentence. */
const mayEnd = /[。！？!?．\n]|\.\s/;

const letter = /[\p{L}\p{N}]/u;

/** Whether anything is said after the end of the first sentence. Linear. */
export function hasSeveralSentences(text: string): boolean {
  if (!mayEnd.test(text)) return false;
  const start = text.search(letter);
  if (start < 0) return false;
  for (const { index, 0: end } of text.matchAll(sentenceEnd)) {
    if (index > start) return letter.test(text.slice(index + end.length));
  }
  return false;
}
