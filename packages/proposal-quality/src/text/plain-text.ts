import { isWellFormed } from '@kanmon/core/kit';

/** The result of a glance at a text: harmless, white space only, suspicious, or not valid UTF-16. */
export type Glance = 'clean' | 'blank' | 'look' | 'broken';

/** Can be seen, and starts nothing that any rule looks for. */
const harmless = 1;
/** White space: starts nothing, but cannot be seen. */
const space = 2;
/** Part of a banned English word, perhaps. */
const letter = 4;
/** First or second letter of a banned Japanese phrase, perhaps. */
const firstLetter = 8;
const secondLetter = 16;
/** Everything else: invisible characters, what NFKC changes, surrogates. */
const unusual = 32;

/** Pairs of letters of which every banned Japanese phrase has one. In the first list the first letter is rarer. */
const rareFirst = 'べき べし べか べキ ベき ベキ ベス 可き ださ ダサ 下さ 必要 推奨 正解'.split(
  ' ',
);
/** In this list the second letter is rarer. */
const rareSecond = 'すめ すメ スめ スメ ゝめ ゝメ ヽめ ヽメ 勧め 勧メ 薦め 薦メ 奨め 奨メ'.split(
  ' ',
);

/** Every banned English word, and letters of which each phrase has one. */
const words = /should|ought|must|best|recommend|right|correct/i;
const wordLetters = ['h', 'H', 'm', 'M', 'b', 'B'];

/** Ranges of code units (hexadecimal) that NFKC leaves alone, or whose change makes no letter. */
const harmlessRanges =
  '21-7e 2010-2010 2013-2016 2018-201f 2025-2026 2190-21ff 3001-3098 30a0-30fe 3400-4dbf 4e00-9fff ff01-ff20 ff3b-ff40 ff5b-ff60';

/** One byte a code unit: several times faster here than any regular expression. */
const table: Uint8Array = makeTable();
const suspicious: ReadonlySet<number> = new Set(
  [...rareFirst, ...rareSecond].map((pair) => keyOf(pair, 0)),
);

/**
 * Finds the harmless texts in one pass: visible, and without a banned phrase. `broken` has a lone
 * surrogate, which JSON does not allow. Any doubtful text is `look`.
 */
export function glanceAt(text: string): Glance {
  // Local names are a quarter faster in this loop, which is half of the time of a validation.
  const kinds = table;
  const { length } = text;
  let seen = 0;
  for (let index = 0; index < length; index += 1) {
    const kind = kinds[text.charCodeAt(index)] ?? unusual;
    // One comparison for the many characters that need no second look.
    if (kind >= firstLetter && isSuspicious(text, index, kind)) {
      return isWellFormed(text) ? 'look' : 'broken';
    }
    seen |= kind;
  }
  if ((seen & letter) !== 0 && words.test(text)) return 'look';
  return (seen & harmless) === 0 ? 'blank' : 'clean';
}

function isSuspicious(text: string, index: number, kind: number): boolean {
  return (
    kind === unusual ||
    ((kind & firstLetter) !== 0 && suspicious.has(keyOf(text, index))) ||
    ((kind & secondLetter) !== 0 && index > 0 && suspicious.has(keyOf(text, index - 1)))
  );
}

/** Two code units as one number; the second is 0 at the end. */
function keyOf(text: string, index: number): number {
  const second = index + 1 < text.length ? text.charCodeAt(index + 1) : 0;
  return (text.charCodeAt(index) << 16) | second;
}

function makeTable(): Uint8Array {
  const kinds = new Uint8Array(0x1_0000).fill(unusual);
  for (const range of harmlessRanges.split(' ')) {
    const [first = 0, last = 0] = range.split('-').map((code) => Number.parseInt(code, 16));
    kinds.fill(harmless, first, last + 1);
  }
  for (const code of [0x09, 0x0a, 0x0d, 0x20, 0x3000]) kinds[code] = space;
  for (const pair of rareFirst) kinds[pair.charCodeAt(0)] = harmless | firstLetter;
  for (const pair of rareSecond) kinds[pair.charCodeAt(1)] = harmless | secondLetter;
  for (const each of wordLetters) kinds[each.charCodeAt(0)] = harmless | letter;
  return kinds;
}
