/** Character classes by UTF-16 unit. Written as ranges: `\p{...}` follows the engine's Unicode version. */

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** ASCII letters and the Latin letters of Latin-1 and Latin Extended A and B. */
export function isLatin(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 0xc0 && unit <= 0x24f && unit !== 0xd7 && unit !== 0xf7)
  );
}

export function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

export function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

/** Letter, digit or `_`: beside a Latin word it makes another word. */
export function isWordUnit(unit: number): boolean {
  return isLatin(unit) || isDigit(unit) || unit === 95;
}

/** CJK ideographs with 々 and 〇. */
export function isKanji(unit: number): boolean {
  return (
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3400 && unit <= 0x4dbf) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    unit === 0x3005 ||
    unit === 0x3007
  );
}

export function isHiragana(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x3096) || unit === 0x309d || unit === 0x309e;
}

/** Katakana with the long-vowel mark, without the middle dot. */
export function isKatakana(unit: number): boolean {
  return (unit >= 0x30a1 && unit <= 0x30fa) || (unit >= 0x30fc && unit <= 0x30fe);
}

export function isJapanese(unit: number): boolean {
  return isKanji(unit) || isHiragana(unit) || isKatakana(unit);
}

/** Kanji, kana, Latin letters, digits and `_`. */
export function isLetter(unit: number): boolean {
  return isJapanese(unit) || isWordUnit(unit);
}

export function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13 || unit === 0x3000;
}

/** Returns the offset of the last unit before `at` that is not a space, or -1. */
export function lastBeforeSpaces(text: string, at: number): number {
  let before = at - 1;
  while (before >= 0 && text.charCodeAt(before) === 32) before -= 1;
  return before;
}

/** Returns how many units of the text `accept` takes. */
export function countUnits(text: string, accept: (unit: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (accept(text.charCodeAt(at))) count += 1;
  return count;
}

/** Returns the places of a form in a text. The search goes on `step` units after each, at least one. */
export function placesOf(text: string, form: string, step: number): readonly number[] {
  const places: number[] = [];
  let at = text.indexOf(form);
  while (at >= 0) {
    places.push(at);
    at = text.indexOf(form, at + Math.max(1, step));
  }
  return places;
}

/** Lower case of ASCII only, so that offsets stay. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/** Returns the end of the run of units from `from` that `accept` takes, at most `limit`. */
export function runEnd(
  text: string,
  from: number,
  accept: (unit: number) => boolean,
  limit: number = text.length,
): number {
  const last = Math.min(text.length, limit);
  let end = from;
  while (end < last && accept(text.charCodeAt(end))) end += 1;
  return end;
}

/**
 * Returns the start of the run of units before `before` that `accept` takes. Reads at most `most` units:
 * callers look back from many places of one run, so the bound keeps them linear.
 */
export function runStart(
  text: string,
  before: number,
  accept: (unit: number) => boolean,
  most: number,
): number {
  const first = Math.max(0, before - most);
  let start = before;
  while (start > first && accept(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** Ranges of code points, first and last included. */
export type CodeRanges = readonly (readonly number[])[];

/** Parses ranges of hexadecimal code points: `300-36f 3099-309a`. */
export function parseRanges(list: string): CodeRanges {
  return list.split(' ').map((range) => range.split('-').map((hex) => Number.parseInt(hex, 16)));
}

export function isInRanges(ranges: CodeRanges, point: number): boolean {
  return ranges.some(([first = 0, last = 0]) => point >= first && point <= last);
}
