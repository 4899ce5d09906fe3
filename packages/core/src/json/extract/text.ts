import { type Brackets, countBrackets } from './brackets.ts';
import { note, type Repair, type RepairKind } from './types.ts';

/** The structure at the end of the text, or of the region that may be read. */
export const END = '';

/** Full-width punctuation that models write for structure in Japanese text, and its ASCII forms. */
const fullWidth = '｛｝［］：，、（）';
const ascii = '{}[]:,,()';

/** Returns the structural meaning of a character: itself, or the ASCII form of a full-width one. */
export function toStructure(char: string): string {
  const index = fullWidth.indexOf(char);
  return index < 0 || char === END ? char : ascii.charAt(index);
}

/** True for white space of RFC 8259. Takes a code unit, because the innermost loops call it. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * Returns the code unit at `index`, or -1 at the end of the text. `charCodeAt` past the end would make
 * all calls of it slow, because the engine then stops compiling it inline.
 */
export function codeAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : -1;
}

export function isOpener(char: string): boolean {
  return char === '{' || char === '[';
}

export function isCloser(char: string): boolean {
  return char === '}' || char === ']' || char === ')';
}

/** One way to quote a string. */
export interface QuoteStyle {
  /** Characters that may close it: the correct one, then those that models write instead. */
  readonly closers: string;
  /** The repair that its use counts as. */
  readonly repair?: RepairKind;
  /** Opening and closing marks differ, so inner marks are ordinary text. */
  readonly paired?: true;
}

const straight: QuoteStyle = { closers: '"' };
const single: QuoteStyle = { closers: "'", repair: 'single-quotes' };
const others: readonly (QuoteStyle & { readonly openers: string })[] = [
  { openers: '`', closers: "`´'", repair: 'backtick-string' },
  { openers: '“”„', closers: '”“"', repair: 'curly-quotes', paired: true },
  { openers: '‘’', closers: "’‘'", repair: 'curly-quotes', paired: true },
  { openers: '「', closers: '」"', repair: 'kagi-quotes', paired: true },
  { openers: '『', closers: '』"', repair: 'kagi-quotes', paired: true },
  { openers: '＂', closers: '＂"', repair: 'full-width-structure' },
];

/** Returns the quote style of a string that begins with `char`, if a string can begin with it. */
export function quoteStyleOf(char: string): QuoteStyle | undefined {
  if (char === '"') return straight;
  if (char === "'") return single;
  const code = codeAt(char, 0);
  if (code !== 0x60 && code <= 0x7f) return undefined;
  return others.find(({ openers }) => openers.includes(char));
}

/**
 * Look-ahead that the parser may still spend on one text. A look-ahead reads characters that are read
 * again later. A short one is free. A long one is paid for, so that all of them together stay within a
 * few times the length of the text. Broken documents spend up to 3 characters for each of theirs, long
 * strings full of unescaped quotes up to 18. When nothing is left, every look-ahead is short.
 */
interface Allowance {
  left: number;
}

const allowanceRate = 32;
const smallestAllowance = 4000;
/** Characters, and comments between two tokens, that a look-ahead reads for free. */
const nearSight = 64;
const nearComments = 8;
/** Reading past a comment takes about as long as reading this many characters. */
const commentCost = 16;

/**
 * Escapes of regular expressions, such as `\d`, or `\b` beside a bracket. With one of them every backslash belongs to
 * the text, except that of a line break, a tab or a quote.
 */
export const regularExpression = /\\[dDwWsSB](?![A-Za-z])|\\b[([]|[\])}+*?]\\[b.]/;

/** A text, and what all attempts to read it share. */
export interface SourceText {
  readonly text: string;
  readonly allowance: Allowance;
  /** Returns the index of `needle` at or after `from`, or the length of the text. */
  find(needle: string, from: number): number;
  /** Returns the brackets of the text. They are counted at the first call. */
  brackets(): Brackets;
  /** True when a regular expression is in the text. It is looked for at the first call. */
  hasPattern(): boolean;
}

/**
 * Creates a source text. `find` remembers where it met each needle: searching again and again for an
 * end that is far away, or missing, would cost the square of the length.
 */
