import { describeValue, isRecord } from '@kanmon/core/kit';
import { InvalidRangeError } from '../errors/errors.ts';

/** A place in a text: half-open, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  readonly unit: 'utf16';
  /** Lines from 1, for people; never used for finding the place again. */
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
}

/** A range as callers write it; the unit is always UTF-16. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** True when the span is inside the text and splits no surrogate pair. */
export function isRangeOf(text: string, span: Span): boolean {
  return isInside(text, span) && !splitsPair(text, span.start) && !splitsPair(text, span.end);
}

/** Throws `InvalidRangeError` unless `isRangeOf`. */
export function assertRange(text: string, span: Span): void {
  if (typeof text !== 'string' || !isRecord(span))
    throw new InvalidRangeError(
      `expected a text and a range { start, end } of it, got ${kindOf(text)} and ${kindOf(span)}`,
    );
  if (isRangeOf(text, span)) return;
  const { start, end } = span;
  if (!isInside(text, span)) {
    throw new InvalidRangeError(
      `expected 0 <= start <= end <= ${text.length} in whole UTF-16 units, got ${start} to ${end}; give offsets into this very text`,
    );
  }
  const split = splitsPair(text, start) ? start : end;
  throw new InvalidRangeError(
    `expected an offset between characters, got ${split}, which is inside a surrogate pair; move it by one unit`,
  );
}

/** The text may be a manuscript, which no message quotes. */
function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'a text' : describeValue(value);
}

/** True for a number of characters: a whole number from 0, or infinity. */
export function isCount(value: number): boolean {
  return value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
}

/** True for whole offsets in order, inside a text of that length. */
export function isInside({ length }: { readonly length: number }, { start, end }: Span): boolean {
  return [start, end].every(Number.isInteger) && 0 <= start && start <= end && end <= length;
}

/** Creates a range of the wire format. */
export function textRange({ start, end }: Span): TextRange {
  return { start, end, unit: 'utf16' };
}

/** Number of units that two spans share. */
export function overlapOf(left: Span, right: Span): number {
  return Math.max(0, Math.min(left.end, right.end) - Math.max(left.start, right.start));
}

/** True when `index` is between the two halves of a surrogate pair. */
export function splitsPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
