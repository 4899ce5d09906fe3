import type { ExtractResult } from '../../json/extract/types.ts';

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
 * join that gives a complete value without a guess wins; null when none does.
 */
export function joinContinuation(
  prefix: string,
  rest: string,
  extract: (text: string) => ExtractResult,
): Joined | null {
  const overlap = longestOverlap(prefix, rest);
  const joins = overlap === 0 ? [prefix + rest] : [prefix + rest, prefix + rest.slice(overlap)];
  for (const text of joins) {
    const extracted = extract(text);
    if (extracted.status === 'ok' && isClean(extracted)) return { text, extracted };
  }
  return null;
}

function isClean({ complete, repairs }: Joined['extracted']): boolean {
  return complete && repairs.every((repair) => repair.class === 'lossless');
}

function longestOverlap(prefix: string, rest: string): number {
  for (
    let length = Math.min(maxOverlap, prefix.length, rest.length);
    length >= minOverlap;
    length -= 1
  ) {
    if (prefix.endsWith(rest.slice(0, length))) return length;
  }
  return 0;
}
