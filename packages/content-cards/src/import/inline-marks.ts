import type { Attachment } from './source.ts';

/** A label has no brackets and an address no spaces; one pair of round brackets may stand in an address. */
const address = String.raw`\(((?:[^()\s]|\([^()\s]{0,500}\)){1,2000})\)`;
const image = new RegExp(String.raw`!\[([^[\]\n]{0,500})\]${address}`, 'gu');
const link = new RegExp(String.raw`\[([^[\]\n]{0,500})\]${address}`, 'gu');

/**
 * Bold text: the marks touch its words, and no ASCII letter or digit touches them from outside, so
 * `2**3**4` and `**kwargs` stay.
 */
const bold = /(?<![A-Za-z0-9*])\*\*(?![\s*])([^*\n]{1,2000})(?<!\s)\*\*(?![A-Za-z0-9*])/gu;

/**
 * The text with images and links as their words, their addresses as attachments, and bold text
 * without its marks. Linear.
 */
export function takeInlineMarks(text: string): {
  readonly text: string;
  readonly attachments: readonly Attachment[];
} {
  if (!text.includes('](')) return { text: text.replaceAll(bold, '$1'), attachments: [] };
  const attachments: Attachment[] = [];
  const take =
    (kind: Attachment['kind']) =>
    (_whole: string, label: string, url: string): string => {
      attachments.push({ kind, label, url });
      return label;
    };
  // Images first: a link may have one as its words.
  const shown = text
    .replaceAll(image, take('image'))
    .replaceAll(link, take('link'))
    .replaceAll(bold, '$1');
  return { text: shown.trim(), attachments };
}
