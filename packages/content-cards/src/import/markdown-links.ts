import type { Attachment } from './source.ts';

/** A label has no brackets and an address no spaces; one pair of round brackets may stand in an address. */
const address = String.raw`\(((?:[^()\s]|\([^()\s]{0,500}\)){1,2000})\)`;
const image = new RegExp(String.raw`!\[([^[\]\n]{0,500})\]${address}`, 'gu');
const link = new RegExp(String.raw`\[([^[\]\n]{0,500})\]${address}`, 'gu');

/** The text with images and links as their words, and their addresses as attachments. Linear. */
export function takeLinks(text: string): {
  readonly text: string;
  readonly attachments: readonly Attachment[];
} {
  if (!text.includes('](')) return { text, attachments: [] };
  const attachments: Attachment[] = [];
  const take =
    (kind: Attachment['kind']) =>
    (_whole: string, label: string, url: string): string => {
      attachments.push({ kind, label, url });
      return label;
    };
  // Images first: a link may have one as its words.
  const shown = text.replaceAll(image, take('image')).replaceAll(link, take('link'));
  return { text: shown.trim(), attachments };
}
