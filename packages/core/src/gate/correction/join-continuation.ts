import type { ExtractResult } from '../../json/extract/types.ts';
import { stableJson } from '../value/stable-json.ts';

/** An answer that begins again repeats at least this much of its JSON. */
const minRestart = 16;
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
 * join that gives a value without a guess wins; null when none does, and when both do but
 * differ: then the model may have repeated its last words or have meant them twice, and the text
 * does not show which (docs/decisions: ambiguous-continuation). The value is complete, unless the rest was `cut` too.
 */
export function joinContinuation(
  prefix: string,
  { text: rest, cut }: { readonly text: string; readonly cut: boolean },
  extract: (text: string) => ExtractResult,
): Joined | null {
  const isPart = cut && rest.trim() !== '' && !isRestart(prefix, rest);
  const clean = (text: string): Joined | null => cleanJoin(text, extract(text), isPart);
  const asItIs = clean(prefix + rest);
  const overlap = longestOverlap(prefix, rest);
  if (overlap === '') return asItIs;
  const withoutOverlap = clean(prefix + rest.slice(overlap.length));
  if (asItIs === null || withoutOverlap === null) return asItIs ?? withoutOverlap;
  const isAmbiguous =
    !isRepetitive(prefix, overlap) &&
    stableJson(asItIs.extracted.value) !== stableJson(withoutOverlap.extracted.value);
  return isAmbiguous ? null : asItIs;
}

function cleanJoin(text: string, extracted: ExtractResult, isPart: boolean): Joined | null {
  if (extracted.status !== 'ok' || (!extracted.complete && !isPart)) return null;
  const isClean = extracted.repairs.every(
    ({ class: risk, kind }) => risk === 'lossless' || kind === 'truncated',
  );
  return isClean ? { text, extracted } : null;
}

/** True when the rest begins with the JSON of the cut answer: the model writes all of it again. */
function isRestart(prefix: string, rest: string): boolean {
  const start = prefix.slice(Math.max(0, prefix.search(/[[{]/)));
  return start.length >= minRestart && rest.trimStart().startsWith(start.slice(0, minRestart));
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
