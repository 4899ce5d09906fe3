import { parseExactly } from '../parse-json.ts';
import { decodeBody } from './escapes.ts';
import { type ParserState, repair, type StringRole } from './state.ts';
import { endsString, opensNoWord } from './string-ends.ts';
import {
  blankLine,
  cutNote,
  isCloser,
  isElementAt,
  isKeyAt,
  isOpener,
  matchLength,
  type QuoteStyle,
  quoteStyleOf,
  sightEnd,
  skipTrivia,
  spend,
  structureAt,
  toStructure,
} from './text.ts';

/**
 * A string may have ended at a quote at the end of a line. If its real end is not within this many
 * characters, it ended there. The limit keeps text with many such quotes linear.
 */
const proofWindow = 4000;

/** A fence on a line. Group 1 is the first character after it. */
const fenceLine = /^ *(?:`{3,}|~{3,})[ \t\r]*(\S?)/;
/** A quote that begins a word, with the characters beside it. */
const opensWord = /^\s"\w/;

/** Closing marks that stand for a straight one, and what opens them. */
const openerOf: Readonly<Record<string, string>> = { '”': '“', '」': '「', '』': '『' };

const backslash = 0x5c;
const lessThan = 0x3c;
const newline = 0x0a;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/** Reads the string at the position and the parts after it, as in `"a" + "b"`, and moves past them. */
export function readString(state: ParserState, role: StringRole): string {
  let value = readPart(state, role);
  while (moveToNextPart(state)) value += readPart(state, role);
  return value;
}

/** Moves to the next string of a value, after a plus. */
function moveToNextPart(state: ParserState): boolean {
  const { source, position } = state;
  const after = skipTrivia(source, position);
  const isAdded = structureAt(source, after) === '+';
  const next = skipTrivia(source, after + 1);
  if (!isAdded || !quoteStyleOf(structureAt(source, next))) return false;
  repair(state, 'string-concatenation', after);
  state.position = next;
  return true;
}

function readPart(state: ParserState, role: StringRole): string {
  const { text, position } = state;
  const mark = text.charAt(position);
  const style = quoteStyleOf(mark);
  if (!style) return '';
  if (style.repair) repair(state, style.repair);
  const triple = mark.repeat(3);
  if (text.startsWith(triple, position)) {
    const end = state.source.find(triple, position + 3);
    if (end < text.length) {
      repair(state, 'triple-quotes');
      return finishString(state, position + 3, end, end + 3);
    }
  }
  return readDamaged(state, style, role);
}

function finishString(
  state: ParserState,
  from: number,
  to: number,
  next: number,
  cut = false,
): string {
  state.position = next;
  state.isCut ||= cut;
  for (let index = from; index < to; index += 1) {
    if (state.text.charCodeAt(index) < 0x20) repair(state, 'raw-control', index);
  }
  return decodeBody(state, from, to, cut);
}

/** Reads a string in one pass over its body, and collects the places where it may have ended. */
function readDamaged(state: ParserState, style: QuoteStyle, role: StringRole): string {
  const { source, text } = state;
  const open = state.position;
  const { closers } = style;
  /** Quotes that were taken as text. */
  const inner: number[] = [];
  /** The end of the string if no quote ends it: a fence on its own line, or a closing tag. */
  let softEnd = -1;
  let embeddedFence = false;
  /** Quoted words that inner quotes opened, and none has closed yet. */
  let words = 0;
  /** The first inner quote with a line break after it. */
  let lineEnd = -1;
  /** Brackets that are open in the text of the string; -1 after one that the text did not open. */
  let nesting = 0;
  let position = open + 1;

  function finish(end: number, next: number, cut = false): string {
    spend(source, Math.max(0, position - next));
    const doubled = text.charAt(open) === '"' && inner.length === 1 ? inner[0] : -1;
    const from = doubled === open + 1 ? open + 2 : open + 1;
    // `27""` is a length in inches.
    const isLast = doubled === end - 1 && !/\d/.test(text.charAt(end - 2));
    if (from > open + 1 || isLast) repair(state, 'stray-character', doubled);
    else
      for (const at of inner) if (at < end && !style.paired) repair(state, 'unescaped-quote', at);
    return finishString(state, from, isLast ? end - 1 : end, next, cut);
  }

  /** Closes the string at `end`, where a curly or a Japanese quote may take the place of the straight one. */
  function closeWithoutQuote(end: number): string {
    const other = quoteStyleOf(openerOf[text.charAt(end - 1)] ?? '');
    if (other?.repair && !text.slice(open, end).includes(openerOf[text.charAt(end - 1)] ?? '')) {
      repair(state, other.repair, end - 1);
      return finish(end - 1, end);
    }
    repair(state, 'missing-quote-close', end);
    return finish(end, end);
  }

  /** Returns the string that ends at a quote or before it; null when the quote belongs to the text. */
  function decide(quote: number): string | null {
    const length = words > 0 ? 0 : matchLength(quotedSeparator, text, quote);
    if (length > 0) {
      inner.push(quote, quote + length - 1);
      position = quote + length - 1;
      return null;
    }
    // In code, a bracket after a word closes one that the text opened: `"x = { a: "b" }"`.
    let after = skipTrivia(source, quote + 1);
    if (structureAt(source, after) === ',') after = skipTrivia(source, after + 1);
    const next = structureAt(source, after);
    const isInCode = words > 0 && nesting > 0 && (isCloser(next) || next === '+');
    const isInText = isInCode || closesOwnTag(state, open, after);
    if (!isInText && endsString(state, quote, role)) return finish(quote, quote + 1);
    if (softEnd >= 0) return finish(softEnd, softEnd, true);
    const forgotten = findForgottenEnd(quote);
    if (forgotten > open) return finishForgotten(forgotten);
    if (words === 0 && !style.paired && opensNoWord(state, open, quote, role)) {
      return finish(quote, quote + 1);
    }
    // `"He said "yes", not "no"."`: an opening quote after another one begins a word in a word.
    if (words > 0)
      words += opensWord.test(around(inner.at(-1))) && opensWord.test(around(quote)) ? 1 : -1;
    // `27" wide` is a length in inches.
    else if (!/^\d"[\s-]/.test(around(quote))) words = 1;
    inner.push(quote);
    if (lineEnd < 0 && /^[ \t\r]*\n/.test(text.slice(quote + 1, quote + 20))) lineEnd = quote;
    return null;
  }

  function around(quote = 0): string {
    return text.slice(quote - 1, quote + 2);
  }

  /**
   * Returns the end of the string if this quote already opens the next member or element: the place
   * before the separators and brackets in front of the quote. Returns -1 if it does not.
   */
  function findForgottenEnd(quote: number): number {
    let start = quote;
    while (start > open + 1 && isSeparating(text.charAt(start - 1))) start -= 1;
    const comment = commentBefore.exec(text.slice(Math.max(open + 1, start - 80), start));
    if (comment) start -= comment[0].length;
    const between = text.slice(start, quote);
    if (!/[,，、\n]/.test(between)) return -1;
    // In code, a key belongs to the text: `"x = {"a": 1, "b": 2}"`.
    if (nesting > between.replace(/[^[{]/g, '').length) return -1;
    const opensNext = isKeyAt(source, quote) || (role === 'element' && isElementAt(source, quote));
    return opensNext ? start : -1;
  }

  /** Returns the inner quote that may have ended the string: one before a line break, or the last without a partner. */
  function likelyEnd(): number {
    return lineEnd < 0 && inner.length % 2 === 1 ? (inner.at(-1) ?? -1) : lineEnd;
  }

  /** Finishes a string without a closing mark. The mark may be earlier, escaped, or in another style. */
  function finishForgotten(end: number): string {
    const closed = likelyEnd();
    if (closed >= 0) return finish(closed, closed + 1);
    const isEscaped = end - 2 > open && text.charAt(end - 1) === text.charAt(open);
    return isEscaped ? finish(end - 1, end) : closeWithoutQuote(end);
  }

  /** Reads a fence on the line after `at`. The string may have ended before it. */
  function readFence(at: number): void {
    const line = fenceLine.exec(text.slice(at + 1, at + 80));
    if (!line) return;
    const alone = line[1] === '';
    if (alone && !embeddedFence && softEnd < 0) softEnd = at;
    else embeddedFence = !alone;
  }

  function finishAtEnd(): string {
    const limit = softEnd >= 0 ? softEnd : text.length;
    const noteAt = findNote(text, open, limit);
    if (noteAt > 0) return finish(noteAt, noteAt, true);
    const brackets = inner.length === 0 ? findClosingBrackets(state, open, limit) : -1;
    if (brackets > 0) {
      // A raw line break shows that the text is not cut.
      const isEnd =
        openerOf[text.charAt(brackets - 1)] !== undefined ||
        /^\s*\n/.test(text.slice(brackets, limit));
      if (isEnd) return closeWithoutQuote(brackets);
      repair(state, 'missing-quote-close', brackets);
      return finish(brackets, limit, true);
    }
    const closed = likelyEnd();
    // A quote before a letter opens a word of the text.
    const isOpening = closed < 0 || /\p{L}/u.test(text.charAt(closed + 1));
    return isOpening ? finish(limit, limit, true) : finish(closed, closed + 1);
  }

  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === backslash) {
      position += 1;
    } else if (closers.includes(text.charAt(position))) {
      const result = decide(position);
      if (result !== null) return result;
    } else if (code === newline) {
      readFence(position);
    } else if (
      code === lessThan &&
      softEnd < 0 &&
      text.startsWith(`</${state.wrapper}>`, position)
    ) {
      softEnd = position;
    } else if (code === openBrace || code === openBracket) {
      const end = nesting < 0 ? -1 : findQuotedObjectEnd(state, position);
      if (end < 0) nesting = Math.max(0, nesting) + 1;
      for (; position < end; position += 1) {
        if (closers.includes(text.charAt(position))) inner.push(position);
      }
    } else if (code === closeBrace || code === closeBracket) {
      nesting = nesting > 0 ? nesting - 1 : -1;
    }
    if (lineEnd >= 0) {
      const proofEnd = Math.min(lineEnd + proofWindow, sightEnd(source, lineEnd));
      if (position > proofEnd) return finish(lineEnd, lineEnd + 1);
    }
    if (softEnd >= 0 && position > sightEnd(source, softEnd)) return finish(softEnd, softEnd, true);
  }
  return finishAtEnd();
}

