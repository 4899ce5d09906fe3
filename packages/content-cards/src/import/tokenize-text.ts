import {
  atxHeading,
  bracketHeading,
  bulletText,
  chapterHeading,
  fenceLength,
  type Heading,
  isFenceLanguage,
  isSeparator,
  isSetextUnderline,
  isShort,
  numberedDepth,
} from './line-kind.ts';

/** A line of a source. */
export interface SourceLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Only in sources with form feeds. */
  readonly page?: number;
}

/** A line with text: `list` for bullets and numbered lists, `code` for the lines of a fence. */
export interface TextToken {
  readonly kind: 'text';
  readonly form: 'plain' | 'list' | 'code';
  readonly text: string;
  readonly line: SourceLine;
}

/** A line after its kind is known. */
export type Token =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly heading: Heading; readonly line: SourceLine }
  | TextToken;

/** The lines of a text with their kinds. Nothing within a fence is a heading, a bullet or a blank line. */
export function tokenizeText(lines: readonly SourceLine[]): readonly Token[] {
  const tokens: Token[] = [];
  const listed = listedLines(lines);
  let fence = 0;
  let atStart = true;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const text = line.text.trim();
    const marks = fenceLength(line.text);
    if (fence > 0) {
      // Only a line of marks alone ends a fence; with text behind them it is a line of code.
      if (marks >= fence && text.length === marks) fence = 0;
      else if (text !== '') tokens.push({ kind: 'text', form: 'code', text, line });
      continue;
    }
    if (marks > 0) {
      fence = marks;
      const info = text.slice(marks).trim();
      if (info !== '' && !isFenceLanguage(info)) {
        tokens.push({ kind: 'text', form: 'code', text: info, line });
      }
      atStart = false;
      continue;
    }
    if (text === '' || isSeparator(text)) {
      tokens.push({ kind: 'blank' });
      atStart = true;
      continue;
    }
    const heading = headingAt(lines, index, atStart, listed);
    if (heading !== null) {
      tokens.push({ kind: 'heading', heading: heading.heading, line });
      index += heading.lines - 1;
      atStart = true;
      continue;
    }
    const bullet = bulletText(text);
    const form = bullet !== null || listed.has(index) ? 'list' : 'plain';
    tokens.push({ kind: 'text', form, text: bullet ?? text, line });
    atStart = false;
  }
  return tokens;
}

function headingAt(
  lines: readonly SourceLine[],
  index: number,
  atStart: boolean,
  listed: ReadonlySet<number>,
): { readonly heading: Heading; readonly lines: number } | null {
  const line = lines[index]?.text ?? '';
  const text = line.trim();
  const atx = atxHeading(line);
  if (atx !== null) return { heading: atx, lines: 1 };
  if (isSetext(lines, index, atStart)) return { heading: { title: text, id: null }, lines: 2 };
  const marked = chapterHeading(text) ?? bracketHeading(text);
  if (marked !== null) return { heading: marked, lines: 1 };
  const isNumbered = atStart && !listed.has(index) && numberedDepth(text) !== null && isShort(text);
  return isNumbered ? { heading: { title: text, id: null }, lines: 1 } : null;
}

function isSetext(lines: readonly SourceLine[], index: number, atStart: boolean): boolean {
  if (!atStart || !isSetextUnderline(lines[index + 1]?.text ?? '')) return false;
  const text = lines[index]?.text ?? '';
  return isShort(text) && bulletText(text) === null && !isSeparator(text);
}

/** Numbered lines with nothing but blank lines between them and another of their depth: a list. */
function listedLines(lines: readonly SourceLine[]): ReadonlySet<number> {
  const listed = new Set<number>();
  let beforeIndex = -1;
  let beforeDepth: string | null = null;
  for (const [index, { text }] of lines.entries()) {
    if (text.trim() === '') continue;
    const depth = numberedDepth(text);
    if (depth !== null && depth === beforeDepth) listed.add(beforeIndex).add(index);
    beforeIndex = index;
    beforeDepth = depth;
  }
  return listed;
}
