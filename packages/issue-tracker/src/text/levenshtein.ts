import { commonPrefix, commonSuffix } from '../diff/common-ends.ts';

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
