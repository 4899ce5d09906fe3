import { InvalidArgumentError, type Locale } from '@kanmon/core';
import { checkOptions, type OptionNames, toWellFormed } from '@kanmon/core/kit';
import { checkLocale } from '../text/locale-of.ts';

/** Options of the renderers. */
export interface RenderOptions {
  /** @default 'markdown' */
  readonly format?: 'markdown' | 'text';
  /** Language of the section titles. @default that of the report */
  readonly locale?: Locale;
  /** Titles by node id, shown beside ids. */
  readonly titles?: Readonly<Record<string, string>>;
}

const renderOptions: OptionNames<RenderOptions> = { format: true, locale: true, titles: true };

/** Throws `InvalidArgumentError` for an unknown option. */
export function checkRenderOptions(options: RenderOptions, where: string): void {
  checkOptions(options, renderOptions, where);
}

/** Writes values and layout in one format. */
export interface Writer {
  /** A value of the report. */
  value(text: string): string;
  /** A node: its id, and its title where one is known. */
  node(id: string, title?: string): string;
  /** A written value in round brackets. */
  bracketed(written: string): string;
  heading(level: 1 | 2 | 3, text: string): string;
  bullet(text: string): string;
  bold(label: string): string;
}

/** Creates a writer. Throws `InvalidArgumentError` for an invalid format or locale. */
export function createWriter({ format = 'markdown', locale, titles = {} }: RenderOptions): Writer {
  if (format !== 'markdown' && format !== 'text') {
    throw new InvalidArgumentError(
      `expected format to be 'markdown' or 'text', got ${String(format)}`,
    );
  }
  checkLocale(locale);
  const markdown = format === 'markdown';
  const value = markdown ? escapeMarkdown : plainLine;
  const bracketed = (text: string): string => (markdown ? String.raw`\(${text}\)` : `(${text})`);
  const titleOf = (id: string): string | undefined =>
    Object.hasOwn(titles, id) ? titles[id] : undefined;
  return {
    value,
    node(id, title) {
      const known = value(title ?? titleOf(id) ?? '');
      return known === '' ? value(id) : `${known} ${bracketed(value(id))}`;
    },
    bracketed,
    heading: (level, text) => (markdown ? `${'#'.repeat(level)} ${text}` : text),
    bullet: (text) => `- ${text}`,
    bold: (label) => (markdown ? `**${label}**` : label),
  };
}

/** ASCII punctuation that can start or end something in CommonMark and GFM. */
const markup = /[\\`*_{}[\]<>()#+\-.!|~&]/g;

/**
 * Starts that linkifiers find in rendered text, where the backslash is gone: `//` of an address, `www.`,
 * and the @ of a mail address. A zero-width space breaks them.
 */
const linkStart = /\/(?=\/)|(?<![\p{L}\p{N}])www(?=\.)|(?<=\S)(?=@)/giu;

/** Escapes a value so that CommonMark with GFM shows it literally, as part of one paragraph. */
function escapeMarkdown(text: string): string {
  return plainLine(text)
    .replaceAll(linkStart, (start) => `${start}\u200b`)
    .replaceAll(markup, String.raw`\$&`);
}

/** White space of any kind, with line breaks; a run becomes one space. */
const breaks = /[\s\u0085\u2028\u2029]+/gu;
/** Control characters, and bidi controls, which change the order in which a text is shown. */
const removed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Writes a value on one line. */
function plainLine(text: string): string {
  return toWellFormed(text.replaceAll(breaks, ' ').replaceAll(removed, '')).trim();
}
