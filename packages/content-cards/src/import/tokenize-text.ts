import {
  atxHeading,
  bracketHeading,
  bulletText,
  chapterHeading,
  endsFence,
  farIndent,
  type Fence,
  fenceOf,
  type Heading,
  isEmptyHeading,
  isNumberedItem,
  isSeparator,
  isSetextUnderline,
  isShort,
  itemColumn,
  numberedDepth,
  quoteMarks,
  withBox,
  withoutHardBreak,
  withoutLanguage,
} from './line-kind.ts';
import {
  commentEnds,
  definitionOf,
  type Lines,
  type SourceLine,
  takeComments,
} from './unseen-parts.ts';

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

/** The lines of a text with their kinds, and what no reader of the page sees. */
export interface TokenizedText {
  readonly tokens: readonly Token[];
  readonly comments: number;
  /** The addresses of links by label. */
  readonly definitions: ReadonlyMap<string, string>;
}

/**
 * Returns the lines of a text with their kinds, without comments and the definitions of links. Nothing in code is a heading, a bullet or a blank line. A text with `#`
 * headings is Markdown throughout: its numbered items are no headings, and its indented blocks are code.
 */
export function tokenizeText(lines: readonly SourceLine[]): TokenizedText {
  const read = tokensOf(lines, false);
  const isMarkdown = read.tokens.some(
    (token) => token.kind === 'heading' && atxHeading(token.line.text) !== null,
  );
  return isMarkdown ? tokensOf(lines, true) : read;
}

function tokensOf(source: readonly SourceLine[], isMarkdown: boolean): TokenizedText {
  const lines: Lines = [...source];
  const ends = commentEnds(lines);
  const definitions = new Map<string, string>();
  let comments = 0;
  const tokens: Token[] = [];
  const listed = listedLines(source);
  /** The columns at which the text of the list items begins that are open. */
  const items: number[] = [];
  let fence: Fence | null = null;
  let atStart = true;
  /** Indented text that goes on is no code. */
  let isInParagraph = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const text = line.text.trim();
    if (fence?.isQuoted === true && !quoteMarks.test(text)) fence = null;
    if (fence !== null) {
      if (endsFence(line.text, fence)) fence = null;
      else if (text !== '')
        tokens.push(
          codeToken(fence.isQuoted ? text : withoutIndent(line.text, fence.indent), line),
        );
      continue;
    }
    if (text === '') {
      tokens.push({ kind: 'blank' });
      atStart = true;
      isInParagraph = false;
      continue;
    }
    const indent = indentOf(line.text);
    while (indent < (items.at(-1) ?? 0)) items.pop();
    const column = (items.at(-1) ?? 0) + farIndent;
    if (isMarkdown && indent >= column && !isInParagraph) {
      tokens.push(codeToken(withoutIndent(line.text, column), line));
      atStart = false;
      continue;
    }
    fence = indent < column ? fenceOf(line.text, column) : null;
    const taken = fence === null && text.includes('<!--') ? takeComments(lines, index, ends) : 0;
    if (taken > 0) {
      comments += taken;
      index -= 1; // The rest of the line is read again.
      continue;
    }
    const definition = isInParagraph ? null : definitionOf(line.text);
    isInParagraph = false;
    if (definition !== null) {
      const { label, address } = definition;
      if (!definitions.has(label)) definitions.set(label, address);
      continue;
    }
    if (fence !== null) {
      for (const shown of [fence.before, withoutLanguage(fence.info)])
        if (shown !== '') tokens.push(codeToken(shown, line));
      atStart = false;
      continue;
    }
    if (isSeparator(text) || isEmptyHeading(line.text)) {
      tokens.push({ kind: 'blank' });
      atStart = true;
      continue;
    }
    const heading = headingAt(lines, index, atStart, listed, isMarkdown);
    if (heading !== null) {
      tokens.push({ kind: 'heading', heading: heading.heading, line });
      index += heading.lines - 1;
      atStart = true;
      continue;
    }
    const item = itemColumn(line.text);
    if (item !== null) items.push(item);
    const bullet = bulletText(text);
    const isListed = bullet !== null || listed.has(index) || (isMarkdown && isNumberedItem(text));
    const isBroken = isMarkdown && (lines[index + 1]?.text.trim() ?? '') !== '';
    const shown = isBroken ? withoutHardBreak(bullet ?? text) : (bullet ?? text);
    tokens.push(
      isListed
        ? { kind: 'text', form: 'list', text: withBox(shown), line }
        : { kind: 'text', form: 'plain', text: shown, line },
    );
    atStart = false;
    isInParagraph = true;
  }
  return { tokens, comments, definitions };
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

function withoutIndent(line: string, most: number): string {
  return line.slice(Math.min(most, indentOf(line))).trimEnd();
}

function codeToken(text: string, line: SourceLine): TextToken {
  return { kind: 'text', form: 'code', text, line };
}

function headingAt(
  lines: Lines,
  index: number,
  atStart: boolean,
  listed: ReadonlySet<number>,
  isMarkdown: boolean,
): { readonly heading: Heading; readonly lines: number } | null {
  const line = lines[index]?.text ?? '';
  const text = line.trim();
  const atx = atxHeading(line);
  if (atx !== null) return { heading: atx, lines: 1 };
  if (isSetext(lines, index, atStart)) return { heading: { title: text, id: null }, lines: 2 };
  const marked = chapterHeading(text) ?? bracketHeading(text);
  if (marked !== null) return { heading: marked, lines: 1 };
  const isItem = listed.has(index) || (isMarkdown && isNumberedItem(text));
  const isNumbered = atStart && !isItem && numberedDepth(text) !== null && isShort(text);
  return isNumbered ? { heading: { title: text, id: null }, lines: 1 } : null;
}

function isSetext(lines: Lines, index: number, atStart: boolean): boolean {
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
