import { isInRanges, parseRanges, runEnd } from './characters.ts';
import { createRewriteBuilder, identityMap, type MappedText } from './offset-map.ts';

/** Longest chunk given to `normalize`: reordering of combining marks is quadratic in the chunk. */
const longestChunk = 32;

/**
 * NFKC with case kept, dashes as `-` and wave dashes as `~`, and a map back to the source.
 * Normalised chunk by chunk, a starter with what may combine with it, so that every unit knows its
 * source. Linear.
 */
export function normalizeWidth(text: string): MappedText {
  if (inertEnd(text, 0) === text.length) return { text, map: identityMap };
  const builder = createRewriteBuilder();
  let at = 0;
  while (at < text.length) {
    const plain = inertEnd(text, at);
    if (plain > at) {
      builder.same(text.slice(at, plain));
      at = plain;
    } else {
      const end = chunkEnd(text, at);
      const chunk = text.slice(at, end);
      const result = normalizeChunk(chunk);
      if (result.length === chunk.length && chunk.length === 1) builder.same(result);
      else builder.replace(result, chunk.length);
      at = end;
    }
  }
  return builder.finish();
}

function normalizeChunk(chunk: string): string {
  const wide = chunk
    .normalize('NFKC')
    .replace(/(\d)\u2044/, ' $1/')
    .replace(/[\u2010-\u2015\u2043\u2212]/g, '-')
    .replace(/[\u301c\u223c]/g, '~');
  if (wide.length < 2 && chunk.length < 2) return wide;
  // Case is given up only where keeping it would make the lower case compose differently (H + macron below).
  const lower = wide.toLowerCase();
  const composed = lower.normalize('NFKC');
  return composed === lower ? wide : composed;
}

/** End of the units from `at` that NFKC leaves alone and that combine with nothing after them. */
function inertEnd(text: string, at: number): number {
  const end = runEnd(text, at, isInert);
  if (end > at && end < text.length && isJoining(text.charCodeAt(end)) && combines(text, end))
    return end - 1;
  return end;
}

function isInert(unit: number): boolean {
  return (
    unit < 0x80 ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fe) ||
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3001 && unit <= 0x3017 && unit !== 0x3004)
  );
}

/** A voicing mark after a letter or a kanji combines with nothing, nor does a Hangul vowel after any of them. */
function combines(text: string, mark: number): boolean {
  const unit = text.charCodeAt(mark);
  if (unit >= 0xd800 && unit <= 0xdfff) return false;
  const voicing = unit === 0x3099 || unit === 0x309a || unit === 0xff9e || unit === 0xff9f;
  const jamo = (unit >= 0x1160 && unit <= 0x11ff) || (unit >= 0xffa0 && unit <= 0xffdf);
  if (!voicing && !jamo) return true;
  const base = text.charCodeAt(mark - 1);
  // Marks after it may be reordered before it.
  return isJoining(text.charCodeAt(mark + 1)) || (voicing && base >= 0x3041 && base <= 0x30fe);
}

function chunkEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + longestChunk);
  let end = at + 1;
  while (end < limit && isJoining(text.charCodeAt(end)) && !opensPair(text, end)) end += 1;
  // A pair is never cut in half.
  const last = text.charCodeAt(end - 1);
  const next = text.charCodeAt(end);
  const isPair = last >= 0xd800 && last < 0xdc00 && next >= 0xdc00 && next < 0xe000;
  return isPair ? end + 1 : end;
}

/** Returns true for the first half of a pair that is a letter or sign, and no mark. */
function opensPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && !/^\p{M}/u.test(text.slice(at, at + 2));
}

/**
 * Units that may combine with, or are reordered against, the one before them. Coarse for scripts that this
 * package does not read: a longer chunk only makes their spans coarser.
 */
const joiningRanges = /* @__PURE__ */ parseRanges(
  '300-36f 483-489 590-10ff 1160-11ff 135d-135f 1700-1dff 20d0-20ff 2cef-2dff 302a-302f 3099-309a a66f-abff d800-dfff fb1e-fb1e fe00-fe2f ff9e-ffdf',
);

function isJoining(unit: number): boolean {
  if (unit < 0x300 || (unit >= 0x3400 && unit <= 0x9fff)) return false;
  return isInRanges(joiningRanges, unit);
}
