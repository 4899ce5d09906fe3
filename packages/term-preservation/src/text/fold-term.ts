import type { Span } from '../vocabulary/terms.ts';
import { isKatakana, runEnd } from './characters.ts';
import { normalizeWidth } from './normalize-width.ts';
import { composeMaps, createRewriteBuilder, identityMap, type MappedText } from './offset-map.ts';

/** JIS Z 8301: the long-vowel mark is left out after three or more characters (サーバー, not コピー). */
const shortestWithoutMark = 3;
const smallVowels = 'ァィゥェォ';
const largeVowels = 'アイウエオ';
/** ヴ and a small vowel are one kana of the バ row. */
const vu = 'ヴ';
const vVowels = 'ァィェォ';
const bRow = 'バビベボ';
const middleDot = 0x30fb;
const longMark = 0x30fc;

/** Returns the normal form under which terms are compared: width, case and kana variants are unified. Idempotent. */
export function foldTerm(text: string): string {
  return fold(normalizeWidth(text).text).text;
}

/** Returns the normal form and a function that maps its ranges to UTF-16 spans of the original text. Linear. */
export function normalizeText(text: string): {
  readonly text: string;
  toOriginal(start: number, end: number): Span;
} {
  const { text: folded, map } = foldMapped(normalizeWidth(text));
  return { text: folded, toOriginal: (start, end) => map.toSource(start, end) };
}

/** Folds a text of normal width. The map leads to the source of that text. */
export function foldMapped(wide: MappedText): MappedText {
  const folded = fold(wide.text);
  return { text: folded.text, map: composeMaps(folded.map, wide.map) };
}

/** A capital, a letter beyond ASCII, or a katakana unit that the fold looks at. */
const touched = /[A-Z\u0080-\u2fff\u30a1\u30a3\u30a5\u30a7\u30a9\u30f4\u30fb\u30fc\uac00-\uffff]/;

function fold(text: string): MappedText {
  if (!touched.test(text)) return { text, map: identityMap };
  const builder = createRewriteBuilder();
  let pending = '';
  let at = 0;
  const flush = (): void => {
    builder.same(pending);
    pending = '';
  };
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === longMark || unit === middleDot) {
      const end = unit === longMark ? runEnd(text, at, isLongMark) : at + 1;
      if (unit === longMark ? endsLongWord(text, at, end) : joinsKatakana(text, at)) {
        flush();
        builder.replace('', end - at);
      } else pending += text.slice(at, end);
      at = end;
    } else if (text.charAt(at) === vu) {
      const vowel = vowelAfter(text, at);
      if (vowel < 0) pending += 'ブ';
      else {
        flush();
        builder.replace(bRow.charAt(vowel), 2);
      }
      at += vowel < 0 ? 1 : 2;
    } else if (text.startsWith('ェイ', at)) {
      // The mark made of イ and those after it end a run like any other: ゲートウェイ is ゲートウェ.
      const end = runEnd(text, at + 2, isLongMark);
      pending += 'エ';
      if (!isFollowed(text, end) && katakanaBefore(text, at) + 1 >= shortestWithoutMark) {
        flush();
        builder.replace('', end - at - 1);
      } else pending += 'ー'.repeat(end - at - 1);
      at = end;
    } else {
      pending += foldUnit(text, at, unit);
      at += 1;
    }
  }
  flush();
  return builder.finish();
}

/** Which small vowel of ヴァ, ヴィ, ヴェ, ヴォ follows `at`; -1 for none. */
function vowelAfter(text: string, at: number): number {
  return at + 1 < text.length ? vVowels.indexOf(text.charAt(at + 1)) : -1;
}

function foldUnit(text: string, at: number, unit: number): string {
  const character = text.charAt(at);
  if (unit < 0x80) return unit >= 65 && unit <= 90 ? String.fromCharCode(unit + 32) : character;
  const vowel = smallVowels.indexOf(character);
  if (vowel >= 0) return largeVowels.charAt(vowel);
  if (unit < 0x2e80 || unit >= 0xa000) {
    const lower = character.toLowerCase();
    return lower.length === 1 ? lower : character;
  }
  return character;
}

function isLongMark(unit: number): boolean {
  return unit === longMark;
}

function joinsKatakana(text: string, at: number): boolean {
  return isKatakana(text.charCodeAt(at - 1)) && startsKatakana(text.charCodeAt(at + 1));
}

/** Whether the long marks from `at` to `end` close a word of three or more characters. */
function endsLongWord(text: string, at: number, end: number): boolean {
  return !isFollowed(text, end) && katakanaBefore(text, at) >= shortestWithoutMark;
}

function isFollowed(text: string, at: number): boolean {
  const next = text.charCodeAt(at);
  return isKatakana(next) || (next === middleDot && startsKatakana(text.charCodeAt(at + 1)));
}

function startsKatakana(unit: number): boolean {
  return isKatakana(unit) && unit !== longMark;
}

/** Folded length of the katakana run before `at`, counted no further than needed. */
function katakanaBefore(text: string, at: number): number {
  let count = 0;
  let index = at - 1;
  while (index >= 0 && count < shortestWithoutMark) {
    const unit = text.charCodeAt(index);
    if (isKatakana(unit)) {
      // ヴァ folds to one unit.
      count += text.charAt(index) === vu && vowelAfter(text, index) >= 0 ? 0 : 1;
    } else if (
      unit !== middleDot ||
      !startsKatakana(text.charCodeAt(index + 1)) ||
      !isKatakana(text.charCodeAt(index - 1))
    )
      break;
    index -= 1;
  }
  return count;
}
