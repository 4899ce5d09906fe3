import type { LineSource } from '../model/card.ts';
import {
  atxHeading,
  bracketHeading,
  bulletText,
  chapterHeading,
  type Heading,
  isSeparator,
  isSetextUnderline,
  isShort,
  numberedDepth,
} from './line-kind.ts';
import { linesOf, type SourceLine } from './normalize-text.ts';
import type { Attachment, ImportWarning, NormalizedItem } from './source.ts';

/** What a text is parsed for. */
export interface TextSource {
  readonly name: string;
  readonly hash: string;
  readonly blankLines: 'auto' | 'paragraph' | 'card';
  readonly locale: 'ja' | 'en';
}

/** A line after its kind is known. */
type Token =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly heading: Heading; readonly line: SourceLine }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly isBullet: boolean;
      readonly line: SourceLine;
    };

interface Section {
  readonly heading: Heading | null;
  readonly headingLine: SourceLine | null;
  readonly blocks: (Token & { kind: 'text' })[][];
}

/** The items of a plain text or Markdown. Every visible character that is no marker is in one of them. */
export function parseText(
  text: string,
  source: TextSource,
): { readonly items: readonly NormalizedItem[]; readonly warnings: readonly ImportWarning[] } {
  const { lines, removed } = linesOf(text);
  const warnings: ImportWarning[] = [];
  if (removed > 0)
    warnings.push({
      code: 'control_characters_removed',
      source: source.name,
      message:
        source.locale === 'ja'
          ? `制御文字を${removed}個取り除きました。`
          : `${removed} control characters were removed.`,
      params: { count: removed },
    });
  const sections = sectionsOf(tokensOf(lines));
  const hasHeading = sections.some(({ heading }) => heading !== null);
  const splits = source.blankLines === 'card' || (source.blankLines === 'auto' && !hasHeading);
  const items = sections.flatMap((section) => itemsOf(section, source, splits));
  for (const item of items) {
    if (item.body.length > 0) continue;
    warnings.push({
      code: 'empty_section',
      source: source.name,
      message:
        source.locale === 'ja'
          ? `見出し「${item.title.slice(0, 60)}」の下に本文がありません。`
          : `The section "${item.title.slice(0, 60)}" has no text.`,
      params: { title: item.title, line: item.source_meta.line },
    });
  }
  return { items, warnings };
}

function tokensOf(lines: readonly SourceLine[]): Token[] {
  const tokens: Token[] = [];
  const listed = listedLines(lines);
  let fenced = false;
  let atStart = true;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const { text } = line;
    if (/^\s{0,3}```/u.test(text)) {
      const rest = text.trim().replace(/^`+/u, '').trim();
      // The language behind an opening fence is text too; nothing else says what it is for.
      fenced = !fenced;
      if (rest !== '') tokens.push({ kind: 'text', text: rest, isBullet: false, line });
      atStart = false;
      continue;
    }
    if (text.trim() === '') {
      tokens.push({ kind: 'blank' });
      atStart = true;
      continue;
    }
    if (fenced) {
      tokens.push({ kind: 'text', text: text.trim(), isBullet: false, line });
      continue;
    }
    const heading = headingAt(lines, index, atStart, listed);
    if (heading !== null) {
      tokens.push({ kind: 'heading', heading, line });
      if (isSetext(lines, index, atStart)) index += 1;
      atStart = true;
      continue;
    }
    if (isSeparator(text)) {
      tokens.push({ kind: 'blank' });
      atStart = true;
      continue;
    }
    const bullet = bulletText(text);
    tokens.push({ kind: 'text', text: (bullet ?? text).trim(), isBullet: bullet !== null, line });
    atStart = false;
  }
  return tokens;
}

function headingAt(
  lines: readonly SourceLine[],
  index: number,
  atStart: boolean,
  listed: ReadonlySet<number>,
): Heading | null {
  const text = lines[index]?.text ?? '';
  const atx = atxHeading(text);
  if (atx !== null) return atx;
  if (isSetext(lines, index, atStart)) return { title: text.trim(), id: null };
  const marked = chapterHeading(text) ?? bracketHeading(text);
  if (marked !== null) return marked;
  const isNumbered = atStart && !listed.has(index) && numberedDepth(text) !== null && isShort(text);
  return isNumbered ? { title: text.trim(), id: null } : null;
}

