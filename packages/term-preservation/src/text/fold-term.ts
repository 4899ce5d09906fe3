import { checkArgument } from '@kanmon/core/kit';
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
  checkArgument('text of foldTerm', 'a text', text);
  return fold(normalizeWidth(text).text).text;
}

/** Returns the normal form and a function that maps its ranges to UTF-16 spans of the original text. Linear. */
export function normalizeText(text: string): {
  readonly text: string;
  toOriginal(start: number, end: number): Span;
} {
  checkArgument('text of normalizeText', 'a text', text);
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
  let at = 0;
  while (at < text.length) {
    const from = at;
    if (text.charAt(at) === vu) {
      const vowel = vowelAfter(text, at);
      at += vowel < 0 ? 1 : 2;
      if (vowel < 0) builder.same('ブ');
      else builder.replace(bRow.charAt(vowel), 2);
    } else if (text.startsWith('ェイ', at)) {
      // The mark made of イ and those after it end a run like any other: ゲートウェイ is ゲートウェ.
      at = runEnd(text, at + 2, isLongMark);
      builder.same('エ');
      if (!isFollowed(text, at) && katakanaBefore(text, from) + 1 >= shortestWithoutMark)
        builder.replace('', at - from - 1);
      else builder.same('ー'.repeat(at - from - 1));
    } else if (text.charCodeAt(at) === longMark) {
      at = runEnd(text, at, isLongMark);
      if (!isFollowed(text, at) && katakanaBefore(text, from) >= shortestWithoutMark)
        builder.replace('', at - from);
      else builder.same(text.slice(from, at));
    } else {
      at += 1;
      if (joinsKatakana(text, from)) builder.replace('', 1);
      else builder.same(foldUnit(text.charAt(from)));
    }
  }
  return builder.finish();
}

/** Returns the index of the small vowel of ヴァ, ヴィ, ヴェ or ヴォ after `at`, or -1. */
function vowelAfter(text: string, at: number): number {
  return at + 1 < text.length ? vVowels.indexOf(text.charAt(at + 1)) : -1;
}

function foldUnit(character: string): string {
  const vowel = smallVowels.indexOf(character);
  if (vowel >= 0) return largeVowels.charAt(vowel);
  // Kanji and kana have no case.
  if (character >= '\u2e80' && character < '\ua000') return character;
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower : character;
}

function isLongMark(unit: number): boolean {
  return unit === longMark;
}

/** Returns true for a middle dot between katakana. */
function joinsKatakana(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === middleDot &&
    isKatakana(text.charCodeAt(at - 1)) &&
    startsKatakana(text.charCodeAt(at + 1))
  );
}

/** Returns true when a katakana run goes on at `at`, perhaps after a middle dot. */
function isFollowed(text: string, at: number): boolean {
  const next = text.charCodeAt(at);
  return isKatakana(next) || (next === middleDot && startsKatakana(text.charCodeAt(at + 1)));
}

function startsKatakana(unit: number): boolean {
  return isKatakana(unit) && unit !== longMark;
}

/** Returns the folded length of the katakana run before `at`, counted no further than needed. */
function katakanaBefore(text: string, at: number): number {
  let count = 0;
  for (let index = at - 1; index >= 0 && count < shortestWithoutMark; index -= 1) {
    if (joinsKatakana(text, index)) continue;
    if (!isKatakana(text.charCodeAt(index))) break;
    // ヴァ folds to one unit.
    if (text.charAt(index) !== vu || vowelAfter(text, index) < 0) count += 1;
  }
  return count;
}
