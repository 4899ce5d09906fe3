import { type AnchorKind, anchorsOfPattern } from './pattern-anchors.ts';
import { words } from './words.ts';

/** Longer words are known by their first letters, five bits a letter in one number. */
const maxLetters = 6;

/** Words of most sentences, and words of many; as anchors they cost as much as many rare words. */
const frequent = words(
  'the a an is are to of and in for it on at with that this not as or by from t d',
);
const common = words(
  `be have has can will would no all each every you your one more most when if what which how their they we do does was so
  but then first only good also use take number now up out who plan option choice venue hall vendor date same any two need needs list name place question both ask members up day go s`,
);

const english: AnchorKind = {
  tokensOf: (text) =>
    (text.match(/[a-z\uE000]+/g) ?? []).filter((token) => /^(?:[a-z]+$|[a-z]{6})/.test(token)),
  weigh: (token) => (frequent.has(token) ? 400 : common.has(token) ? 20 : 1),
};
const englishAtStart: AnchorKind = { ...english, isFirst: true };

/** The patterns of rules by their bits, and whether they match at the start of a clause only. */
const patterns: { readonly pattern: RegExp; readonly kind: AnchorKind }[] = [];
/** The rules of the words, one bit a rule; created at the first text. */
let rulesOfWord: Map<number, number> | null = null;

/** A slot per hash of a word, since most words are in no list, and a map is slower than a byte. */
const slots = 0x4000;
const occupied = new Uint8Array(slots);

/** A word after which a clause may begin. */
const opener = 1 << 30;
const openers =
  'first firstly second secondly third then next finally lastly also now always so please instead therefore afterwards afterward just simply and but';
/** The rules that match at the start of a clause only. */
let atStart = 0;

/** Returns the bit of a new rule in the result of `englishAnchorsIn`. */
export function englishAnchorOf(pattern: RegExp, startsClause: boolean): number {
  const bit = 1 << patterns.length;
  patterns.push({ pattern, kind: startsClause ? englishAtStart : english });
  if (startsClause) atStart |= bit;
  rulesOfWord = null;
  return bit;
}

function collect(): Map<number, number> {
  const found = new Map<number, number>();
  const add = (word: string, bit: number): void => {
    let key = 0;
    for (const letter of word.slice(0, maxLetters)) key = (key << 5) | (letter.charCodeAt(0) & 31);
    found.set(key, (found.get(key) ?? 0) | bit);
    occupied[slotOf(key)] = 1;
  };
  for (const [rule, { pattern, kind }] of patterns.entries()) {
    for (const word of anchorsOfPattern(pattern, kind)) add(word, 1 << rule);
  }
  for (const word of words(openers)) add(word, opener);
  return found;
}

function slotOf(key: number): number {
  return (key ^ (key >>> 9) ^ (key >>> 18)) & (slots - 1);
}

/** Returns the rules to try in a text, one bit a rule. One pass, in which upper case is lower case. */
export function englishAnchorsIn(text: string): number {
  const known = (rulesOfWord ??= collect());
  let rules = 0;
  let key = 0;
  let letters = 0;
  let previous = 0;
  /** True if a clause may begin at this word: not after a space and another word than an adverb. */
  let canStart = true;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) | 0x20 : 0;
    if (code >= 0x61 && code <= 0x7a) {
      if (letters < maxLetters) key = (key << 5) | (code & 31);
      letters += 1;
    } else if (letters > 0) {
      const found = occupied[slotOf(key)] === 1 ? (known.get(key) ?? 0) : 0;
      rules |= canStart ? found : found & ~atStart;
      canStart =
        code !== 0x20 ||
        (found & opener) !== 0 ||
        (previous === 0x79 && (text.charCodeAt(index - 2) | 0x20) === 0x6c);
      key = 0;
      letters = 0;
    } else if (code !== 0x20 || previous === 0x20) canStart = true;
    previous = code;
  }
  return rules & ~opener;
}
