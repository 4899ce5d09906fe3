import { isId } from '../model/text-schema.ts';
import { isBlank } from '../text/forbidden.ts';
import { countCodePoints } from '../text/measure.ts';

/** A line that begins an item. */
export interface Heading {
  readonly title: string;
  readonly id: string | null;
}

const shortLength = 60;
const sentenceEnds: ReadonlySet<string> = new Set('。．.!?！？、,;：:');

/** At most 60 code points and not ending like a sentence. */
export function isShort(text: string): boolean {
  const trimmed = text.trim();
  return (
    trimmed !== '' &&
    trimmed.length <= 2 * shortLength &&
    !sentenceEnds.has(trimmed.slice(-1)) &&
    countCodePoints(trimmed) <= shortLength
  );
}

/** `# title`, `##title`, `＃title`, closing marks dropped, `{#id}` taken off. */
export function atxHeading(line: string): Heading | null {
  if (!/[#＃]/u.test(line.slice(0, 4))) return null;
  const [before = '', marks = ''] = /^ {0,3}([#＃]{1,6})(?![#＃])/u.exec(line) ?? [];
  if (marks === '') return null;
  const rest = line.slice(before.length);
  const needsSpace = marks === '#';
  if (needsSpace && rest !== '' && !/^\s/u.test(rest)) return null;
  const text = withoutClosingMarks(rest.trim());
  const [, id] = /\{#([\w.-]{1,128})\}$/.exec(text) ?? [];
  if (id === undefined || !isId(id)) return isBlank(text) ? null : { title: text, id: null };
  const title = withoutClosingMarks(text.slice(0, text.length - id.length - 3).trim());
  return isBlank(title) ? null : { title, id };
}

/** Marks at the end, after a space; a loop, since a pattern anchored at the end would try every start. */
function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '#' || text[end - 1] === '＃')) end -= 1;
  if (end === text.length) return text;
  return end === 0 || /\s/u.test(text[end - 1] ?? '') ? text.slice(0, end).trim() : text;
}

const chapter =
  /^(?:第\s?[0-9０-９零〇一二三四五六七八九十百千万]{1,8}\s?[章節部編回条]|(?:Chapter|Section)\s{1,3}[0-9０-９]{1,4}(?![0-9０-９\p{L}]))/iu;

/** `第3章 ...`, `Chapter 3 ...`. */
export function chapterHeading(line: string): Heading | null {
  const text = line.trim();
  return chapter.test(text) && isShort(text) ? { title: text, id: null } : null;
}

/** `【...】` as it is; `■ ...` without its mark. */
export function bracketHeading(line: string): Heading | null {
  const text = line.trim();
  if (/^【[^】]+】$/u.test(text)) return { title: text, id: null };
  if (!/^[■◆◇□▼§]/u.test(text) || !isShort(text)) return null;
  const title = text.slice(1).trim();
  return isBlank(title) ? null : { title, id: null };
}

/** The depth of a numbered line (`1.2 text` is 2, `(1)` is its own), or null for any other line. */
export function numberedDepth(line: string): string | null {
  const text = line.trim();
  const [, numbers] =
    /^((?:[0-9０-９]{1,4}[.．]){1,6}[0-9０-９]{0,4})(?=[^0-9０-９.．])/u.exec(text) ?? [];
  if (numbers !== undefined) {
    const parts = numbers.split(/[.．]/u).filter((part) => part !== '');
    const isClosed = /[.．]$/u.test(numbers);
    // `1.5倍` is an amount; only `1.5 text` is a number of a section.
    if (!isClosed && !/^\s/u.test(text.slice(numbers.length))) return null;
    return text.slice(numbers.length).trim() === '' ? null : String(parts.length);
  }
  return /^[(（][0-9０-９]{1,4}[)）]\s*\S/u.test(text) ? 'parenthesis' : null;
}

/** True for a line of 3 or more of one of `- * _ =` and nothing else; between the first three may be spaces. */
export function isSeparator(line: string): boolean {
  return /^\s*(?:={3,}|([-*_])(?:\s*\1){2,})\s*$/u.test(line);
}

/** True for the marks of a heading without text. */
export function isEmptyHeading(line: string): boolean {
  return /^ {0,3}[#＃]{1,6}(?:\s+[#＃]+)?\s*$/u.test(line);
}

/** True for the line below a setext heading. */
export function isSetextUnderline(line: string): boolean {
  return /^\s*(?:={3,}|-{3,})\s*$/u.test(line);
}

/**
 * True for an item of a numbered list in Markdown: `1. text`, `2) text`. `1.2 text`, `１．text` and `(1) text` are numbers of
 * sections.
 */
export function isNumberedItem(line: string): boolean {
  return /^\s*\d{1,9}[.)]\s/.test(line);
}

/** The text of a bullet line, or null for any other line. */
export function bulletText(line: string): string | null {
  const [mark] = /^\s*(?:[-*+]\s+|[•・●○‣]\s*)/u.exec(line) ?? [];
  if (mark === undefined) return null;
  const text = line.slice(mark.length);
  return isBlank(text) ? null : text;
}

/** Returns the text of a list item with the box of a task: `☑ done` for `[x] done`, `1. ☐ open` for `1. [ ] open`. */
export function withBox(text: string): string {
  return text.replace(
    /^(\d{1,9}[.)]\s+|)\[([ xX])\](?=\s+\S)/u,
    (_all, number: string, state) => number + (state === ' ' ? '☐' : '☑'),
  );
}

/** Returns a line without the backslash that makes a hard break behind it; two of them are one that is text. */
export function withoutHardBreak(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\\') end -= 1;
  return (text.length - end) % 2 === 1 ? text.slice(0, -1) : text;
}

/** Returns the column at which the text of a list item begins, or null for any other line. */
export function itemColumn(line: string): number | null {
  const [, mark = '', space = ''] =
    /^( *(?:(?:[-*+]|\d{1,9}[.)])(?= )|[•・●○‣]))( *)/u.exec(line) ?? [];
  if (mark === '') return null;
  return mark.length + (space.length > 4 ? 1 : space.length);
}

