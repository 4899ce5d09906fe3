import { END, isCloser, isOpener } from './characters.ts';
import { quoteStyleOf } from './quotes.ts';
import {
  matchLength,
  sightEnd,
  skipTrivia,
  type SourceText,
  spend,
  structureAt,
} from './source-text.ts';

/**
 * Farthest a look-ahead reads for a closing mark that differs from its opening mark. Straight quotes
 * need no bound, since the next one ends the search; partners may be missing on every line.
 */
const longestLookahead = 400;

const unquotedKey = /[\p{L}_$][\p{L}\p{N}_$-]{0,60}\s{0,8}[:：](?!\/\/)/uy;
/** Dots, and a remark such as `... 10 more` up to what ends an element. */
const ellipsis = /(?:\.{3,}|[…・‥]+)(?:[^\n"'{}[\],，、]{1,60}(?=[\]},\n]))?/y;
const plainScalar =
  /(?:[-+]?\.?\d[\w.+-]*|true|false|null|True|False|None|undefined|NaN)(?=[\s,\]})，、］｝]|$)/y;

/** Length of `...` or `…` at `index`. */
export function ellipsisLength(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code === 0x2e || code > 0x7f ? matchLength(ellipsis, text, index) : 0;
}

/**
 * Index of the first unescaped closing mark of the string that begins at `open`; the length of the
 * text when it ends before, -1 when the mark is too far away to look for it.
 */
export function findClosingQuote(source: SourceText, open: number): number {
  const { text } = source;
  const style = quoteStyleOf(text.charAt(open));
  if (!style) return -1;
  const sight = sightEnd(source, open);
  if (style.closers === '"' && sight === text.length) {
    const quote = text.indexOf('"', open + 1);
    if (quote < 0 || text.charAt(quote - 1) !== '\\') {
      const end = quote < 0 ? text.length : quote;
      spend(source, end - open);
      return end;
    }
  }
  const limit = style.paired ? Math.min(sight, open + longestLookahead) : sight;
  let index = open + 1;
  for (; index < limit; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') index += 1;
    else if (style.closers.includes(char)) break;
  }
  spend(source, index - open);
  if (index < limit) return index;
  return limit < text.length ? -1 : limit;
}

/** True when a key and its colon stand at `index`, or the text ends within them. */
export function isKeyAt(source: SourceText, index: number, allowUnquoted = false): boolean {
  const { text } = source;
  if (!quoteStyleOf(text.charAt(index))) {
    return allowUnquoted && matchLength(unquotedKey, text, index) > 0;
  }
  const quote = findClosingQuote(source, index);
  if (quote < 0) return false;
  const next = structureAt(source, skipTrivia(source, quote + 1));
  return next === ':' || next === END;
}

/** True when an array element of the right shape stands at `index`, or the text ends there. */
export function isElementAt(source: SourceText, index: number): boolean {
  const char = structureAt(source, index);
  if (char === END || isOpener(char) || char === '(') return true;
  return quoteStyleOf(char) ? isWholeString(source, index) : isScalarAt(source.text, index);
}

/** True when a number or literal with a delimiter after it, or an ellipsis, stands at `index`. */
export function isScalarAt(text: string, index: number): boolean {
  return matchLength(plainScalar, text, index) > 0 || ellipsisLength(text, index) > 0;
}

/**
 * True when the quotes from `open` on read as one string, with quoted words in it paired: the marks
 * of `"b "c" d"]` do, those of `"no" and left"]` do not.
 */
function isWholeString(source: SourceText, open: number): boolean {
  const { text } = source;
  const closers = quoteStyleOf(text.charAt(open))?.closers ?? '';
  const limit = sightEnd(source, open);
  let inner = 0;
  for (let index = open + 1; index < limit; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') {
      index += 1;
    } else if (closers.includes(char)) {
      const next = structureAt(source, skipTrivia(source, index + 1));
      const ends = next === END || next === ',' || isCloser(next);
      // An apostrophe.
      if (!ends && /\w.\w/.test(text.slice(index - 1, index + 2))) continue;
      const opensWord = /[\s(\u3000-\uffff]/.test(text.charAt(index - 1));
      if (!ends) inner += opensWord ? 1 : -1;
      if (ends || inner < 0 || index > open + longestLookahead) {
        spend(source, index - open);
        // A missing comma between two strings, ["a" "b"], is the other way to go on.
        return ends ? inner === 0 : !opensWord && quoteStyleOf(next) !== undefined;
      }
    }
  }
  spend(source, limit - open);
  return true;
}
