import { Char, END, isCloser, isOpener } from './characters.ts';
import { closes, quoteStyleOf } from './quotes.ts';
import { skipTrivia, type SourceText, structureAt } from './source-text.ts';

/**
 * Farthest a look-ahead reads for a closing mark that differs from its opening mark. Straight quotes
 * need no bound, since the next one ends the search; partners may be missing on every line.
 */
const longestLookahead = 400;

const unquotedKey = /[\p{L}_$][\p{L}\p{N}_$-]{0,60}\s{0,8}[:：](?!\/\/)/uy;
const ellipsis = /(?:\.{3,}|…+|・{3,}|‥+)/y;
const plainScalar =
  /(?:[-+]?\.?\d[\w.+-]*|true|false|null|True|False|None|undefined|NaN)(?=[\s,\]})，、］｝]|$)/y;

/** Length of the match of a sticky pattern at `index`; 0 when it does not match there. */
export function matchLength(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex - index : 0;
}

/** Length of `...` or `…` at `index`. */
export function ellipsisLength(text: string, index: number): number {
  return matchLength(ellipsis, text, index);
}

/** Index of the first unescaped closing mark of the string that begins at `open`, or -1. */
export function findClosingQuote(text: string, open: number): number {
  const style = quoteStyleOf(text.charCodeAt(open));
  if (!style) return -1;
  const limit = style.paired ? Math.min(text.length, open + longestLookahead) : text.length;
  for (let index = open + 1; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === Char.backslash) index += 1;
    else if (closes(style, code)) return index;
  }
  return -1;
}

/** True when a key and its colon stand at `index`, or the text ends within them. */
export function isKeyAt(source: SourceText, index: number, allowUnquoted: boolean): boolean {
  const { text } = source;
  if (!quoteStyleOf(text.charCodeAt(index))) {
    return allowUnquoted && matchLength(unquotedKey, text, index) > 0;
  }
  const close = findClosingQuote(text, index);
  if (close < 0) return true;
  const next = structureAt(source, skipTrivia(source, close + 1));
  return next === Char.colon || next === END;
}

/** True when an array element of the right shape stands at `index`, or the text ends there. */
export function isElementAt(source: SourceText, index: number): boolean {
  const code = structureAt(source, index);
  if (code === END || isOpener(code) || code === Char.openParen) return true;
  if (quoteStyleOf(code)) return isWholeString(source, index);
  return isScalarAt(source.text, index);
}

/** True when a number or literal with a delimiter after it stands at `index`. */
export function isScalarAt(text: string, index: number): boolean {
  return matchLength(plainScalar, text, index) > 0 || ellipsisLength(text, index) > 0;
}

/**
 * True when the quotes from `index` on read as one string, with quoted words in it paired: the marks
 * of `"b "c" d"]` do, those of `"no" and left"]` do not.
 */
function isWholeString(source: SourceText, open: number): boolean {
  const { text } = source;
  const style = quoteStyleOf(text.charCodeAt(open));
  if (!style) return false;
  const limit = open + longestLookahead;
  let inner = 0;
  for (let index = open + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === Char.backslash) {
      index += 1;
    } else if (closes(style, code)) {
      const next = structureAt(source, skipTrivia(source, index + 1));
      if (next === END || next === Char.comma || isCloser(next)) return inner === 0;
      const opensWord = isWordBoundary(text.charCodeAt(index - 1));
      inner += opensWord ? 1 : -1;
      if (inner < 0 || index > limit) {
        // A missing comma between two strings: ["a" "b"].
        return quoteStyleOf(next) !== undefined && !opensWord;
      }
    }
  }
  return true;
}

/** What may stand before the opening mark of a quoted word inside a text. */
function isWordBoundary(code: number): boolean {
  return code === Char.space || code === Char.openParen || code >= 0x3000;
}
