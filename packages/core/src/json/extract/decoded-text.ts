/** A text that was decoded as a whole, with the way back to the offsets it came from. */
export interface DecodedText {
  readonly text: string;
  /** Offset in the original text of an offset in the decoded one. */
  readonly toOriginal: (index: number) => number;
}

// Bounded: a chain of brackets is looked at from each of its brackets.
const escapedStart = /^(?:[{[\s]|\\[nrt]){1,64}\\{1,8}"/;
const entityStart = /^[{[\s]{1,64}&(?:quot|apos|#34|#39|#x22|#x27);/i;
const longestStart = 200;
const escapes = /\\(?:u[\da-f]{4}|[^])/gi;
const entities = /&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,6}|#x[\da-f]{1,5});/gi;
const entityTexts: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** The text from `start` to the first quote without a backslash, if its quotes are escaped. */
export function unescapeText(text: string, start: number): DecodedText | undefined {
  if (!escapedStart.test(text.slice(start, start + longestStart))) return undefined;
  let end = text.indexOf('"', start);
  while (end >= 0 && text.charAt(end - 1) === '\\') end = text.indexOf('"', end + 1);
  return decode(text, start, end < 0 ? text.length : end, escapes, (written) => {
    try {
      return String(JSON.parse(`"${written}"`));
    } catch {
      return written;
    }
  });
}

/** The text from `start` to the end, if its quotes are HTML entities. */
export function decodeEntities(text: string, start: number): DecodedText | undefined {
  if (!entityStart.test(text.slice(start, start + longestStart))) return undefined;
  return decode(text, start, text.length, entities, (written) => {
    const name = written.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return entityTexts[name] ?? written;
    const code = Number(name.replace('#x', '0x').replace('#', ''));
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}

function decode(
  text: string,
  start: number,
  end: number,
  pattern: RegExp,
  decodeOne: (written: string) => string,
): DecodedText {
  /** Where the original was longer: offsets in the decoded text, and what to add from there on. */
  const offsets = [0];
  const shifts = [start];
  let shift = start;
  const decoded = text.slice(start, end).replace(pattern, (written, at: number) => {
    const replacement = decodeOne(written);
    offsets.push(start + at - shift + replacement.length);
    shift += written.length - replacement.length;
    shifts.push(shift);
    return replacement;
  });
  return {
    text: decoded,
    toOriginal: (index) => index + (shifts[findLast(offsets, index)] ?? shift),
  };
}

/** Index of the last of `starts` that is not past `index`; binary search. */
function findLast(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
