import { isJsonArray, type JsonValue } from '../../vocabulary/json-value.ts';

/** A character becomes at most `\u0000`; the two quotes count as one more. */
const longestEscape = 6;
/** `-2.2250738585072014e-308` */
const longestNumber = 24;

const mayNeedEscape = /["\\\p{Cc}\p{Cs}]/u;

/** Returns how many characters the JSON of a scalar has. */
type ScalarSize = (scalar: string | number | boolean | null) => number;

const mostCharacters: ScalarSize = (scalar) =>
  typeof scalar === 'string' ? longestEscape * scalar.length + 2 : longestNumber;
const exactCharacters: ScalarSize = (scalar) => {
  if (typeof scalar !== 'string') return String(scalar).length;
  return mayNeedEscape.test(scalar) ? JSON.stringify(scalar).length : scalar.length + 2;
};

/**
 * True when the JSON of `value` has more than `maxSize` characters. A bound that does not read the
 * characters answers first: the exact count takes four times as long. Stops as soon as the answer is
 * known, so also on values that contain themselves.
 */
export function isLargerThan(value: JsonValue, maxSize: number): boolean {
  return [mostCharacters, exactCharacters].every((size) => sizeOf(value, maxSize, size) > maxSize);
}

/** Returns the size of the JSON of `root`, or some number above `maxSize`. */
function sizeOf(root: JsonValue, maxSize: number, scalarSize: ScalarSize): number {
  const open: JsonValue[] = [root];
  let size = 0;
  for (let value = open.pop(); value !== undefined && size <= maxSize; value = open.pop()) {
    if (typeof value !== 'object' || value === null) {
      size += scalarSize(value);
      continue;
    }
    let members = 0;
    if (isJsonArray(value)) {
      members = value.length;
      for (const element of value) open.push(element);
    } else {
      for (const key of Object.keys(value)) {
        const member = value[key];
        if (member === undefined) continue;
        size += scalarSize(key) + 1;
        members += 1;
        open.push(member);
      }
    }
    // Both brackets, and one comma less than there are members.
    size += Math.max(2, members + 1);
  }
  return size;
}
