/** C0, DEL and C1. */
const control = /\p{Cc}/u;
const controlButLineFeed = /[^\P{Cc}\n]/u;
const bidiControl = /[\u202a-\u202e\u2066-\u2069]/;
const everyBidiControl = new RegExp(bidiControl, 'g');
/** With the `u` flag a pair is one character above the range, so only a lone surrogate matches. */
const loneSurrogate = /[\ud800-\udfff]/u;

/** Scripts whose letters join or not by U+200C and U+200D. */
const joining =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]';
/**
 * Invisible characters where a text needs them: each belongs to the visible character before it, so
 * that no text can be hidden in them.
 */
const needed = [
  // Emoji that are joined, as families are.
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  // Text or emoji form; the digits of keycaps.
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  // Flags of regions.
  '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
  // Forms of a Chinese character, which Japanese names need (UTS 37).
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
].join('|');
/** Format characters that are seen: the Arabic and Syriac number signs. */
const seenFormat = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
const invisible = `(?![${seenFormat}])[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029]`;
const onlyNeeded = new RegExp(needed, 'gu');
const anyInvisible = new RegExp(invisible, 'u');
const visible = /[^\s\p{Cf}\u115f\u1160\u3164\uffa0]/u;

type TextFault = 'control_character' | 'bidi_control' | 'invisible_character' | 'lone_surrogate';

/** Returns the faults that no text of a card may have. */
export function textFaults(text: string, options: { readonly lineFeeds: boolean }): TextFault[] {
  const faults: TextFault[] = [];
  if ((options.lineFeeds ? controlButLineFeed : control).test(text))
    faults.push('control_character');
  if (bidiControl.test(text)) faults.push('bidi_control');
  if (hidesCharacters(text)) faults.push('invisible_character');
  if (loneSurrogate.test(text)) faults.push('lone_surrogate');
  return faults;
}

/** True for an invisible character that no visible one needs, bidi controls aside. */
function hidesCharacters(text: string): boolean {
  if (!anyInvisible.test(text)) return false;
  return anyInvisible.test(text.replaceAll(onlyNeeded, '').replaceAll(everyBidiControl, ''));
}

/** True when a reader would see nothing: white space, format characters and fillers only. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** The text without what no card may hold (line feeds stay), and how many characters went. */
export function removeForbidden(text: string): { readonly text: string; readonly removed: number } {
  const kept = text.replaceAll(forbidden, '$1');
  return { text: kept, removed: text.length - kept.length };
}

/** The look-ahead lets all other characters pass after one test. */
const forbidden = new RegExp(
  `(?=[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ud800-\\udfff])(?:(${needed})|[^\\P{Cc}\\n]|${invisible}|[\\ud800-\\udfff])`,
  'gu',
);
