/**
 * Whether 1 - distance / longer length (Levenshtein) is at least `similarity`. Only the band of distances
 * that can still reach it is computed: O(length x allowed distance).
 */
export function isSimilar(a: string, b: string, similarity: number): boolean {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return true;
  // Rounding must not lose a text that is exactly at the border.
  const allowed = Math.floor(longer * (1 - similarity) + 1e-9);
  if (Math.abs(a.length - b.length) > allowed) return false;
  return distanceWithin(a, b, allowed) <= allowed;
}

function distanceWithin(a: string, b: string, allowed: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const from = Math.max(1, row - allowed);
    const to = Math.min(b.length, row + allowed);
    const current = Array.from({ length: b.length + 1 }, () => allowed + 1);
    if (from === 1) current[0] = row;
    let best = allowed + 1;
    for (let column = from; column <= to; column += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1;
      const value = Math.min(
        (previous[column - 1] ?? 0) + same,
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      current[column] = value;
      best = Math.min(best, value);
    }
    if (best > allowed && !(from === 1 && row <= allowed)) return allowed + 1;
    previous = current;
  }
  return previous[b.length] ?? allowed + 1;
}
