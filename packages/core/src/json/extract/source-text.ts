import { Char, END, isInvisibleSpace, isJsonSpace, toStructure } from './characters.ts';
import { note } from './repair-log.ts';
import type { Repair } from './types.ts';

/** Next index of a fixed needle at or after `from`, or the length of the text. */
export type Finder = (from: number) => number;

/** A text with the searches that are shared by every attempt to read it. */
export interface SourceText {
  readonly text: string;
  readonly findBlockCommentEnd: Finder;
  readonly findMarkupCommentEnd: Finder;
  readonly findLineEnd: Finder;
  readonly findTripleQuote: Readonly<Record<number, Finder>>;
  /** JSON without escapes inside a string was once followed to the end of the text in vain. */
  readonly embeddedJson: { failed: boolean };
}

export function createSourceText(text: string): SourceText {
  return {
    text,
    findBlockCommentEnd: createFinder(text, '*/'),
    findMarkupCommentEnd: createFinder(text, '-->'),
    findLineEnd: createFinder(text, '\n'),
    findTripleQuote: {
      [Char.doubleQuote]: createFinder(text, '"""'),
      [Char.singleQuote]: createFinder(text, "'''"),
      [Char.backtick]: createFinder(text, '```'),
    },
    embeddedJson: { failed: false },
  };
}

/**
 * Remembers the last answer: looking again and again for an end that is far away, or not there at
 * all, would otherwise cost the square of the length on hostile text.
 */
function createFinder(text: string, needle: string): Finder {
  let searchedFrom = 0;
  let found = -1;
  return (from) => {
    if (from < searchedFrom || from > found) {
      searchedFrom = from;
      const index = text.indexOf(needle, from);
      found = index < 0 ? text.length : index;
    }
    return found;
  };
}

/** Structural meaning of the code unit at `index`; `END` also where a fence or a closing tag stands. */
export function structureAt(source: SourceText, index: number): number {
  const { text } = source;
  if (index >= text.length) return END;
  const code = text.charCodeAt(index);
  if (code === Char.less) return END;
  if (code === Char.backtick || code === Char.tilde) return isFence(text, index) ? END : code;
  return toStructure(code);
}

/** Three or more backticks or tildes. */
export function isFence(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (
    (code === Char.backtick || code === Char.tilde) &&
    text.charCodeAt(index + 1) === code &&
    text.charCodeAt(index + 2) === code
  );
}

/**
 * Index of the first code unit at or after `from` that is neither white space nor a comment. What
 * JSON would not have skipped goes into `log`, when one is given.
 */
export function skipTrivia(source: SourceText, from: number, log?: Repair[]): number {
  const { text } = source;
  let index = from;
  for (;;) {
    const code = text.charCodeAt(index);
    if (isJsonSpace(code)) {
      index += 1;
    } else if (code > Char.space && code < 0x7f) {
      const next = skipAsciiTrivia(source, index, code, log);
      if (next === index) return index;
      index = next;
    } else if (isInvisibleSpace(code)) {
      if (log) note(log, 'invisible-space', index);
      do index += 1;
      while (isInvisibleSpace(text.charCodeAt(index)));
    } else {
      return index;
    }
  }
}

function skipAsciiTrivia(
  source: SourceText,
  index: number,
  code: number,
  log: Repair[] | undefined,
): number {
  const commentEnd = findCommentEnd(source, index, code);
  if (commentEnd > index) {
    if (log) note(log, 'comment-removed', index);
    return commentEnd;
  }
  const stray = strayLength(source.text, index, code);
  if (stray > 0 && log) note(log, 'stray-character', index);
  return index + stray;
}

function findCommentEnd(source: SourceText, index: number, code: number): number {
  const { text } = source;
  if (code === Char.slash) {
    const next = text.charCodeAt(index + 1);
    if (next === Char.slash) return source.findLineEnd(index);
    if (next === Char.asterisk) {
      return Math.min(source.findBlockCommentEnd(index + 2) + 2, text.length);
    }
  } else if (code === Char.hash) {
    // `#fff` is a value, `# note` a comment.
    if (isJsonSpace(text.charCodeAt(index + 1))) return source.findLineEnd(index);
  } else if (code === Char.less && text.startsWith('<!--', index)) {
    return Math.min(source.findMarkupCommentEnd(index + 4) + 3, text.length);
  }
  return index;
}

/** A line break written as `\n` between tokens, or the `>` of a quoted line. */
function strayLength(text: string, index: number, code: number): number {
  if (code === Char.backslash) return /[nrt]/.test(text.charAt(index + 1)) ? 2 : 0;
  return code === Char.greater && text.charCodeAt(index - 1) === Char.newline ? 1 : 0;
}
