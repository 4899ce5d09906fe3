import { withoutUndefined } from '@kanmon/core/kit';
import { frontMatterLength, frontMatterWarnings } from './front-matter.ts';
import { type Definitions, takeInlineMarks } from './inline-marks.ts';
import { type Heading, isShort } from './line-kind.ts';
import {
  importWarning,
  type ImportWarning,
  type NormalizedItem,
  removalWarnings,
} from './source.ts';
import { type TextToken, type Token, tokenizeText } from './tokenize-text.ts';
import { commentWarnings, type SourceLine } from './unseen-parts.ts';
import type { LineSource } from '../model/review.ts';
import { isBlank, removeForbidden } from '../text/forbidden.ts';

/** The source of a text, and how it is parsed. */
interface TextSource {
  readonly name: string;
  readonly hash: string;
  /** Title of what has no heading. */
  readonly title: string;
  readonly blankLines: 'auto' | 'paragraph' | 'card';
  readonly locale: 'ja' | 'en';
}

/** A text while it is parsed. */
interface Parsing extends TextSource {
  readonly definitions: Definitions;
}

interface Section {
  readonly heading: { readonly of: Heading; readonly line: SourceLine } | null;
  /** Runs of lines between blank lines. */
  readonly blocks: TextToken[][];
}

/** The longest part of a title in a warning. */
const longestTitle = 60;

/** The items of a plain text or Markdown. Every visible character that is no marker, comment or front matter is in one of them. */
export function parseText(
  text: string,
  given: TextSource,
): { readonly items: readonly NormalizedItem[]; readonly warnings: readonly ImportWarning[] } {
  const { name, locale } = given;
  const { lines, removed } = linesOf(text);
  const front = frontMatterLength(lines);
  const { tokens, comments, definitions } = tokenizeText(lines.slice(front));
  const used = new Set<string>();
  const source: Parsing = {
    ...given,
    definitions(label) {
      used.add(label);
      return definitions.get(label);
    },
  };
  const sections = sectionsOf(tokens);
  const hasHeading = sections.some(({ heading }) => heading !== null);
  const splits = source.blankLines === 'card' || (source.blankLines === 'auto' && !hasHeading);
  const items = sections.flatMap((section) => itemsOf(section, source, splits));
  const empty = items.filter(
    ({ body, source_meta }) => body.length === 0 && source_meta.title_origin === 'heading',
  );
  const marked = items.filter(
    ({ title, source_meta }) =>
      source_meta.title_origin === 'heading' && /\{#[^{}]{1,128}\}$/.test(title),
  );
  return {
    items,
    warnings: [
      ...removalWarnings(removed, name, locale),
      ...frontMatterWarnings(front, name, locale),
      // A definition without a link to it is a way to write a comment: `[//]: # (text)`.
      ...commentWarnings(
        comments + [...definitions.keys()].filter((label) => !used.has(label)).length,
        name,
        locale,
      ),
      ...marked.map(({ title, source_meta: { line } }) => {
        const shown = title.slice(-longestTitle);
        const texts = {
          ja: `「${shown}」の {#...} は ID として読めないため、題名に残しました。ID に使えるのは英数字と . _ - です。`,
          en: `The {#...} of "${shown}" is no id and stays in the title; an id has the characters A-Z a-z 0-9 . _ - only.`,
        };
        return importWarning('id_not_read', name, locale, texts, { title, line });
      }),
      ...empty.map(({ title, source_meta: { line } }) => {
        const shown = title.slice(0, longestTitle);
        const texts = {
          ja: `見出し「${shown}」の下に本文がありません。`,
          en: `The section "${shown}" has no text.`,
        };
        return importWarning('empty_section', name, locale, texts, { title, line });
      }),
    ],
  };
}

function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  let section: Section = { heading: null, blocks: [] };
  let block: TextToken[] | null = null;
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.kind === 'blank') block = null;
    else if (token.kind === 'heading') {
      section = { heading: { of: token.heading, line: token.line }, blocks: [] };
      sections.push(section);
      block = null;
    } else {
      if (sections.length === 0) sections.push(section);
      if (block === null) section.blocks.push((block = []));
      block.push(token);
    }
  }
  return sections;
}