function isSetext(lines: readonly SourceLine[], index: number, atStart: boolean): boolean {
  const text = lines[index]?.text ?? '';
  const below = lines[index + 1]?.text ?? '';
  return (
    atStart &&
    isSetextUnderline(below) &&
    isShort(text) &&
    bulletText(text) === null &&
    !isSeparator(text)
  );
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

function sectionsOf(tokens: readonly Token[]): Section[] {
  let section: Section = { heading: null, headingLine: null, blocks: [[]] };
  const sections = [section];
  for (const token of tokens) {
    if (token.kind === 'heading') {
      section = { heading: token.heading, headingLine: token.line, blocks: [[]] };
      sections.push(section);
    } else if (token.kind === 'text') section.blocks.at(-1)?.push(token);
    else if (section.blocks.at(-1)?.length !== 0) section.blocks.push([]);
  }
  return sections.filter(
    ({ heading, blocks }) => heading !== null || blocks.some((block) => block.length > 0),
  );
}

function itemsOf(
  { heading, headingLine, blocks }: Section,
  source: TextSource,
  splits: boolean,
): NormalizedItem[] {
  const filled = blocks.filter((block) => block.length > 0);
  const whole = filled.flat();
  if (heading !== null) {
    const [first = [], ...others] = splits ? filled : [whole];
    return [
      makeItem(heading, 'heading', headingLine, first, source),
      ...others.map((block) => blockItem(block, source)),
    ];
  }
  return splits
    ? filled.map((block) => blockItem(block, source))
    : [makeItem(null, 'derived', null, whole, source)];
}

function blockItem(
  block: readonly (Token & { kind: 'text' })[],
  source: TextSource,
): NormalizedItem {
  const [first, ...rest] = block;
  return first !== undefined && rest.length > 0 && !first.isBullet && isShort(first.text)
    ? makeItem({ title: first.text, id: null }, 'first-line', first.line, rest, source)
    : makeItem(null, 'derived', null, block, source);
}

function makeItem(
  heading: Heading | null,
  title_origin: 'heading' | 'first-line' | 'derived',
  titleLine: SourceLine | null,
  tokens: readonly (Token & { kind: 'text' })[],
  source: TextSource,
): NormalizedItem {
  const attachments: Attachment[] = [];
  const title =
    heading === null
      ? derivedTitle(source.name, source.locale)
      : withoutLinks(heading.title, attachments);
  const place = (
    line: SourceLine,
  ): Pick<LineSource, 'source' | 'source_hash' | 'page' | 'source_line'> => ({
    source: source.name,
    source_hash: source.hash,
    source_line: line.number,
    ...(line.page === undefined ? {} : { page: line.page }),
  });
  const body: string[] = [];
  const lines: LineSource[] =
    titleLine === null ? [] : [{ field: 'title', line: 0, ...place(titleLine) }];
  for (const { text, line } of tokens) {
    const shown = withoutLinks(text, attachments);
    if (shown === '') continue;
    lines.push({ field: 'body', line: body.length, ...place(line) });
    body.push(shown);
  }
  const first = titleLine ?? tokens[0]?.line;
  return {
    id: heading?.id ?? null,
    title: title === '' ? derivedTitle(source.name, source.locale) : title,
    body,
    attachments,
    source_meta: {
      source: source.name,
      hash: source.hash,
      line: first?.number ?? 1,
      title_origin,
      lines,
      ...(first?.page === undefined ? {} : { page: first.page }),
    },
  };
}

/** Bounded on both sides, so that a text of brackets is scanned once. */
const link = /(!?)\[([^[\]\n]{0,500})\]\(([^()\s]{1,2000})\)/gu;

/** The text with links and images as their words; their addresses become attachments. */
function withoutLinks(text: string, attachments: Attachment[]): string {
  if (!text.includes('](')) return text;
  return text
    .replaceAll(link, (_whole, mark: string, label: string, url: string) => {
      attachments.push({ kind: mark === '!' ? 'image' : 'link', label, url });
      return label;
    })
    .trim();
}

/** The name of the source without its extension; nobody's name is `無題`. */
export function derivedTitle(name: string, locale: 'ja' | 'en'): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const bare = base.replace(/\.[A-Za-z0-9]{1,8}$/u, '').trim();
  return bare === '' ? (locale === 'ja' ? '無題' : 'Untitled') : bare;
}
