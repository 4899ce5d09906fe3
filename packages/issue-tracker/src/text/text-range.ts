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

/** Throws `InvalidRangeError` unless the span lies in a text of this length. */
function assertSpan({ start, end }: Span, length: number): void {
  if (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    0 <= start &&
    start <= end &&
    end <= length
  ) {
    return;
  }
  throw new InvalidRangeError(
    `expected 0 <= start <= end <= ${length} in whole UTF-16 units, got ${start} to ${end}; give offsets into this very text`,
  );
}

/** Throws `InvalidRangeError` unless the span lies in the text and cuts no surrogate pair. */
export function assertRange(text: string, span: Span): void {
  assertSpan(span, text.length);
  for (const index of [span.start, span.end]) {
    if (splitsPair(text, index)) {
      throw new InvalidRangeError(
        `expected an offset between characters, got ${index}, which is inside a surrogate pair; move it by one unit`,
      );
    }
  }
}

/** A range of the wire format. */
export function textRange(start: number, end: number): TextRange {
  return { start, end, unit: 'utf16' };
}

/** Units that two spans share. */
export function overlapOf(left: Span, right: Span): number {
  return Math.max(0, Math.min(left.end, right.end) - Math.max(left.start, right.start));
}

/** True when `index` lies between the two halves of a surrogate pair. */
export function splitsPair(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