function itemsOf(
  { heading, blocks }: Section,
  source: Parsing,
  splits: boolean,
): readonly NormalizedItem[] {
  const [first = [], ...others] = splits ? blocks : [blocks.flat()];
  if (heading === null)
    return splits
      ? blocks.map((block) => blockItem(block, source))
      : [makeItem(null, first, source)];
  const title = { title: heading.of.title, origin: 'heading', line: heading.line } as const;
  return [
    makeItem({ ...title, id: heading.of.id }, first, source),
    ...others.map((block) => blockItem(block, source)),
  ];
}

function blockItem(block: readonly TextToken[], source: Parsing): NormalizedItem {
  const [first, ...rest] = block;
  if (first?.form !== 'plain' || rest.length === 0 || !isShort(first.text))
    return makeItem(null, block, source);
  const title = { title: first.text, id: null, origin: 'first-line', line: first.line } as const;
  return makeItem(title, rest, source);
}

interface Title {
  readonly title: string;
  readonly id: string | null;
  readonly origin: 'heading' | 'first-line';
  readonly line: SourceLine;
}

function makeItem(
  title: Title | null,
  tokens: readonly TextToken[],
  source: Parsing,
): NormalizedItem {
  const { name, hash } = source;
  const place = ({ number, page }: SourceLine): Omit<LineSource, 'field' | 'line'> => ({
    source: name,
    source_hash: hash,
    source_line: number,
    ...withoutUndefined({ page }),
  });
  const shownTitle = takeInlineMarks(title?.title ?? '', source.definitions);
  const isTitled = title !== null && !isBlank(shownTitle.text);
  const lines: LineSource[] = isTitled ? [{ field: 'title', line: 0, ...place(title.line) }] : [];
  const attachments = [shownTitle.attachments];
  const body: string[] = [];
  for (const { form, text, line } of tokens) {
    const shown =
      form === 'code' ? { text, attachments: [] } : takeInlineMarks(text, source.definitions);
    attachments.push(shown.attachments);
    if (shown.text === '') continue;
    lines.push({ field: 'body', line: body.length, ...place(line) });
    body.push(shown.text);
  }
  const first = title?.line ?? tokens[0]?.line;
  return {
    id: title?.id ?? null,
    title: isTitled ? shownTitle.text : source.title,
    body,
    attachments: attachments.flat(),
    source_meta: {
      source: name,
      hash,
      line: first?.number ?? 1,
      title_origin: isTitled ? title.origin : 'derived',
      lines,
      ...(first?.page === undefined ? {} : { page: first.page }),
    },
  };
}

/** The white space at the start of a line as spaces; a tab goes to the next of every four columns. */
function indentOf(space: string): string {
  let columns = 0;
  for (const each of space) columns += each === '\t' ? 4 - (columns % 4) : 1;
  return ' '.repeat(columns);
}

/** A source as lines: line ends, form feeds, tabs and control characters dealt with, in NFC. */
function linesOf(source: string): {
  readonly lines: readonly SourceLine[];
  readonly removed: number;
} {
  // NEL ends a line like the others, and is a control character, which is counted.
  let removed = source.match(/\u0085/g)?.length ?? 0;
  const pages = source
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/^ *\t[ \t]*/gm, indentOf)
    .replaceAll('\t', ' ')
    .split('\f');
  const lines: SourceLine[] = [];
  let number = 1;
  for (const [index, raw] of pages.entries()) {
    const page = pages.length > 1 ? { page: index + 1 } : {};
    // A form feed is a blank line; the text after it keeps the number of its line.
    if (index > 0) lines.push({ text: '', number, ...page });
    const clean = removeForbidden(raw);
    removed += clean.removed;
    for (const [below, text] of clean.text.normalize('NFC').split('\n').entries()) {
      if (below > 0) number += 1;
      // Invisible characters alone cannot be a line of a card.
      const unseen = text !== '' && isBlank(text) ? text.replaceAll(/\s/gu, '').length : 0;
      removed += unseen;
      lines.push({ text: unseen > 0 ? '' : text, number, ...page });
    }
  }
  return { lines, removed };
}