export function createSourceText(text: string): SourceText {
  /** For each needle its places from the start of the text, as far as they were needed. */
  const places = new Map<string, number[]>();
  let brackets: Brackets | undefined;
  let hasPattern: boolean | undefined;
  return {
    text,
    allowance: { left: smallestAllowance + allowanceRate * text.length },
    brackets: () => (brackets ??= countBrackets(text)),
    hasPattern: () => (hasPattern ??= regularExpression.test(text)),
    find(needle, from) {
      let known = places.get(needle);
      if (!known) places.set(needle, (known = [-1]));
      for (let last = known.at(-1) ?? 0; last < Math.min(from, text.length); known.push(last)) {
        const index = text.indexOf(needle, last + 1);
        last = index < 0 ? text.length : index;
      }
      return known[findLast(known, from - 1) + 1] ?? text.length;
    },
  };
}

/** Index of the last number in the sorted list that is at most `limit`, by binary search. */
export function findLast(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the end of the text that a look-ahead from `from` may read. */
export function sightEnd({ text, allowance }: SourceText, from: number): number {
  return allowance.left > 0 ? text.length : Math.min(text.length, from + nearSight);
}

/** Pays for a look-ahead that has read this many characters. */
export function spend({ allowance }: SourceText, characters: number): void {
  if (characters > nearSight) allowance.left -= characters;
}

/** Returns the structural meaning of the character at `index`; `END` also at a fence or a tag. */
export function structureAt({ text }: SourceText, index: number): string {
  const char = text.charAt(index);
  const code = codeAt(text, index);
  if (code > 0x7f) return toStructure(char);
  // Only `<`, a backtick and `~` can end the text.
  if (code !== 0x3c && code !== 0x60 && code !== 0x7e) return char;
  // A quote right before an opening tag belongs to the text: `type == "<none>"`. `a < b` has no tag.
  const endsText =
    code === 0x3c
      ? /^(?:[^"]<[/|\w]|"<[/|])/.test(text.slice(index - 1, index + 2))
      : isFence(text, index);
  return endsText ? END : char;
}

const fence = /`{3}|~{3}/y;

/** True for three or more backticks or tildes. */
export function isFence(text: string, index: number): boolean {
  return matchLength(fence, text, index) > 0;
}

/**
 * Invisible spaces and format characters that JSON does not allow between tokens, also as HTML or as an escape.
 */
const invisible =
  /<br ?\/?>|&nbsp;|\\[nrt]|[\v\f\u0085\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]+/iy;

/**
 * Returns the index of the first character at or after `from` that is neither white space nor a
 * comment. Skipped text that JSON does not allow is added to `log`, when there is one.
 */
export function skipTrivia(source: SourceText, from: number, log?: Repair[]): number {
  const { text, allowance } = source;
  let index = from;
  if (isToken(codeAt(text, index))) return index;
  for (let pieces = 0; ; pieces += 1) {
    const start = index;
    index = skipSpace(text, index);
    if (isToken(codeAt(text, index))) return index;
    const char = text.charAt(index);
    const end = findTriviaEnd(source, index, char);
    if (end === index) return index;
    if (pieces >= nearComments) {
      if (allowance.left <= 0) return index;
      allowance.left -= commentCost + index - start;
    }
    if (log) {
      const comment = '/#<←※'.includes(char);
      const other = char === '\\' ? 'stray-character' : 'invisible-space';
      const isElision =
        comment && elision.test(text.slice(index, Math.min(end, index + longestElision)));
      note(log, isElision ? 'ellipsis-dropped' : comment ? 'comment-removed' : other, index);
    }
    index = end;
  }
}

/** Characters of a comment in which it names what is left out; it keeps hostile text linear. */
const longestElision = 200;
/** A comment in the place of data: `// ... 10 more`, `# (continue for the remaining rows)`, `// 以下同様`. */
const elision =
  /^(?:\/\/|\/\*|#|<!--)[\s(（]*(?:\.{3}|[…‥])|\b(?:(?:continue|repeat|same|similar\w*) for|and so on|(?:the )?(?:rest|remaining|other) (?:of|\d+|\w+ (?:omitted|follow|go))|omitted|\d+ more)\b|以下(?:同様|省略|略)|(?:中|後|省)略|残り(?:の|は|も)/i;

/** Returns the structural meaning of the first character at or after `from` that is not trivia. */
export function peek(source: SourceText, from: number): string {
  return structureAt(source, skipTrivia(source, from));
}

/** Returns the index of the first character at or after `from` that is not white space of JSON. */
export function skipSpace(text: string, from: number): number {
  let index = from;
  while (isJsonSpace(codeAt(text, index))) index += 1;
  return index;
}

/** True for ASCII characters that cannot begin trivia: all but `#`, `&`, `/`, `<`, `\\`. */
function isToken(code: number): boolean {
  return code > 0x3c
    ? code < 0x7f && code !== 0x5c
    : code > 0x20 && code !== 0x23 && code !== 0x26 && code !== 0x2f && code !== 0x3c;
}

/** Returns the end of the comment, invisible space or literal `\n` at `index`; else `index`. */
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
  } else if (text.startsWith('<!--', index)) {
    return pastNext('-->');
  } else if (char === '←' || isNote(text, index) || text.startsWith('<-', index)) {
    return source.find('\n', index);
  }
  return index + matchLength(invisible, text, index);
}

/** True for the mark of a note, unless it begins the text of a member. */
function isNote(text: string, index: number): boolean {
  return text.charAt(index) === '※' && !/[:：]\s*$/.test(text.slice(Math.max(0, index - 8), index));
}

/** Text around values that is not prose: space, separators, fences with their language, tags. */
export const marks =
  /(?:[\s\u200b-\u200f\u2060;,，、)"']|`{1,2}(?!`)|(?:`{3,}(?!`)|~{3,}(?!~))[\w+-]{0,20}|<\|?\/?[\w:|][^<>]{0,200}>)*/y;
export const blankLine = /\n[ \t\r]*\n/;
/** Words of a note about the length of an output. */
export const cutNote =
  /truncat|cut off|limit|too long|stopped|incomplete|continu|tokens|the rest|中断|省略|続[きくけ]|上限|途中|打ち切|以下略/i;
/** The label of a value that goes on. */
export const part = /\b(?:part|batch|chunk|page|continued)\b|パート|ページ|続き/i;
/** True when there is a line break in `[from, to)`. */
export function hasLineBreak(source: SourceText, from: number, to: number): boolean {
  return from < to && source.find('\n', from) < to;
}

/** Returns the length of the match of a sticky pattern at `index`, or 0. */
export function matchLength(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex - index : 0;
}

/**
 * Most characters that a look-ahead reads for a closing mark that differs from its opening mark.
 * Straight quotes have no such limit, because the next quote ends the search.
 */
const longestLookahead = 400;

/** A key without quotes, or with the closing one only, that is certainly a key. */
const unquotedKey =
  /(?:[\p{L}_$][\p{L}\p{N}_$.-]{0,60}|:\w{1,60}(?=\s{0,8}=>)|\d{1,20})(?:"?\s{0,8}[:：](?!\/\/)|\s{0,8}=(?:>|\s{0,8}["'\d[{]))/uy;
/** Dots, also with a remark such as `... 10 more` before the end of an element, or such a remark in brackets. */
const ellipsis =
  /(?:\.{3,}|[…‥]+|・{2,}|[(（](?=[^\n"'{}[\]]{0,40}(?:[中後省以下]略|omitted|\d more))[^\n"'{}[\]]{1,60}[)）](?=\s*(?:[\]},\n]|$)))(?:[^\n"'{}[\],，、]{1,60}(?=[\]},\n]))?/y;
const plainScalar =
  /(?:[-+]?\.?\d[\w.+-]*|true|false|null|True|False|None|undefined|NaN)(?=[\s,\]})，、］｝]|$)/y;

