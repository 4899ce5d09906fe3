import { allowsUnquoted, type ParserState, type StringRole } from './state.ts';
import {
  END,
  hasLineBreak,
  isCloser,
  isElementAt,
  isKeyAt,
  isOpener,
  isScalarAt,
  isWholeStringAt,
  peek,
  quoteStyleOf,
  skipTrivia,
  structureAt,
} from './text.ts';

/**
 * True when the text after the quote at `quote` can follow a string: a separator, a bracket, the end,
 * or a comma before a well-formed key or value.
 */
export function endsString(state: ParserState, quote: number, role: StringRole): boolean {
  const { source, text } = state;
  const next = skipTrivia(source, quote + 1);
  const char = structureAt(source, next);
  if (char === END) return true;
  if (role === 'key') return char === ':' || replacesColon(text, next, char);
  if (char === ',') return followsComma(state, skipTrivia(source, next + 1), role);
  if (isCloser(char)) return closesContainers(state, next);
  if (char === ':') return role === 'element' && isElementAt(source, skipTrivia(source, next + 1));
  if (char === '+') {
    return quoteStyleOf(peek(source, next + 1)) !== undefined;
  }
  if (next === quote + 1) return false;
  // The comma is missing.
  if (role === 'element') return isElementAt(source, next);
  return isKeyAt(source, next, hasLineBreak(source, quote, next) && allowsUnquoted(state));
}

/**
 * True for a quote that can not open a quoted word, because a separator, a bracket or another key
 * follows it. Where no word is open, it ends the string, also when what follows is damaged.
 */
export function opensNoWord(
  state: ParserState,
  open: number,
  quote: number,
  role: StringRole,
): boolean {
  const { source, text } = state;
  const next = skipTrivia(source, quote + 1);
  const char = structureAt(source, next);
  // The argument of a call: `join(" ")`.
  if (role === 'key' || text.charAt(quote - 1) === '(') return false;
  if (char === ',' || char === ';' || char === '}' || char === ']') return true;
  if (char === ':') return isElementAt(source, skipTrivia(source, next + 1));
  if (quote === open + 1 || !quoteStyleOf(char)) return false;
  if (role === 'element') return isElementAt(source, next);
  return isKeyAt(source, next) || (next > quote + 1 && isWholeStringAt(source, next));
}

/** True when `char` at `next` may follow a key whose colon is missing. */
function replacesColon(text: string, next: number, char: string): boolean {
  if (char === '=' || char === ',' || isCloser(char) || isOpener(char)) return true;
  return quoteStyleOf(char) !== undefined || isScalarAt(text, next);
}

/** True when the text at `next` can follow a comma. */
export function followsComma(state: ParserState, next: number, role: StringRole): boolean {
  const { source } = state;
  const char = structureAt(source, next);
  if (char === END || char === ',' || isCloser(char)) return true;
  if (role === 'element') return isElementAt(source, next) || isKeyAt(source, next);
  return isKeyAt(source, next, allowsUnquoted(state));
}

/**
 * True when brackets at `from` close containers rather than belong to the text. Where one of them is not the
 * bracket that is due, as in `d["key"] = 1`, the data must go on after them.
 */
function closesContainers(state: ParserState, from: number): boolean {
  const { source, frames } = state;
  let open = frames.length;
  let index = from;
  let char = structureAt(source, index);
  let isWrong = false;
  for (; isCloser(char) && open > 0; open -= 1) {
    const due = frames[open - 1]?.closer;
    if (char === ')' && due !== ')') return false;
    isWrong ||= char !== due;
    index = skipTrivia(source, index + 1);
    char = structureAt(source, index);
  }
  if (char === END || char === '}' || char === ']') return true;
  if (char === ',') return !isWrong;
  if (isWrong) return false;

  return isOpener(char) || quoteStyleOf(char) !== undefined || hasLineBreak(source, from, index);
}
