import { InvalidArgumentError, type Locale } from '@kanmon/core';
import { checkOptions, type OptionNames, toWellFormed } from '@kanmon/core/kit';
import { checkLocale, localeOfReport } from '../text/locale-of.ts';
import { renderTexts } from './render-texts.ts';

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

/** Writes values and layout in one format and language. */
export type Writer = ReturnType<typeof createWriter>;

/** Creates a writer for a report. Throws `InvalidArgumentError` for invalid options. */
export function createWriter(report: object, options: RenderOptions, where: string) {
  checkRenderOptions(options, where);
  checkLocale(options.locale);
  const { format = 'markdown', locale = localeOfReport(report), titles = {} } = options;
  if (format !== 'markdown' && format !== 'text') {
    throw new InvalidArgumentError(
      `expected format to be 'markdown' or 'text', got ${String(format)}`,
    );
  }
  const markdown = format === 'markdown';
  const texts = renderTexts(locale);
  const value = markdown ? escapeMarkdown : plainLine;
  /** Puts a written value in round brackets. */
  const bracketed = (written: string): string =>
    markdown ? String.raw`\(${written}\)` : `(${written})`;
  return {
    texts,
    /** Writes a value of the report. */
    value,
    bracketed,
    /** Writes a node: its id, and its title if it is known. */
    node(id: string, title?: string): string {
      const known = value(title ?? (Object.hasOwn(titles, id) ? titles[id] : undefined) ?? '');
      return known === '' ? value(id) : `${known} ${bracketed(value(id))}`;
    },
    heading: (level: 1 | 2 | 3, text: string) => (markdown ? `${'#'.repeat(level)} ${text}` : text),
    bullet: (text: string) => `- ${text}`,
    /** Writes a value after its label. */
    labelled: (label: string, text: string) =>
      `${markdown ? `**${label}**` : label}${texts.colon}${value(text)}`,
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
