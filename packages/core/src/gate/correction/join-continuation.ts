import type { ExtractResult } from '../../json/extract/types.ts';
import { stableJson } from '../value/stable-json.ts';

/** Shorter repetitions are chance; longer ones no model makes by accident. */
const minOverlap = 8;
const maxOverlap = 400;

/** The joined text with the value found in it. */
export interface Joined {
  readonly text: string;
  readonly extracted: Extract<ExtractResult, { readonly status: 'ok' }>;
}

/**
 * Joins the rest of a cut answer to it: first as it is, then without the longest overlap. The first
 * join that gives a complete value without a guess wins; null when none does, and when both do but
 * differ: then the model may have repeated its last words or have meant them twice, and the text
 * does not show which (docs/decisions: ambiguous-continuation).
 */
export function joinContinuation(
  prefix: string,
  rest: string,
  extract: (text: string) => ExtractResult,
): Joined | null {
  const asItIs = cleanJoin(prefix + rest, extract);
  const overlap = longestOverlap(prefix, rest);
  if (overlap === '') return asItIs;
  const withoutOverlap = cleanJoin(prefix + rest.slice(overlap.length), extract);
  if (asItIs === null || withoutOverlap === null) return asItIs ?? withoutOverlap;
  const isAmbiguous =
    !isRepetitive(prefix, overlap) &&
    stableJson(asItIs.extracted.value) !== stableJson(withoutOverlap.extracted.value);
  return isAmbiguous ? null : asItIs;
}

function cleanJoin(text: string, extract: (text: string) => ExtractResult): Joined | null {
  const extracted = extract(text);
  if (extracted.status !== 'ok' || !extracted.complete) return null;
  return extracted.repairs.every((repair) => repair.class === 'lossless')
    ? { text, extracted }
    : null;
}

function longestOverlap(prefix: string, rest: string): string {
  const longest = Math.min(maxOverlap, prefix.length, rest.length);
  for (let length = longest; length >= minOverlap; length -= 1) {
    const overlap = rest.slice(0, length);
    if (prefix.endsWith(overlap)) return overlap;
  }
  return '';
}

/** Text that goes round in circles (`0,0,0,0,`) overlaps with itself wherever it is cut. */
function isRepetitive(prefix: string, overlap: string): boolean {
  const period = (overlap + overlap).indexOf(overlap, 1);
  return period * 2 <= overlap.length || prefix.endsWith(overlap + overlap);
}