/** Returns the length of the ellipsis (`...` or `…`) at `index`, or 0. */
export function ellipsisLength(text: string, index: number): number {
  return matchLength(ellipsis, text, index);
}

/**
 * Returns the index of the first unescaped closing mark of the string that begins at `open`, the
 * length of the text if there is no such mark, or -1 if the look-ahead ends before one.
 */
export function findClosingQuote(source: SourceText, open: number): number {
  const { text } = source;
  const style = quoteStyleOf(text.charAt(open));
  if (!style) return -1;
  const sight = sightEnd(source, open);
  const limit = style.paired ? Math.min(sight, open + longestLookahead) : sight;
  let index = open + 1;
  for (; index < limit; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') index += 1;
    else if (style.closers.includes(char) && !isApostrophe(text, index)) break;
  }
  spend(source, index - open);
  if (index < limit) return index;
  return limit < text.length ? -1 : limit;
}

/** True for a single quote between letters, as in `it's`. */
function isApostrophe(text: string, index: number): boolean {
  return /^\p{L}['’]\p{L}$/u.test(text.slice(index - 1, index + 2));
}

/** A key between a straight and a curly quote, before its colon: `"author”:`. */
const mixedKey = /"[^"“”\n\\]{1,64}[“”](?=\s{0,8}[:：])/y;

