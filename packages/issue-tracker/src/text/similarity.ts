import { splitsPair } from './text-range.ts';

/** Edit distance in UTF-16 units. O(n m) after common ends; callers cap the lengths. */
export function levenshtein(left: string, right: string): number {
  const prefix = commonPrefix(left, right);
  const suffix = commonSuffix(left, right, prefix);
  const rows = left.slice(prefix, left.length - suffix);
  const columns = right.slice(prefix, right.length - suffix);
  if (rows.length === 0 || columns.length === 0) return Math.max(rows.length, columns.length);
  const distances = Uint32Array.from({ length: columns.length + 1 }, (_, index) => index);
  for (let row = 1; row <= rows.length; row += 1) {
    const unit = rows.charCodeAt(row - 1);
    let diagonal = row - 1;
    distances[0] = row;
    for (let column = 1; column <= columns.length; column += 1) {
      const above = distances[column] ?? 0;
      const substitution = diagonal + (columns.charCodeAt(column - 1) === unit ? 0 : 1);
      distances[column] = Math.min(above + 1, (distances[column - 1] ?? 0) + 1, substitution);
      diagonal = above;
    }
  }
  return distances[columns.length] ?? 0;
}

/** 1 - distance / longer length; 1 for two empty texts. */
export function textSimilarity(left: string, right: string): number {
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : 1 - levenshtein(left, right) / longer;
}

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
