import type { Quantity } from '../quantity/quantity.ts';
import type { TermKind } from '../vocabulary/terms.ts';

/** A literal at its place in a text of normal width. */
export interface TypedSpan {
  readonly kind: TermKind;
  /** The term itself. */
  readonly start: number;
  readonly end: number;
  /** With its delimiters: what other scanners may not use. */
  readonly outerStart: number;
  readonly outerEnd: number;
  readonly quantity?: Quantity;
  /** A number without unit; see `QuantitySpan`. */
  readonly bare?: boolean;
}

/** What a negation cue leaves in `claimed`; a literal leaves 1. */
export const cueMark = 2;

/** A text under scan: which of its units are taken. */
export interface ScanText {
  readonly plain: string;
  /** `plain` with ASCII in lower case, same offsets. */
  readonly lower: string;
  readonly claimed: Uint8Array;
}

export function isFree(scan: ScanText, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (scan.claimed[at] === 1) return false;
  }
  return true;
}

/** Claims the span, delimiters included, when all of it is free. */
export function claim(scan: ScanText, found: TypedSpan[], span: TypedSpan): boolean {
  if (!isFree(scan, span.outerStart, span.outerEnd)) return false;
  scan.claimed.fill(1, span.outerStart, span.outerEnd);
  found.push(span);
  return true;
}

/** A span without delimiters. */
export function bareSpan(kind: TermKind, start: number, end: number): TypedSpan {
  return { kind, start, end, outerStart: start, outerEnd: end };
}
