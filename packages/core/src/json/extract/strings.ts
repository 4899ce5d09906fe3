import { Char, isJsonSpace, toStructure } from './characters.ts';
import { decodeBody } from './escapes.ts';
import { isElementAt, isKeyAt } from './lookahead.ts';
import type { ParserState } from './parser-state.ts';
import { quoteStyleOf, type QuoteStyle } from './quotes.ts';
import { note } from './repair-log.ts';
import { isFence, skipTrivia, structureAt } from './source-text.ts';
import { endsString, type StringRole } from './string-end.ts';

/** A string that was read; `cut` when the text ended inside it. */
export interface StringResult {
  readonly value: string;
  readonly cut: boolean;
}

/**
 * After a quote at the end of a line the string may already be over. It must prove the contrary
 * within this many code units, so that text with such a quote on every line stays linear.
 */
const proofWindow = 4000;
/** Longest key that is looked through for a forgotten closing quote. */
const longestOpenKey = 80;
const openKey = /^[\w\p{L} -]{1,60}(?=\s*[:：])/u;
const reasoningEnd = /<\/(?:think|thinking|reasoning|analysis|reflection|scratchpad)>/iy;

/** Reads the string that begins at the position, and moves past it. */
export function readString(state: ParserState, role: StringRole): StringResult {
  const { source, position } = state;
  const style = quoteStyleOf(source.text.charCodeAt(position));
  if (!style) return { value: '', cut: false };
  if (style.repair) note(state.log, style.repair, position);
  return readTriple(state) ?? createReader(state, style, role).read();
}

/** `"""text"""`, as Python writes it; three backticks count only where they are no fence. */
function readTriple(state: ParserState): StringResult | undefined {
  const { source, position, log } = state;
  const { text } = source;
  const code = text.charCodeAt(position);
  const find = source.findTripleQuote[code];
  if (!find || text.charCodeAt(position + 1) !== code || text.charCodeAt(position + 2) !== code) {
    return undefined;
  }
  const end = find(position + 3);
  if (end >= text.length) return undefined;
  note(log, 'triple-quotes', position);
  state.position = end + 3;
  const quote = text.charAt(position);
  const body = text.slice(position + 3, end);
  return {
    value: decodeBody(body, { log, at: position + 3, quote, cut: false, controls: false }),
    cut: false,
  };
}

interface StringReader {
  read(): StringResult;
}

