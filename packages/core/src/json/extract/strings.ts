import { isJsonSpace, isOpener, toStructure } from './characters.ts';
import { decodeBody } from './escapes.ts';
import { isElementAt, isKeyAt } from './lookahead.ts';
import { type ParserState, repair } from './parser-state.ts';
import { type QuoteStyle, quoteStyleOf } from './quotes.ts';
import { isFence, sightEnd, spend } from './source-text.ts';
import { findEmbeddedJsonEnd } from './embedded-json.ts';
import { endsString, type StringRole } from './string-end.ts';

/** A string that was read; `cut` when the text ended inside it. */
export interface StringResult {
  readonly value: string;
  readonly cut: boolean;
}

/**
 * After a quote at the end of a line the string may already be over. It must prove the contrary
 * within this many characters and quotes, so that text with such a quote on every line stays linear.
 */
const proofWindow = 4000;
const proofQuotes = 8;
/** A key, up to the colon that was meant to follow its closing quote. */
const openKey = /^[\w\p{L} -]{1,60}(?=\s*[:：])/u;
const reasoningEnd = /^<\/(?:think|thinking|reasoning|analysis|reflection|scratchpad)>/i;

const backslash = 0x5c;
const lessThan = 0x3c;
const newline = 0x0a;

/** Reads the string that begins at the position, and moves past it. */
export function readString(state: ParserState, role: StringRole): StringResult {
  const { text, position } = state;
  const mark = text.charAt(position);
  const style = quoteStyleOf(mark);
  if (!style) return { value: '', cut: false };
  if (style.repair) repair(state, style.repair);
  if (text.charAt(position + 1) === mark && text.charAt(position + 2) === mark) {
    const end = state.source.find(mark.repeat(3), position + 3);
    if (end < text.length) {
      repair(state, 'triple-quotes');
      return finishString(state, position + 3, end, end + 3, mark);
    }
  }
  return readPlain(state, style, role) ?? readDamaged(state, style, role);
}

/** The common case: on one line, and the first quote ends the string. */
function readPlain(state: ParserState, style: QuoteStyle, role: StringRole): StringResult | null {
  const { text, position } = state;
  const close = style.closers.charCodeAt(0);
  if (close > backslash || style.closers.length > 1) return null;
  let plain = true;
  for (let index = position + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Most characters are letters past all that matters here.
    if (code > backslash) continue;
    if (code === close) {
      if (!endsString(state, index, role)) return null;
      if (!plain) return finishString(state, position + 1, index, index + 1, text.charAt(position));
      state.position = index + 1;
      return { value: text.slice(position + 1, index), cut: false };
    }
    if (code === newline) return null;
    if (code === backslash) index += 1;
    if (code === backslash || code < 0x20) plain = false;
  }
  return null;
}

function finishString(
  state: ParserState,
  from: number,
  to: number,
  next: number,
  quote: string,
  cut = false,
): StringResult {
  state.position = next;
  return {
    value: decodeBody(state.text.slice(from, to), { log: state.log, at: from, quote, cut }),
    cut,
  };
}