/** True when a key and its colon are at `index`, or the text ends within them. */
export function isKeyAt(source: SourceText, index: number, allowUnquoted = false): boolean {
  const { text } = source;
  if (!quoteStyleOf(text.charAt(index))) {
    return allowUnquoted && matchLength(unquotedKey, text, index) > 0;
  }
  if (matchLength(mixedKey, text, index) > 0) return true;
  const quote = findClosingQuote(source, index);
  if (quote < 0) return false;
  const next = skipTrivia(source, quote + 1);
  // The text may end within a key, but a key does not begin with a bracket.
  const isCut = structureAt(source, next) === END && !/[}\],]/.test(text.charAt(index + 1));
  return isCut || isColonAt(source, next);
}

/** True for a colon, or the arrow of a Ruby hash. */
function isColonAt(source: SourceText, index: number): boolean {
  return structureAt(source, index) === ':' || source.text.startsWith('=>', index);
}

/** Returns the closing quote of the key at `index`, or -1 without a key with both quotes and its colon. */
export function findKeyEnd(source: SourceText, index: number): number {
  const quote = findClosingQuote(source, index);
  return quote >= 0 && isColonAt(source, skipTrivia(source, quote + 1)) ? quote : -1;
}

/** True when a well-formed array element is at `index`, or the text ends there. */
export function isElementAt(source: SourceText, index: number): boolean {
  const char = structureAt(source, index);
  if (char === END || isOpener(char) || char === '(') return true;
  return quoteStyleOf(char) ? isWholeStringAt(source, index) : isScalarAt(source.text, index);
}

/** True when a number or literal with a delimiter after it, or an ellipsis, is at `index`. */
export function isScalarAt(text: string, index: number): boolean {
  return matchLength(plainScalar, text, index) > 0 || ellipsisLength(text, index) > 0;
}

/** True when a string is at `index` that a separator, a closing bracket, the end of its line or another element follows. */
export function isWholeStringAt(source: SourceText, index: number): boolean {
  const { text } = source;
  const quote = findClosingQuote(source, index);
  if (quote < 0 || quote >= text.length) return false;
  const next = skipTrivia(source, quote + 1);
  const char = structureAt(source, next);
  if (char === ',' || isCloser(char) || hasLineBreak(source, quote, next)) return true;
  return next > quote + 1 && (quoteStyleOf(char) !== undefined || isScalarAt(text, next));
}

/**
 * True when a member follows the closing brackets at `from`, as in `{"a": {}}, "b": 1}`. The object
 * before them was closed by an extra bracket.
 */
export function isMemberAfterClosers(source: SourceText, from: number): boolean {
  const sight = sightEnd(source, from);
  let next = skipTrivia(source, from);
  while (next < sight && isCloser(structureAt(source, next))) next = skipTrivia(source, next + 1);
  spend(source, next - from);
  const hasComma = structureAt(source, next) === ',';
  if (hasComma) next = skipTrivia(source, next + 1);
  return isKeyAt(source, next) && (hasComma || source.brackets().closersAhead(next) > 0);
}
