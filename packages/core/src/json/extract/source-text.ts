import { END, isJsonSpace, toStructure } from './characters.ts';
import type { DecodedText } from './decoded-text.ts';
import { note } from './repair-log.ts';
import type { Repair } from './types.ts';

const lessThan = 0x3c;
const backtick = 0x60;
const tilde = 0x7e;

/**
 * Look-ahead that the parser may still spend on one text. A look-ahead reads characters that are read
 * again later. A short one is free. A long one is paid for, so that all of them together stay within a
 * few times the length of the text. Broken documents spend up to 3 characters for each of theirs, long
 * strings full of unescaped quotes up to 18. When nothing is left, every look-ahead is short.
 */
export interface Allowance {
  left: number;
}

const allowanceRate = 32;
const smallestAllowance = 4000;
/** Characters, and comments between two tokens, that a look-ahead reads for free. */
const nearSight = 64;
const nearComments = 8;
/** Reading past a comment takes about as long as reading this many characters. */
const commentCost = 16;

/** Creates the allowance for a text of this length. */
export function createAllowance(length: number): Allowance {
  return { left: smallestAllowance + allowanceRate * length };
}

/** A text with what every attempt to read it shares. */
export interface SourceText {
  readonly text: string;
  readonly allowance: Allowance;
  /** Index of `needle` at or after `from`, or the length of the text. */
  find(needle: string, from: number): number;
  /** The last stretch in which escaped quotes were decoded. */
  unescaped: DecodedText | undefined;
  /** The rest of the text with its HTML entities decoded, from the first bracket that needed it. */
  withoutEntities: DecodedText | undefined;
  /** JSON without escapes inside a string was followed in vain, which is done only once. */
  embeddedJsonFailed: boolean;
  /** The last white space that was skipped: what follows a token is looked at more than once. */
  spaceStart: number;
  spaceEnd: number;
}

/**
 * Creates a source text. `find` remembers where it met each needle: searching again and again for an
 * end that is far away, or missing, would cost the square of the length.
 */
export function createSourceText(
  text: string,
  allowance: Allowance = createAllowance(text.length),
): SourceText {
  /** For each needle its places from the start of the text, as far as they were needed. */
  const places = new Map<string, number[]>();
  return {
    text,
    allowance,
    unescaped: undefined,
    withoutEntities: undefined,
    embeddedJsonFailed: false,
    spaceStart: -1,
    spaceEnd: -1,
    find(needle, from) {
      let known = places.get(needle);
      if (!known) places.set(needle, (known = [-1]));
      for (let last = known.at(-1) ?? 0; last < Math.min(from, text.length); known.push(last)) {
        const index = text.indexOf(needle, last + 1);
        last = index < 0 ? text.length : index;
      }
      return known[findLast(known, from - 1) + 1] ?? text.length;
    },
  };
}

/** Index of the last number in the sorted list that is at most `limit`, by binary search. */
export function findLast(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** True when there is a line break in `[from, to)`. */
export function hasLineBreak(source: SourceText, from: number, to: number): boolean {
  return from < to && source.find('\n', from) < to;
}

/** End of what a look-ahead that starts at `from` may read. */
export function sightEnd({ text, allowance }: SourceText, from: number): number {
  return allowance.left > 0 ? text.length : Math.min(text.length, from + nearSight);
}

/** Pays for a look-ahead that has read this many characters. */
export function spend({ allowance }: SourceText, characters: number): void {
  if (characters > nearSight) allowance.left -= characters;
}

/** Structural meaning of the character at `index`; `END` also where a fence or a tag stands. */
export function structureAt({ text }: SourceText, index: number): string {
  const code = text.charCodeAt(index);
  const char = text.charAt(index);
  if (code > 0x7f) return toStructure(char);
  const ends = code === lessThan || ((code === backtick || code === tilde) && isFence(text, index));
  return ends ? END : char;
}

/** Three or more backticks or tildes. */
export function isFence(text: string, index: number): boolean {
  const char = text.charAt(index);
  return (char === '`' || char === '~') && text.startsWith(char + char, index + 1);
}

/** Spaces and format characters that no one sees and that JSON does not allow between tokens. */
const invisible =
  /[\v\f\u0085\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]+/y;

/**
 * Index of the first character at or after `from` that is neither white space nor a comment. What
 * JSON would not have skipped goes into `log`, when one is given.
 */
export function skipTrivia(source: SourceText, from: number, log?: Repair[]): number {
  const { text, allowance } = source;
  let index = from;
  for (let pieces = 0; ; pieces += 1) {
    const start = index;
    index = skipSpace(source, index);
    if (isToken(text.charCodeAt(index))) return index;
    const char = text.charAt(index);
    const end = findTriviaEnd(source, index, char);
    if (end === index) return index;
    if (pieces >= nearComments) {
      if (allowance.left <= 0) return index;
      allowance.left -= commentCost + index - start;
    }
    if (log) {
      const comment = char === '/' || char === '#' || char === '<';
      const stray = char === '\\' || char === '>';
      note(log, comment ? 'comment-removed' : stray ? 'stray-character' : 'invisible-space', index);
    }
    index = end;
  }
}

function skipSpace(source: SourceText, from: number): number {
  const { text, spaceStart, spaceEnd } = source;
  if (from === spaceStart) return spaceEnd;
  let index = from;
  while (isJsonSpace(text.charCodeAt(index))) index += 1;
  if (index > from) {
    source.spaceStart = from;
    source.spaceEnd = index;
  }
  return index;
}

/** True for the ASCII characters that cannot begin anything to skip: all but `#`, `/`, `<`, `>`, `\\`. */
function isToken(code: number): boolean {
  return code > 0x3e
    ? code < 0x7f && code !== 0x5c
    : code > 0x20 && code !== 0x23 && code !== 0x2f && code !== 0x3c && code !== 0x3e;
}

/** End of the comment, invisible space, written `\n` or quoting `>` at `index`; else `index`. */
function findTriviaEnd(source: SourceText, index: number, char: string): number {
  const { text } = source;
  const pastNext = (needle: string): number =>
    Math.min(source.find(needle, index + 2) + needle.length, text.length);
  if (char === '/') {
    if (text.startsWith('/', index + 1)) return source.find('\n', index);
    if (text.startsWith('*', index + 1)) return pastNext('*/');
  } else if (char === '#') {
    // `#fff` is a value, `# note` a comment.
    if (isJsonSpace(text.charCodeAt(index + 1))) return source.find('\n', index);
  } else if (char === '<') {
    if (text.startsWith('<!--', index)) return pastNext('-->');
  } else if (char === '\\') {
    if (/[nrt]/.test(text.charAt(index + 1))) return index + 2;
  } else if (char === '>') {
    if (text.charAt(index - 1) === '\n') return index + 1;
  } else if (char < ' ' || char > '~') {
    return index + matchLength(invisible, text, index);
  }
  return index;
}

/** Length of the match of a sticky pattern at `index`; 0 when it does not match there. */
export function matchLength(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex - index : 0;
}
