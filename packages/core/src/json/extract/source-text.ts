import { END, isJsonSpace, toStructure } from './characters.ts';
import { note } from './repair-log.ts';
import type { Repair } from './types.ts';

const lessThan = 0x3c;
const backtick = 0x60;
const tilde = 0x7e;

/** A text with what every attempt to read it shares. */
export interface SourceText {
  readonly text: string;
  /** Index of `needle` at or after `from`, or the length of the text. */
  find(needle: string, from: number): number;
  /** JSON without escapes inside a string was followed in vain, which is done only once. */
  embeddedJsonFailed: boolean;
  /** The last white space that was skipped: what follows a token is looked at more than once. */
  spaceStart: number;
  spaceEnd: number;
}

/**
 * `find` remembers the last answer for each needle: looking again and again for an end that is far
 * away, or not there at all, would cost the square of the length on hostile text.
 */
export function createSourceText(text: string): SourceText {
  const answers = new Map<string, { readonly from: number; readonly found: number }>();
  return {
    text,
    embeddedJsonFailed: false,
    spaceStart: -1,
    spaceEnd: -1,
    find(needle, from) {
      const last = answers.get(needle);
      if (last && from >= last.from && from <= last.found) return last.found;
      const index = text.indexOf(needle, from);
      const found = index < 0 ? text.length : index;
      answers.set(needle, { from, found });
      return found;
    },
  };
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
  const { text } = source;
  let index = from;
  for (;;) {
    index = skipSpace(source, index);
    if (isToken(text.charCodeAt(index))) return index;
    const char = text.charAt(index);
    const end = findTriviaEnd(source, index, char);
    if (end === index) return index;
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