const closingTag = /<\/[a-z][\w-]{0,30}/iy;
/** True for a closing tag at `at` whose opening one is in the text of the string: `"<b>the "best"</b>"`. */
function closesOwnTag({ source, text }: ParserState, open: number, at: number): boolean {
  const length = matchLength(closingTag, text, at);
  return length > 0 && source.find(`<${text.slice(at + 2, at + length)}`, open) < at;
}

/** A separator that text quotes, as in `"split(",")"`. A quote after it opens no key. */
const quotedSeparator = /(?<=[\s([{=,+!|&:])"[\s,:;.[\]{}()|]{1,4}"(?!["\p{L}\p{N}_]|\s{0,20}$)/uy;
/** The start of an object or list in the text of a string. */
const objectStart = /\{\s{0,20}"[^"\\\n]{1,60}"\s{0,20}:|\[\s{0,20}(?:"|\{\s{0,20}")/y;
/** Returns the end of unescaped JSON in the text of a string, as in `"sent {"a": 1} twice"`, or -1. */
function findQuotedObjectEnd({ source, text }: ParserState, at: number): number {
  const partner =
    matchLength(objectStart, text, at) > 0 ? source.brackets().nextCloser(at + 1) : -1;
  if (partner < 0 || source.allowance.left <= 0) return -1;
  spend(source, partner - at);
  const written = text
    .slice(at, partner + 1)
    .replace(/,(?=\s*[}\]])/g, '')
    .replace(/\b(?:True|False|None)\b/g, 'null');
  return parseExactly(written) === undefined ? -1 : partner;
}

const commentBefore = /[,，、]\s*(?:\/\*[^*]*\*\/|(?:\/\/|#) [^\n]*)$/;

/** True for white space, separators and brackets, the characters between two strings. */
function isSeparating(char: string): boolean {
  return /[\s,{}[\]]/.test(toStructure(char));
}

const longestNote = 450;

/**
 * Returns the end of a string before a last paragraph about the end of the text, or -1 without one. Such a note is
 * not text of the string.
 */
function findNote(text: string, open: number, limit: number): number {
  const from = Math.max(open, limit - longestNote);
  const tail = text.slice(from, limit).trimEnd();
  const last = tail.split(blankLine).at(-1) ?? '';
  const remark = last.trim();
  if (last === tail || remark.includes('\n')) return -1;
  return cutNote.test(remark) ? from + tail.slice(0, -last.length).trimEnd().length : -1;
}

/**
 * Returns the start of the brackets at the end of the text that close all open containers, or -1. They
 * are not taken for text of the string, but the string may also be truncated after them.
 */
function findClosingBrackets({ text, frames }: ParserState, open: number, limit: number): number {
  let index = limit;
  let closed = 0;
  for (; index > open + 1; index -= 1) {
    const char = toStructure(text.charAt(index - 1));
    if (!isSeparating(char) || isOpener(char)) break;
    if (isCloser(char)) closed += 1;
  }
  return closed === frames.length && !/[[{]/.test(text.slice(open, index)) ? index : -1;
}