/** One pass over the body; whatever is remembered is a place where the string may have ended. */
function readDamaged(state: ParserState, style: QuoteStyle, role: StringRole): StringResult {
  const { source, text } = state;
  const open = state.position;
  const { closers } = style;
  /** Quotes that were taken as text. */
  const inner: number[] = [];
  /** Where the string ends if no quote ends it: a fence on its own line, or a closing tag. */
  let softEnd = -1;
  let embeddedFence = false;
  /** The first inner quote with a line break after it. */
  let lineEnd = -1;
  let quotesSince = 0;
  let position = open + 1;

  function finish(end: number, next: number, cut = false): StringResult {
    spend(source, Math.max(0, position - next));
    for (const at of inner) if (at < end && !style.paired) repair(state, 'unescaped-quote', at);
    return finishString(state, open + 1, end, next, text.charAt(open), cut);
  }

  function closeWithoutQuote(end: number): StringResult {
    repair(state, 'missing-quote-close', end);
    return finish(end, end);
  }

  /** Decides about a quote; null: it belongs to the text. */
  function decide(quote: number): StringResult | null {
    if (endsString(state, quote, role)) return finish(quote, quote + 1);
    if (softEnd >= 0) return finish(softEnd, softEnd, true);
    const forgotten = role === 'key' ? findOpenKeyEnd(quote) : findForgottenEnd(quote);
    if (forgotten > open) return finishForgotten(forgotten);
    if (inner.length === 0) {
      const end = findEmbeddedJsonEnd(source, open, quote);
      if (end > 0 && endsString(state, end, role)) {
        repair(state, 'unescaped-quote', quote);
        return finish(end, end + 1);
      }
    }
    inner.push(quote);
    if (lineEnd >= 0) quotesSince += 1;
    if (lineEnd < 0 && /^[ \t\r]*\n/.test(text.slice(quote + 1, quote + 20))) lineEnd = quote;
    return null;
  }

  function findOpenKeyEnd(limit: number): number {
    const key = openKey.exec(text.slice(open + 1, Math.min(limit, open + 80)));
    return key ? open + 1 + key[0].length : -1;
  }

  /**
   * Where the string ended if this quote already opens the next member or element: before the comma
   * or line break, and the brackets with it, that stand in front of the quote. -1: it does not.
   */
  function findForgottenEnd(quote: number): number {
    let start = quote;
    while (start > open + 1 && isSeparating(text.charAt(start - 1))) start -= 1;
    const between = text.slice(start, quote);
    if (!/[,，、\n]/.test(between)) return -1;
    const opensNext =
      isKeyAt(source, quote) ||
      (role === 'element' && /^\s*[,，、]\s*$/.test(between) && isElementAt(source, quote));
    return opensNext ? start : -1;
  }

  /** The closing mark may be there after all: earlier, escaped by mistake, or in another style. */
  function finishForgotten(end: number): StringResult {
    const last = text.charAt(end - 1);
    const lastInner = inner.at(-1);
    if (lineEnd >= 0) return finish(lineEnd, lineEnd + 1);
    if (lastInner !== undefined && inner.length % 2 === 1) return finish(lastInner, lastInner + 1);
    if (role !== 'key' && end - 2 > open && last === text.charAt(open)) {
      repair(state, 'invalid-escape', end - 2);
      const path = text.startsWith(':\\', open + 2);
      return finish(path ? end - 1 : end - 2, end);
    }
    if (last === '”' && !text.slice(open, end).includes('“')) {
      repair(state, 'curly-quotes', end - 1);
      return finish(end - 1, end);
    }
    return closeWithoutQuote(end);
  }

  /** Looks for a fence on the line after `at`; true when it shows that the string ended before. */
  function endsAtFence(at: number): boolean {
    let index = at + 1;
    while (text.charAt(index) === ' ') index += 1;
    if (!isFence(text, index)) return false;
    const alone = /^(?:`+|~+)[ \t\r]*(?:\n|$)/.test(text.slice(index, index + 40));
    if (alone && !embeddedFence && softEnd < 0) softEnd = at;
    else if (!alone && softEnd >= 0) return true;
    else embeddedFence = !alone;
    return false;
  }

  function isClosingTag(index: number): boolean {
    const { wrapper } = state;
    return (
      (wrapper !== undefined && text.startsWith(`/${wrapper}>`, index + 1)) ||
      reasoningEnd.test(text.slice(index, index + 20))
    );
  }

  /** End of the text that may prove that the string goes on after `lineEnd`. */
  function proofEnd(from: number): number {
    return Math.min(from + proofWindow, sightEnd(source, from));
  }

  function finishAtEnd(): StringResult {
    const tail = findClosingLines(text, open, softEnd >= 0 ? softEnd : text.length);
    if (tail > 0 && inner.length === 0) return closeWithoutQuote(tail);
    if (softEnd >= 0) return finish(softEnd, softEnd, true);
    const closed = lineEnd >= 0 ? lineEnd : inner.length % 2 === 1 ? inner.at(-1) : undefined;
    return closed === undefined
      ? finish(text.length, text.length, true)
      : finish(closed, closed + 1);
  }

  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === backslash) {
      position += 1;
    } else if (closers.includes(text.charAt(position))) {
      const result = decide(position);
      if (result) return result;
    } else if (code === newline) {
      if (endsAtFence(position)) return finish(softEnd, softEnd, true);
      const keyEnd = role === 'key' ? findOpenKeyEnd(position) : -1;
      if (keyEnd > open) return closeWithoutQuote(keyEnd);
    } else if (code === lessThan && softEnd < 0 && isClosingTag(position)) {
      softEnd = position;
    }
    if (lineEnd >= 0 && (position > proofEnd(lineEnd) || quotesSince > proofQuotes)) {
      return finish(lineEnd, lineEnd + 1);
    }
    if (softEnd >= 0 && position > sightEnd(source, softEnd)) return finish(softEnd, softEnd, true);
  }
  return finishAtEnd();
}

/** White space, separators and brackets: what stands between two strings. */
function isSeparating(char: string): boolean {
  const structure = toStructure(char);
  return /[\s,}\]]/.test(structure) || isOpener(structure);
}

/**
 * The line break before lines of nothing but closing brackets at the end of the text, or -1. A raw
 * line break shows that the closing quote was forgotten; without one the text may have been cut.
 */
function findClosingLines(text: string, open: number, limit: number): number {
  let index = limit;
  let brackets = 0;
  let lineBreak = -1;
  while (index > open + 1 && isSeparating(text.charAt(index - 1))) {
    index -= 1;
    const code = text.charCodeAt(index);
    if (code === newline && brackets > 0) lineBreak = index;
    else if (!isJsonSpace(code)) brackets += 1;
  }
  return lineBreak;
}
