import { isBlank, removeForbidden } from '../text/forbidden.ts';

/** A line of a source. */
export interface SourceLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Only in sources with form feeds. */
  readonly page?: number;
}

/** A source as lines: line ends, form feeds, tabs and control characters dealt with, in NFC. */
export function linesOf(source: string): {
  readonly lines: readonly SourceLine[];
  readonly removed: number;
} {
  const pages = source
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .split('\f');
  const lines: SourceLine[] = [];
  let removed = 0;
  let number = 0;
  for (const [index, page] of pages.entries()) {
    // A form feed stands for a blank line.
    if (index > 0) lines.push({ text: '', number, page: index + 1 });
    for (const raw of page.split('\n')) {
      number += 1;
      const clean = removeForbidden(raw);
      const text = clean.text.normalize('NFC');
      // Characters that nobody sees cannot make a line of a card.
      const unseen = text !== '' && isBlank(text) ? text.replaceAll(/\s/gu, '').length : 0;
      removed += clean.removed + unseen;
      lines.push({
        text: unseen > 0 ? '' : text,
        number,
        ...(pages.length > 1 ? { page: index + 1 } : {}),
      });
    }
    // The form feed ended the line that its page began on.
    if (index < pages.length - 1) number -= 1;
  }
  return { lines, removed };
}
