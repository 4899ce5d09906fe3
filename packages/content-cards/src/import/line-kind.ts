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

/** True for a line of 3 or more of one of `- * _ =` and nothing else. */
export function isSeparator(line: string): boolean {
  const text = line.trim();
  const [first = ''] = text;
  if (text.length < 3 || !'-*_='.includes(first)) return false;
  for (const character of text) if (character !== first) return false;
  return true;
}

/** True for the line below a setext heading. */
export function isSetextUnderline(line: string): boolean {
  return isSeparator(line) && /^\s*[-=]/u.test(line);
}

/** The text of a bullet line, or null for any other line. A task, `- [x] done`, keeps its box: `☑ done`. */
export function bulletText(line: string): string | null {
  const [mark] = /^\s*(?:[-*+]\s+|[•・●○‣]\s*)/u.exec(line) ?? [];
  if (mark === undefined) return null;
  const text = line.slice(mark.length);
  if (isBlank(text)) return null;
  return text.replace(/^\[([ xX])\](?=\s+\S)/u, (_box, state) => (state === ' ' ? '☐' : '☑'));
}

/**
 * True for what may be the language of a fence: one word, `js`, `c++` or `{.python}`. Other text behind the marks, a
 * file name with a path for example, is no marker.
 */
export function isFenceLanguage(text: string): boolean {
  return /^\{?[\w.+#-]{1,32}\}?$/.test(text);
}

/** Returns the number of backticks that begin a fence, 0 for any other line. `` ```x``` `` is code within a line. */
export function fenceLength(line: string): number {
  const [before = '', marks = ''] = /^ {0,3}(`{3,})/u.exec(line) ?? [];
  return line.includes('`', before.length) ? 0 : marks.length;
}
