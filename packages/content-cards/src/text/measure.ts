import { removeForbidden } from './forbidden.ts';
import type { CardLimits } from '../model/limits.ts';

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' });
/**
 * Texts without these are one code point a grapheme: marks, half-width sound marks, joiners, tags, jamo
 * and the few letters of other scripts that cling to a neighbour (found by asking the segmenter).
 */
const mayCluster: RegExp =
  /\p{M}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\r\u200c-\u200d\uff9e\uff9f\u{e0020}-\u{e007f}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u0e33\u0eb3\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}\u{16d63}\u{16d67}-\u{16d6a}]/u;

/** Code points of a text. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    count -= 1;
    index += 1;
  }
  return count;
}

/** The characters of a text in the unit of the limits; no grapheme is ever split by slicing them. */
export function charactersOf(text: string, unit: CardLimits['unit']): string[] {
  return unit === 'grapheme' ? graphemesOf(text) : codePointsOf(text);
}

/** Splits a text into the characters that a reader sees. */
export function graphemesOf(text: string): string[] {
  if (!mayCluster.test(text)) return codePointsOf(text);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Length in the unit of the limits. */
export function measure(text: string, unit: CardLimits['unit']): number {
  return unit === 'grapheme' ? graphemesOf(text).length : countCodePoints(text);
}

/** The first characters of a text, in code points; a joiner at the cut goes too. */
export function headOf(text: string, codePoints: number): string {
  let index = 0;
  for (let left = codePoints; left > 0 && index < text.length; left -= 1) {
    const point = text.codePointAt(index) ?? 0;
    index += point > 0xffff ? 2 : 1;
  }
  return index >= text.length ? text : removeForbidden(text.slice(0, index)).text;
}

/** The code points of a text, a lone surrogate as itself. */
export function codePointsOf(text: string): string[] {
  return Array.from(text);
}
