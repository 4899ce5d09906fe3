import { codePointsOf } from './measure.ts';

/** A text as a reader takes it in, each folded unit with the code points it came from. */
export interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: index of the first code point of its origin. */
  readonly starts: readonly number[];
  /** For each unit: index after the last code point of its origin. */
  readonly ends: readonly number[];
  readonly codePoints: readonly string[];
}

/** What stands between the letters of a word without being read: spaces, zero-width characters, soft hyphens. */
const skipped = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u;
/** What belongs to the character before it, the half-width voicing marks included. */
const attached = /^[\p{M}\uff9e\uff9f]$/u;
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const katakanaToHiragana = 0x60;
const asciiOnly = /^[\u0021-\u007e]$/;

/**
 * Folds width (NFKC), case and kana, and drops what is not read, so that one spelling stands for all.
 * Linear in the text.
 */
export function foldText(text: string): FoldedText {
  const codePoints = codePointsOf(text);
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  for (let index = 0; index < codePoints.length;) {
    const start = index;
    let group = codePoints[index] ?? '';
    index += 1;
    if (skipped.test(group)) continue;
    while (index < codePoints.length && isAttached(codePoints[index] ?? '')) {
      group += codePoints[index] ?? '';
      index += 1;
    }
    const folded = foldGroup(group);
    parts.push(folded);
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start);
      ends.push(index);
    }
  }
  return { text: parts.join(''), starts, ends, codePoints };
}

/** Variation selectors are marks too, but nobody reads them. */
function isAttached(character: string): boolean {
  return attached.test(character);
}

function foldGroup(group: string): string {
  if (asciiOnly.test(group)) return group.toLowerCase();
  return group
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana));
}
