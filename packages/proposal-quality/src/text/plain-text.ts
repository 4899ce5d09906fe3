import { isWellFormed } from '@kanmon/core/kit';

/** The result of a glance at a text: harmless, white space only, suspicious, or not valid UTF-16. */
export type Glance = 'clean' | 'blank' | 'look' | 'broken';

/** Can be seen, and starts nothing that any rule looks for. */
const harmless = 1;
/** White space: starts nothing, but cannot be seen. */
const space = 2;
/** A Latin letter, of an English text perhaps. */
const letter = 4;
/** Kana: a text with a few of them is Japanese. */
const kana = 8;
/** First or second letter of a banned Japanese phrase, perhaps. */
const firstLetter = 16;
const secondLetter = 32;
/** Everything else: invisible characters, what NFKC changes, surrogates. */
const unusual = 64;

/** Pairs of letters of which every banned Japanese phrase has one. In the first list the first letter is rarer. */
const rareFirst = words(`
  べき べし べか べキ ベき ベキ ベス ベタ 可き ださ ダサ 下さ 必要 必須 必ず 推奨 推し 推す 正解 正し
  可欠 欠か 義務 絶対 決し 決ま 速や 至急 駄目 ダメ 頂き 欲し 願い せよ 一択 賢明 賢い 無難 得策 上策 良策 良案
  名案 愚策 悪手 悪い 最善 最良 最適 最高 最強 最有 最上 本命 論外 太鼓 オシ 押し 妥当 合理 適切 適任 適し 理想 理に
  現実 堅実 確実 安心 有利 有力 好都 好ま 相応 望ま 良い 良さ 優れ 優っ 優位 勝っ 勝り 軍配 間違 限り 限る 尽き
  越し 以外 文句 魅力 上回 上で 得で 得だ 勝る 第一 筆者 支持 選び 選ん 選ば 採用 採っ 採り 択し 身の お得 ねば ゃな らい ほし よろ`);
/** In this list the second letter is rarer. */
const rareSecond = words(`
  すめ すメ スめ スメ ゝめ ゝメ ヽめ ヽメ 勧め 勧メ 薦め 薦メ 奨め 奨メ ばな はな とな いけ だめ なさ だき
  いい よい よさ さわ しか まち えて 言っ まし んか 私な 私だ 私と 分な`);

/** Two English words in a row. A text with less English than this around its kana is Japanese. */
const english = /[a-z]+[^\p{L}\p{N}]{1,4}[a-z]/iu;

function words(list: string): readonly string[] {
  return list.split(/\s+/).filter((each) => each !== '');
}

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
  // A text of Latin letters is judged as English; beside kana only one that has English words in a row.
  if ((seen & letter) !== 0 && ((seen & kana) === 0 || english.test(text))) return 'look';
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
  for (const [first, last] of [
    [0x3041, 0x3096],
    [0x30a1, 0x30fc],
  ] as const) {
    kinds.fill(harmless | kana, first, last + 1);
  }
  for (const letters of ['az', 'AZ']) {
    kinds.fill(harmless | letter, letters.charCodeAt(0), letters.charCodeAt(1) + 1);
  }
  const flag = (code: number, kind: number): void => {
    kinds[code] = (kinds[code] ?? 0) | kind;
  };
  for (const pair of rareFirst) flag(pair.charCodeAt(0), firstLetter);
  for (const pair of rareSecond) flag(pair.charCodeAt(1), secondLetter);
  return kinds;
}
