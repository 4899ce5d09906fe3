import { InvalidArgumentError } from '@kanmon/core';
import { checkLocale } from '../text/locale-of.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { plainLine } from './plain-line.ts';
import type { RenderOptions, Writer } from './render-options.ts';

/** A writer for the options; throws `InvalidArgumentError` for a format or locale that is none. */
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
