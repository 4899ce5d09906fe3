import type { Quantity } from '../quantity/quantity.ts';
import type { TermKind } from '../vocabulary/terms.ts';

/** A literal at its place in a text of normal width. */
export interface TypedSpan {
  readonly kind: TermKind;
  /** The term itself. */
  readonly start: number;
  readonly end: number;
  /** The term with its delimiters. Other scanners may not use this range. */
  readonly outerStart: number;
  readonly outerEnd: number;
  readonly quantity?: Quantity;
  /** The start of a quantity with the preposition that bounds it: below 65 dB. */
  readonly wideStart?: number;
  /** A number without unit; see `QuantitySpan`. */
  readonly bare?: boolean;
}

/** Value in `claimed` for the units of a negation cue. Those of a literal have 1. */
export const cueMark = 2;

/** A text under scan, with a mark for each of its units that is taken. */
export interface ScanText {
  readonly plain: string;
  /** `plain` with ASCII in lower case, same offsets. */
  readonly lower: string;
  readonly claimed: Uint8Array;
}

/** Finds literals from left to right. A span that is free is taken before the scanner goes on. */
export type Scanner = (scan: ScanText) => Iterable<TypedSpan>;

/** Returns true when no literal has taken a unit of the range. */
export function isFree(scan: ScanText, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (scan.claimed[at] === 1) return false;
  }
  return true;
}

/** A span without delimiters. */
export function plainSpan(kind: TermKind, start: number, end: number): TypedSpan {
  return { kind, start, end, outerStart: start, outerEnd: end };
}
