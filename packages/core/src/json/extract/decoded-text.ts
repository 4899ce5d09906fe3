/** A text that was decoded as a whole, with the way back to the offsets it came from. */
export interface DecodedText {
  readonly text: string;
  /** Offset in the original text of an offset in the decoded one. */
  toOriginal(index: number): number;
}

// Bounded: a chain of brackets is looked at from each of its brackets.
const escapedStart = /(?:[{[\s]|\\[nrt]){1,64}\\{1,8}"/y;
const entityStart = /[{[\s]{1,64}&(?:quot|apos|#34|#39|#x22|#x27);/iy;
const escapes = /\\(?:u[0-9a-fA-F]{4}|[^])/g;
const entities = /&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,6}|#x[\da-f]{1,5});/gi;
const entityTexts: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** True when the quotes of the JSON at `start` are escaped, as inside a string: `{\"a\": 1}`. */
export function isEscapedJson(text: string, start: number): boolean {
  escapedStart.lastIndex = start;
  return escapedStart.test(text);
}

/** True when the quotes of the JSON at `start` are HTML entities. */
export function isEntityJson(text: string, start: number): boolean {
  entityStart.lastIndex = start;
  return entityStart.test(text);
}

/** Undoes one level of string escaping from `start` to the first quote without a backslash. */
export function unescapeText(text: string, start: number): DecodedText {
  let end = text.indexOf('"', start);
  while (end >= 0 && text.charAt(end - 1) === '\\') end = text.indexOf('"', end + 1);
  return decode(text, start, end < 0 ? text.length : end, escapes, decodeEscape);
}

/** Decodes HTML entities from `start` to the end. */
export function decodeEntities(text: string, start: number): DecodedText {
  return decode(text, start, text.length, entities, decodeEntity);
}

function decodeEscape(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

function decodeEntity(written: string): string {
  const name = written.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return entityTexts[name] ?? written;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

function decode(
  text: string,
  start: number,
  end: number,
  pattern: RegExp,
  decodeOne: (written: string) => string,
): DecodedText {
  const body = text.slice(start, end);
  const decodedAt: number[] = [0];
  const originalAt: number[] = [start];
  let decoded = '';
  let from = 0;
  for (const match of body.matchAll(pattern)) {
    decoded += body.slice(from, match.index) + decodeOne(match[0]);
    from = match.index + match[0].length;
    decodedAt.push(decoded.length);
    originalAt.push(start + from);
  }
  decoded += body.slice(from);
  return {
    text: decoded,
    toOriginal(index) {
      const segment = findSegment(decodedAt, index);
      return Math.min((originalAt[segment] ?? start) + index - (decodedAt[segment] ?? 0), end);
    },
  };
}

/** Index of the last start that is not past `index`; binary search. */
function findSegment(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
