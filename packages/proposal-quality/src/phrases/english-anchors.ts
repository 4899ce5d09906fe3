import { createAnchorIndex } from './anchor-index.ts';
import type { AnchorKind } from './pattern-anchors.ts';
import { words } from './words.ts';

/** Longer words are known by their first letters, five bits a letter in one number. */
const maxLetters = 6;

/** Words of most sentences, and words of many: a rule that were tried at each would be slow. */
const frequent = words(
  'the a an is are to of and in for it on at with that this not as or by from t d s ll ve re m be',
);
const common = words(
  `have has can will would no all each every you your one more most when if what which how their they we do does was so
  but then first only good also use take number now up out who plan option choice venue hall vendor date same any two need needs list name place question both ask members day go
  i my our us best better decide reason under must move recommend than into over after before could may there here time cost price week month room`,
);

function commonness(word: string): number {
  return frequent.has(word) ? 400 : common.has(word) ? 20 : 1;
}

/** An anchor is a word, or two words in a row with a space between. */
const english: AnchorKind = {
  tokensOf(text) {
    const anchors: string[] = [];
    let previous: string | null = null;
    for (const [token] of text.matchAll(/[a-z\uE000]+/g)) {
      const isWhole = /^[a-z]+$/.test(token);
      const word = isWhole || /^[a-z]{6}/.test(token) ? token.slice(0, maxLetters) : null;
      if (word !== null) anchors.push(word);
      if (word !== null && previous !== null) anchors.push(`${previous} ${word}`);
      previous = isWhole ? word : null;
    }
    return anchors;
  },
  weigh(anchor) {
    const [first = '', second] = anchor.split(' ');
    if (second === undefined) return commonness(first);
    return Math.max(1, (commonness(first) * commonness(second)) / 2000);
  },
};

function keyOf(word: string): number {
  let key = 0;
  for (const letter of word.slice(0, maxLetters)) key = (key << 5) | (letter.charCodeAt(0) & 31);
  return key;
}

/** Returns a text of the same length: where toLowerCase changes it, only ASCII letters are changed. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The index of the English phrases. Upper case is read as lower case. */
export const englishIndex = createAnchorIndex({
  kind: english,
  flags: 'g',
  searched: inLowerCase,
  keysOf(anchor) {
    const [first = '', second] = anchor.split(' ');
    return second === undefined ? [keyOf(first), null] : [keyOf(second), keyOf(first)];
  },
  read(text, meet) {
    let key = 0;
    let letters = 0;
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) | 0x20 : 0;
      if (code >= 0x61 && code <= 0x7a) {
        if (letters < maxLetters) key = (key << 5) | (code & 31);
        letters += 1;
      } else if (letters > 0) {
        meet(key);
        key = 0;
        letters = 0;
      }
    }
  },
});
