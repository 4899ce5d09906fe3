import { createSourceText, findLast, type SourceText } from './source-text.ts';

/** A stretch of a text that was decoded as a whole. */
export interface DecodedText {
  readonly start: number;
  readonly end: number;
  readonly source: SourceText;
  /** Offset in the decoded text of an offset in the original one that is not inside an escape. */
  readonly toDecoded: (index: number) => number;
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

/**
 * Returns the text from `start` to the first quote without a backslash, if its quotes are escaped.
 * Brackets that follow in the same stretch use the same decoded text: decoding the rest again at
 * each of them would cost the square of the length.
 */
export function unescapeText(source: SourceText, start: number): DecodedText | undefined {
  const { text, unescaped } = source;
  if (!escapedStart.test(text.slice(start, start + longestStart))) return undefined;
  if (unescaped && isWithin(start, unescaped)) return unescaped;
  let end = text.indexOf('"', start);
  while (end >= 0 && text.charAt(end - 1) === '\\') end = text.indexOf('"', end + 1);
  source.unescaped = decode(source, start, end < 0 ? text.length : end, escapes, (written) => {
    try {
      return String(JSON.parse(`"${written}"`));
    } catch {
      return written;
    }
  });
  return source.unescaped;
}

/** Returns the text from `start` to the end, if its quotes are HTML entities. Decoded only once. */
export function decodeEntities(source: SourceText, start: number): DecodedText | undefined {
  const { text, withoutEntities } = source;
  if (!entityStart.test(text.slice(start, start + longestStart))) return undefined;
  if (withoutEntities && isWithin(start, withoutEntities)) return withoutEntities;
  source.withoutEntities = decode(source, start, text.length, entities, (written) => {
    const name = written.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return entityTexts[name] ?? written;
    const code = Number(name.replace('#x', '0x').replace('#', ''));
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
  return source.withoutEntities;
}

function isWithin(index: number, { start, end }: DecodedText): boolean {
  return index >= start && index < end;
}

function decode(
  { text, allowance }: SourceText,
  start: number,
  end: number,
  pattern: RegExp,
  decodeOne: (written: string) => string,
): DecodedText {
  /** Where the original is longer: offsets in both texts, after each replaced escape. */
  const originals = [start];
  const offsets = [0];
  let shift = start;
  const decoded = text.slice(start, end).replace(pattern, (written, at: number) => {
    const replacement = decodeOne(written);
    offsets.push(start + at - shift + replacement.length);
    originals.push(start + at + written.length);
    shift += written.length - replacement.length;
    return replacement;
  });
  return {
    start,
    end,
    source: createSourceText(decoded, allowance),
    toDecoded: (index) => move(index, originals, offsets),
    toOriginal: (index) => move(index, offsets, originals),
  };
}

/** The offset in one text of an offset in the other, by the places known in both. */
function move(index: number, from: readonly number[], to: readonly number[]): number {
  const place = findLast(from, index);
  return (to[place] ?? 0) + index - (from[place] ?? 0);
}
