/** A stretch of tokens that is equal in both sequences. */
export interface TokenMatch {
  readonly oldIndex: number;
  readonly newIndex: number;
  readonly count: number;
}

/** More differences than this in one box, and the box is given up: memory grows with their square. */
const maxDifferences = 1_000;

/**
 * Shortest edit script of two token sequences (Myers 1986), as the matches it keeps. Null when the
 * sequences differ in more places than it is ready to follow, or `spend` refuses the work.
 */
export function myersMatches(
  old: Int32Array,
  next: Int32Array,
  spend: (steps: number) => boolean,
): TokenMatch[] | null {
  const limit = Math.min(maxDifferences, old.length + next.length);
  const furthest = new Int32Array(2 * limit + 3);
  const center = limit + 1;
  const trail: Int32Array[] = [];
  for (let differences = 0; differences <= limit; differences += 1) {
    if (!spend(differences + 1)) return null;
    trail.push(furthest.slice(center - differences - 1, center + differences + 2));
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const insertion = at(furthest, center + diagonal + 1);
      const deletion = at(furthest, center + diagonal - 1) + 1;
      const down = diagonal === -differences || (diagonal !== differences && deletion <= insertion);
      let x = down ? insertion : deletion;
      const start = x;
      while (x < old.length && x - diagonal < next.length && old[x] === next[x - diagonal]) {
        x += 1;
      }
      if (!spend(x - start)) return null;
      furthest[center + diagonal] = x;
      if (x >= old.length && x - diagonal >= next.length) {
        return walkBack(trail, old.length, next.length);
      }
    }
  }
  return null;
}

/** Follows the saved frontiers from the end to the start and collects the diagonals. */
function walkBack(
  trail: readonly Int32Array[],
  oldLength: number,
  newLength: number,
): TokenMatch[] {
  const matches: TokenMatch[] = [];
  let x = oldLength;
  let y = newLength;
  for (let differences = trail.length - 1; differences >= 0; differences -= 1) {
    const frontier = trail[differences] ?? new Int32Array(0);
    const center = differences + 1;
    const diagonal = x - y;
    const insertion = at(frontier, center + diagonal + 1);
    const deletion = at(frontier, center + diagonal - 1) + 1;
    const down = diagonal === -differences || (diagonal !== differences && deletion <= insertion);
    const startX = differences === 0 ? 0 : down ? insertion : deletion;
    const count = x - startX;
    if (count > 0) matches.push({ oldIndex: startX, newIndex: startX - diagonal, count });
    x = down ? startX : startX - 1;
    y = down ? startX - diagonal - 1 : startX - diagonal;
  }
  return matches.toReversed();
}

function at(list: Int32Array, index: number): number {
  return list[index] ?? 0;
}
