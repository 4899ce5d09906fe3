import { checkOptions, optionError } from '@kanmon/core/kit';
import { hashText } from '../text/hashes.ts';
import {
  assertRange,
  isCount,
  type Span,
  splitsPair,
  textRange,
  type TextRange,
} from '../text/text-range.ts';

/** The record of an excerpt: its place and its hash, not its text. */
export interface ExcerptMeta {
  readonly text_range: TextRange;
  readonly excerpt_hash: string;
  readonly length: number;
  readonly manuscript_hash: string;
  /** Key of the manuscript in its store. */
  readonly source_key: string;
}

/** Options of `takeExcerpt`. */
export interface ExcerptOptions {
  /** Characters on each side of the range. @default 40 */
  readonly margin?: number;
  /** @default 400 */
  readonly maxChars?: number;
  /** @default the manuscript's hash */
  readonly sourceKey?: string;
}

/**
 * Returns the part of a manuscript for a prompt, and its record. A range longer than `maxChars` is cut at its
 * end. Throws `InvalidRangeError`.
 */
export function takeExcerpt(
  text: string,
  range: Span,
  options: ExcerptOptions = {},
): { readonly excerpt: string; readonly meta: ExcerptMeta } {
  checkOptions(options, 'margin maxChars sourceKey', 'takeExcerpt(text, range, options)');
  const { margin = 40, maxChars = 400, sourceKey } = options;
  if (!isCount(margin)) throw optionError('margin', 'a whole number from 0', margin);
  if (!isCount(maxChars) || maxChars === 0)
    throw optionError('maxChars', 'a whole number from 1', maxChars);
  assertRange(text, range);
  const room = Math.max(0, maxChars - (range.end - range.start));
  const side = Math.min(margin, Math.floor(room / 2));
  const start = whole(text, Math.max(0, range.start - side));
  const end = whole(text, Math.min(text.length, range.end + side, start + maxChars));
  const excerpt = text.slice(start, end);
  const manuscriptHash = hashText(text);
  return {
    excerpt,
    meta: {
      text_range: textRange({ start, end }),
      excerpt_hash: hashText(excerpt),
      length: excerpt.length,
      manuscript_hash: manuscriptHash,
      source_key: sourceKey ?? manuscriptHash,
    },
  };
}

function whole(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index;
}
