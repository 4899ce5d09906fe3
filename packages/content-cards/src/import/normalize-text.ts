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
  // NEL ends a line like the others, and is a control character, which is counted.
  let removed = source.match(/\u0085/g)?.length ?? 0;
  const pages = source
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .split('\f');
  const lines: SourceLine[] = [];
  let number = 1;
  for (const [index, raw] of pages.entries()) {
    const page = pages.length > 1 ? { page: index + 1 } : {};
    // A form feed stands for a blank line, and goes on in the line that it stands in.
    if (index > 0) lines.push({ text: '', number, ...page });
    const clean = removeForbidden(raw);
    removed += clean.removed;
    for (const [below, text] of clean.text.normalize('NFC').split('\n').entries()) {
      if (below > 0) number += 1;
      // Characters that nobody sees cannot make a line of a card.
      const unseen = text !== '' && isBlank(text) ? text.replaceAll(/\s/gu, '').length : 0;
      removed += unseen;
      lines.push({ text: unseen > 0 ? '' : text, number, ...page });
    }
  }
  return { lines, removed };
}
