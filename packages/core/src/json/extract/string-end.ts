import { Char, END, isCloser, isOpener } from './characters.ts';
import { isElementAt, isKeyAt, isScalarAt, matchLength } from './lookahead.ts';
import { innermost, type ParserState } from './parser-state.ts';
import { quoteStyleOf } from './quotes.ts';
import { skipTrivia, structureAt } from './source-text.ts';

/** What a string is in its container; it decides what may follow. */
export type StringRole = 'key' | 'member' | 'element';

/** How much of a line is read to see whether a closing bracket was only text. */
const restOfLine = 200;
const halfQuotedKey = /[\p{L}_$][\p{L}\p{N}_$-]{0,60}"\s{0,8}[:：]/uy;
const blankLine = /\n[ \t\r]*\n/;

/**
 * True when what stands after the quote at `quote` can follow a string there: a separator, a bracket,
 * the end, or a comma and then a key or value with its own quotes in the right shape.
 */
export function endsString(state: ParserState, quote: number, role: StringRole): boolean {
  const { source } = state;
  const next = skipTrivia(source, quote + 1);
  const code = structureAt(source, next);
  if (code === END) return !opensMarkup(source.text, next);
  if (role === 'key') return followsKey(state, next, code);
  if (code === Char.comma) return followsComma(state, next, role);
  if (isCloser(code)) return closesContainers(state, next);
  if (code === Char.plus) {
    return quoteStyleOf(structureAt(source, skipTrivia(source, next + 1))) !== undefined;
  }
  if (code === Char.colon) {
    return role === 'element' && isElementAt(source, skipTrivia(source, next + 1));
  }
  if (next === quote + 1) return false;
  return blankLine.test(source.text.slice(quote, next)) || startsNext(state, next, role);
}

function followsKey(state: ParserState, next: number, code: number): boolean {
  if (code === Char.colon || code === Char.equals) return true;
  if (code === Char.comma || isCloser(code) || isOpener(code)) return true;
  return quoteStyleOf(code) !== undefined || isScalarAt(state.source.text, next);
}

function followsComma(state: ParserState, comma: number, role: StringRole): boolean {
  const { source } = state;
  const next = skipTrivia(source, comma + 1);
  const code = structureAt(source, next);
  if (code === END || code === Char.comma || isCloser(code)) return true;
  if (isScalarAt(source.text, next) && (role === 'element' || code === 0x2e || code === 0x2026)) {
    return true;
  }
  if (role === 'element') return isElementAt(source, next) || isKeyAt(source, next, false);
  if (code === Char.openBrace) {
    return isKeyAt(source, skipTrivia(source, next + 1), allowsUnquoted(state));
  }
  return (
    isKeyAt(source, next, allowsUnquoted(state)) ||
    matchLength(halfQuotedKey, source.text, next) > 0
  );
}

/** A comma is missing, and what follows after white space opens the next member or element. */
function startsNext(state: ParserState, next: number, role: StringRole): boolean {
  const { source } = state;
  if (role === 'member') {
    const ownLine = source.text.slice(next - 80, next).includes('\n');
    return isKeyAt(source, next, ownLine && allowsUnquoted(state));
  }
  return isElementAt(source, next);
}

/** True when brackets at `from` close containers rather than belong to the text. */
function closesContainers(state: ParserState, from: number): boolean {
  const { source, frames } = state;
  let open = frames.length;
  let index = from;
  let code = structureAt(source, index);
  while (isCloser(code) && open > 0) {
    if (code === Char.closeParen && !frames.some((frame) => isGroup(frame.shape))) return false;
    open -= 1;
    index = skipTrivia(source, index + 1);
    code = structureAt(source, index);
  }
  if (code === END || code === Char.comma || isCloser(code)) return true;
  if (open === 0) return !closesLater(source.text, index);
  return (
    isOpener(code) ||
    quoteStyleOf(code) !== undefined ||
    source.text.slice(from, index).includes('\n')
  );
}

function isGroup(shape: string): boolean {
  return shape === 'tuple' || shape === 'call';
}

/** True when the next quote on the line is a closing one, so that the text before it goes on. */
function closesLater(text: string, from: number): boolean {
  const line = text.slice(from, from + restOfLine);
  return /^[^"\n]*[^"\n\s:,{[]"\s*[,}\]]/.test(line);
}

/** `<` ends a string only as a closing tag with no quote after it on the line. */
function opensMarkup(text: string, index: number): boolean {
  if (text.charCodeAt(index) !== Char.less) return false;
  return !/^<\/?[\w|]+[^"\n]*(?:\n|$)/.test(text.slice(index, index + restOfLine));
}

/** Keys without quotes count as keys only where the object uses them. */
export function allowsUnquoted(state: ParserState): boolean {
  const frame = innermost(state);
  return frame?.shape === 'object' && !frame.quotedKeys;
}
