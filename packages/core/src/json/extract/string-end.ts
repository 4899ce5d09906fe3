import { END, isCloser, isOpener } from './characters.ts';
import { isElementAt, isKeyAt, isScalarAt } from './lookahead.ts';
import type { ParserState } from './parser-state.ts';
import { quoteStyleOf } from './quotes.ts';
import { hasLineBreak, matchLength, skipTrivia, structureAt } from './source-text.ts';

/** What a string is in its container; it decides what may follow. */
export type StringRole = 'key' | 'member' | 'element';

/** How much of a line is read to see whether a bracket was only text. */
const restOfLine = 200;
const halfQuotedKey = /[\p{L}_$][\p{L}\p{N}_$-]{0,60}"\s{0,8}[:：]/uy;
/** A quote that closes something later on the line. */
const laterClosing = /^[^"\n]*[^"\n\s:,{[]"\s*[,}\]]/;
const lastTagOfLine = /^<\/?[\w|]+[^"\n]*(?:\n|$)/;

/**
 * True when what stands after the quote at `quote` can follow a string there: a separator, a bracket,
 * the end, or a comma and then a key or value with its own quotes in the right shape.
 */
export function endsString(state: ParserState, quote: number, role: StringRole): boolean {
  const { source, text } = state;
  const next = skipTrivia(source, quote + 1);
  const char = structureAt(source, next);
  if (char === END) {
    return text.charAt(next) !== '<' || lastTagOfLine.test(text.slice(next, next + restOfLine));
  }
  if (role === 'key') return char === ':' || replacesColon(text, next, char);
  if (char === ',') return followsComma(state, skipTrivia(source, next + 1), role);
  if (isCloser(char)) return closesContainers(state, next);
  if (char === ':') return role === 'element' && isElementAt(source, skipTrivia(source, next + 1));
  if (char === '+') {
    return quoteStyleOf(structureAt(source, skipTrivia(source, next + 1))) !== undefined;
  }
  if (next === quote + 1) return false;
  // The comma is missing.
  if (role === 'element') return isElementAt(source, next);
  return isKeyAt(source, next, hasLineBreak(source, quote, next) && allowsUnquoted(state));
}

/** What may follow a key whose colon was forgotten. */
function replacesColon(text: string, next: number, char: string): boolean {
  if (char === '=' || char === ',' || isCloser(char) || isOpener(char)) return true;
  return quoteStyleOf(char) !== undefined || isScalarAt(text, next);
}

function followsComma(state: ParserState, next: number, role: StringRole): boolean {
  const { source, text } = state;
  const char = structureAt(source, next);
  if (char === '"' && role === 'member') return isKeyAt(source, next);
  if (char === END || char === ',' || isCloser(char)) return true;
  if (role === 'element') return isElementAt(source, next) || isKeyAt(source, next);
  if (char === '.' || char === '…') return isScalarAt(text, next);
  const key = char === '{' ? skipTrivia(source, next + 1) : next;
  return isKeyAt(source, key, allowsUnquoted(state)) || matchLength(halfQuotedKey, text, next) > 0;
}

/** True when brackets at `from` close containers rather than belong to the text. */
function closesContainers(state: ParserState, from: number): boolean {
  const { source, text, frames } = state;
  let open = frames.length;
  let index = from;
  let char = structureAt(source, index);
  for (; isCloser(char) && open > 0; open -= 1) {
    if (char === ')' && frames[open - 1]?.closer !== ')') return false;
    index = skipTrivia(source, index + 1);
    char = structureAt(source, index);
  }
  if (char === END || char === ',' || isCloser(char)) return true;
  if (open === 0) return !laterClosing.test(text.slice(index, index + restOfLine));
  return isOpener(char) || quoteStyleOf(char) !== undefined || hasLineBreak(source, from, index);
}

/** Keys without quotes count as keys only where the object uses them. */
export function allowsUnquoted({ frames }: ParserState): boolean {
  return frames.at(-1)?.quotedKeys === false;
}