/** One pass over the body; whatever the reader remembers is where the string may have ended. */
function createReader(state: ParserState, style: QuoteStyle, role: StringRole): StringReader {
  const { source, log } = state;
  const { text } = source;
  const open = state.position;
  const [close0, close1, close2] = style.closers;
  /** Quotes that were taken as text. */
  const inner: number[] = [];
  let controls = false;
  /** Where the string ends if no quote ends it: a fence on its own line, or a closing tag. */
  let softEnd = -1;
  let embeddedFence = false;
  /** The first inner quote with a line break after it. */
  let lineEnd = -1;

  function finish(end: number, next: number, cut: boolean): StringResult {
    state.position = next;
    for (const at of inner) if (at < end && !style.paired) note(log, 'unescaped-quote', at);
    const body = text.slice(open + 1, end);
    const context = { log, at: open + 1, quote: text.charAt(open), cut, controls };
    return { value: decodeBody(body, context), cut };
  }

  function closeWithoutQuote(end: number): StringResult {
    note(log, 'missing-quote-close', end);
    return finish(end, end, false);
  }

  /** Decides about a quote; null: it belongs to the text. */
  function decide(quote: number): StringResult | null {
    if (endsString(state, quote, role)) return finish(quote, quote + 1, false);
    if (softEnd >= 0) return finish(softEnd, softEnd, true);
    if (lineEnd >= 0 && opensMember(quote)) return finish(lineEnd, lineEnd + 1, false);
    const forgotten = findForgottenEnd(quote);
    if (forgotten > open) return finishForgotten(forgotten);
    if (inner.length === 0) {
      const end = findEmbeddedJsonEnd(state, open, quote, role);
      if (end > 0) {
        note(log, 'unescaped-quote', quote);
        return finish(end, end + 1, false);
      }
    }
    inner.push(quote);
    if (lineEnd < 0 && /^[ \t\r]*\n/.test(text.slice(quote + 1, quote + 20))) lineEnd = quote;
    return null;
  }

  function opensMember(quote: number): boolean {
    return role === 'key' ? false : isKeyAt(source, quote, false) && !endsWord(quote);
  }

  function endsWord(quote: number): boolean {
    return !isSeparating(text.charCodeAt(quote - 1));
  }

  /**
   * Where the string ended if this quote already opens the next member or element: before the comma
   * or line break, and the brackets with it, that stand in front of the quote. -1: it does not.
   */
  function findForgottenEnd(quote: number): number {
    if (role === 'key') return findOpenKeyEnd(quote);
    let start = quote;
    while (start > open + 1 && isSeparating(text.charCodeAt(start - 1))) start -= 1;
    const between = text.slice(start, quote);
    if (!/[,，、\n]/.test(between)) return -1;
    const opensNext =
      isKeyAt(source, quote, false) ||
      (role === 'element' && /^\s*[,，、]\s*$/.test(between) && isElementAt(source, quote));
    return opensNext ? start : -1;
  }

  function findOpenKeyEnd(quote: number): number {
    const head = text.slice(open + 1, Math.min(quote, open + longestOpenKey));
    const match = openKey.exec(head);
    return match ? open + 1 + match[0].length : -1;
  }

  /** The closing mark may be there after all: escaped by mistake, or in another style. */
  function finishForgotten(end: number): StringResult {
    const last = text.charCodeAt(end - 1);
    if (role !== 'key' && end - 2 > open && last === text.charCodeAt(open)) {
      note(log, 'invalid-escape', end - 2);
      const path = /[A-Za-z]:\\/.test(text.slice(open + 1, open + 5));
      return finish(path ? end - 1 : end - 2, end, false);
    }
    if (last === 0x201d && !text.slice(open, end - 1).includes('\u201c')) {
      note(log, 'curly-quotes', end - 1);
      return finish(end - 1, end, false);
    }
    return closeWithoutQuote(end);
  }

  /** Notices, at the start of a line, a fence that may end the region the string stands in. */
  function lookAtLine(newline: number): boolean {
    let index = newline + 1;
    while (text.charCodeAt(index) === Char.space) index += 1;
    if (!isFence(text, index)) return false;
    const rest = text.slice(index, index + 40);
    const alone = /^(?:`+|~+)[ \t\r]*(?:\n|$)/.test(rest);
    if (alone && !embeddedFence && softEnd < 0) softEnd = newline;
    else if (!alone && softEnd >= 0) return true;
    else embeddedFence = !alone;
    return false;
  }

  function closesWrapper(index: number): boolean {
    reasoningEnd.lastIndex = index;
    if (reasoningEnd.test(text)) return true;
    const { wrapper } = state;
    return wrapper !== undefined && text.startsWith(`${wrapper}>`, index + 2);
  }

  function readToEnd(): StringResult {
    const limit = softEnd >= 0 ? softEnd : text.length;
    const tail = findClosingLines(text, open, limit);
    if (tail > 0 && inner.length === 0) return closeWithoutQuote(tail);
    if (softEnd >= 0) return finish(softEnd, softEnd, true);
    if (lineEnd >= 0) return finish(lineEnd, lineEnd + 1, false);
    const last = inner.at(-1);
    if (last !== undefined && inner.length % 2 === 1) return finish(last, last + 1, false);
    return finish(text.length, text.length, true);
  }

  function read(): StringResult {
    for (let index = open + 1; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === Char.backslash) {
        index += 1;
      } else if (code === close0 || code === close1 || code === close2) {
        const result = decide(index);
        if (result) return result;
      } else if (code < Char.space) {
        controls = true;
        if (code === Char.newline) {
          if (lookAtLine(index)) return finish(softEnd, softEnd, true);
          if (role === 'key') {
            const end = findOpenKeyEnd(index);
            if (end > open) return closeWithoutQuote(end);
          }
        }
      } else if (code === Char.less && text.charCodeAt(index + 1) === Char.slash) {
        if (softEnd < 0 && closesWrapper(index)) softEnd = index;
      }
      if (lineEnd >= 0 && index > lineEnd + proofWindow) return finish(lineEnd, lineEnd + 1, false);
    }
    return readToEnd();
  }

  return { read };
}

/** White space, separators and brackets: what stands between two strings. */
function isSeparating(code: number): boolean {
  if (isJsonSpace(code)) return true;
  const structure = toStructure(code);
  return (
    structure === Char.comma ||
    structure === Char.openBrace ||
    structure === Char.closeBrace ||
    structure === Char.openBracket ||
    structure === Char.closeBracket
  );
}

/**
 * The line break before lines of nothing but closing brackets at the end of the text, or -1. A raw
 * line break shows that the closing quote was forgotten; without one the text may have been cut.
 */
function findClosingLines(text: string, open: number, limit: number): number {
  let index = limit;
  let brackets = 0;
  let newline = -1;
  while (index > open + 1 && isSeparating(text.charCodeAt(index - 1))) {
    index -= 1;
    const code = text.charCodeAt(index);
    if (code === Char.newline && brackets > 0) newline = index;
    else if (!isJsonSpace(code)) brackets += 1;
  }
  return newline;
}

/**
 * End of a string whose content is JSON that no one escaped: `"{"a": 1}"`. -1 when the brackets do
 * not lead to a quote that can end the string.
 */
function findEmbeddedJsonEnd(
  state: ParserState,
  open: number,
  quote: number,
  role: StringRole,
): number {
  const { source } = state;
  const { text } = source;
  if (
    source.embeddedJson.failed ||
    !/^\s*[{[][{[\s]*$/.test(text.slice(open + 1, Math.min(quote, open + 40)))
  ) {
    return -1;
  }
  // One failure is enough: following every later string as well could cost the square of the length.
  source.embeddedJson.failed = true;
  let depth = 0;
  let inString = false;
  for (let index = open + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === Char.backslash) index += 1;
    else if (code === Char.doubleQuote) inString = !inString;
    else if (inString) continue;
    else if (code === Char.openBrace || code === Char.openBracket) depth += 1;
    else if (code === Char.closeBrace || code === Char.closeBracket) {
      depth -= 1;
      if (depth === 0) {
        const end = skipTrivia(source, index + 1);
        if (structureAt(source, end) !== text.charCodeAt(open) || !endsString(state, end, role))
          return -1;
        source.embeddedJson.failed = false;
        return end;
      }
    }
  }
  return -1;
}
