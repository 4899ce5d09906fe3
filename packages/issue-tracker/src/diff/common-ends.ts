import { splitsPair } from '../text/surrogates.ts';

/** Length of the common start, never ending inside a surrogate pair. O(n). */
export function commonPrefix(left: string, right: string): number {
  let length = 0;
  // Behind its end a text has NaN, which equals nothing.
  while (left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return splitsPair(left, length) || splitsPair(right, length) ? length - 1 : length;
}

/** Length of the common end that does not reach into the first `prefix` units of either text. */
export function commonSuffix(left: string, right: string, prefix: number): number {
  const limit = Math.min(left.length, right.length) - prefix;
  let length = 0;
  while (
    length < limit &&
    left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length)
  ) {
    length += 1;
  }
  return splitsPair(left, left.length - length) || splitsPair(right, right.length - length)
    ? length - 1
    : length;
}