/**
 * Returns what is behind the language of a fence, one word such as `js`, `c++` or `{.python}`: the rest, a file name for
 * example, is text.
 */
export function withoutLanguage(info: string): string {
  return info.replace(/^(?:[\w.+#-]{1,32}|\{[\w.+#-]{1,32}\})(?:$|\s+|:(?![\\/]))/, '');
}

/** A line this far to the right of the text around it is code. */
export const farIndent = 4;

/** The line that begins a fence. */
export interface Fence {
  /** Its backticks or tildes. */
  readonly marks: string;
  /** The column that they begin in. */
  readonly indent: number;
  /** Marks in this column or behind it do not end the fence. */
  readonly column: number;
  /** The number of a list item that begins with the fence, or ''. */
  readonly before: string;
  /** The text behind the marks. */
  readonly info: string;
  /** The fence is in a quotation and ends with it. */
  readonly isQuoted: boolean;
}

/**
 * Returns the fence that a line begins, or null. `column` is where code begins in the text around it. Its marks may follow those of a quotation or of a list item. `` ```x``` ``
 * is code within a line.
 */
export function fenceOf(line: string, column: number): Fence | null {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const [, quote = '', before = '', marks = '', info = ''] =
    /^((?:\s{0,3}>)*)(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?)(`{3,}(?=[^`]*$)|~{3,})(.*)$/u.exec(line) ??
    [];
  if (marks === '') return null;
  return {
    marks,
    indent: before.length,
    column: /\S/.test(before) ? before.length + farIndent : column,
    before: /\d/.test(before) ? before.trim() : '',
    info: info.trim(),
    isQuoted: quote !== '',
  };
}

/** The marks of a quotation at the start of a line. */
export const quoteMarks: RegExp = /^(?:\s{0,3}>)+/u;

/** True for the line that ends a fence: at least as many of its marks alone, not far to the right of them. */
export function endsFence(line: string, { marks, column, isQuoted }: Fence): boolean {
  const text = isQuoted ? line.replace(quoteMarks, '') : line;
  const [all = '', space = ''] = /^(\s*)(?:`{3,}|~{3,})\s*$/u.exec(text) ?? [];
  return all.trim().startsWith(marks) && space.length < column;
}
