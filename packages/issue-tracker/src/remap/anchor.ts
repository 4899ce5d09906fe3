import { checkOptions, optionError } from '@kanmon/core/kit';
import { hashedGrams } from '../text/grams.ts';
import { createRollingHash, hashText } from '../text/hashes.ts';
import { assertRange, isCount, type Span, textRange, type TextRange } from '../text/text-range.ts';

/** The record of a place from which it can be found again: offsets and hashes, no text. */
export interface Anchor {
  readonly range: TextRange;
  /** SHA-256 of the slice (with the salt before it, when there is one). */
  readonly checksum: string;
  /** Rolling hash of the slice: finds windows to verify when the old text is gone. */
  readonly roll32: number;
  readonly length: number;
  readonly prefix_grams: readonly number[];
  readonly suffix_grams: readonly number[];
  readonly unit: 'utf16';
}

/** Options of `createAnchor`. */
export interface AnchorOptions {
  /** Characters of context on each side. @default 64 */
  readonly contextChars?: number;
  /** Makes the hashes useless without it; the remapper needs the same one. */
  readonly salt?: string;
}

/** Default of `contextChars`. */
export const defaultContextChars = 64;

/** Hash functions that depend on a salt. */
export type AnchorHashes = ReturnType<typeof anchorHashes>;

/** Returns the hash functions of anchors under a salt. */
export function anchorHashes(salt = '') {
  const seed = salt === '' ? 0 : Number.parseInt(hashText(salt).slice(0, 8), 16);
  return {
    rolling: salt === '' ? createRollingHash() : createRollingHash((seed | 1) >>> 0),
    checksum: (slice: string): string => hashText(slice, salt),
    grams: (context: string): number[] => hashedGrams(context, seed),
  };
}

/**
 * Creates the anchor of a place. Hashes of short slices can be guessed; pass a `salt` if people may see an
 * anchor who must not know the text. Throws `InvalidRangeError`.
 */
export function createAnchor(text: string, range: Span, options: AnchorOptions = {}): Anchor {
  checkOptions(options, 'contextChars salt', 'createAnchor(text, range, options)');
  const { contextChars = defaultContextChars, salt = '' } = options;
  if (!isCount(contextChars))
    throw optionError('contextChars', 'a whole number from 0', contextChars);
  assertRange(text, range);
  const { start, end } = range;
  const hashes = anchorHashes(salt);
  return {
    range: textRange(range),
    checksum: hashes.checksum(text.slice(start, end)),
    roll32: hashes.rolling.of(text, start, end),
    length: end - start,
    prefix_grams: hashes.grams(text.slice(Math.max(0, start - contextChars), start)),
    suffix_grams: hashes.grams(text.slice(end, end + contextChars)),
    unit: 'utf16',
  };
}
