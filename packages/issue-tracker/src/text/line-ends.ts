import { lowerBound } from '@kanmon/core/kit';
import type { Span } from './text-range.ts';

/** A text with `\n` as its only line end, and the offsets of its original. */
export interface PlainLines {
  readonly text: string;
  /** Returns the span in `text`. An offset inside a `\r\n` becomes the one before the line end. */
  plainSpan(original: Span): Span;
  originalSpan(plain: Span): Span;
  /** True when an offset of the original is inside a `\r\n`. */
  splitsLineEnd(offset: number): boolean;
}

/** Returns the text with `\n` for each `\r\n` and each `\r`. */
export function plainLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** Creates the form of a text in which line ends of another program are no difference. O(n). */
export function createPlainLines(original: string): PlainLines {
  // The `\r` that the plain text leaves out: its offset, and that of its `\n` in the plain text.
  const dropped: { readonly at: number; readonly feed: number }[] = [];
  for (let at = original.indexOf('\r\n'); at !== -1; at = original.indexOf('\r\n', at + 2)) {
    dropped.push({ at, feed: at - dropped.length });
  }
  const plain = (offset: number): number => offset - lowerBound(dropped, ({ at }) => at < offset);
  const back = (offset: number): number =>
    offset + lowerBound(dropped, ({ feed }) => feed < offset);
  return {
    text: plainLines(original),
    plainSpan: ({ start, end }) => ({ start: plain(start), end: plain(end) }),
    originalSpan: ({ start, end }) => ({ start: back(start), end: back(end) }),
    splitsLineEnd: (offset) => original[offset - 1] === '\r' && original[offset] === '\n',
  };
}
