/**
 * Buckets of a hashed character pair. Few on purpose: an anchor must show whether a context fits, not its
 * text. 4,096 buckets share about 25 common Japanese pairs each and give unrelated contexts of
 * 64 characters a chance overlap below 0.03.
 */
const gramBuckets = 4_096;

/** Hashed character pairs of a short text: ascending, each once. `seed` comes from the salt. */
export function hashedGrams(text: string, seed = 0): number[] {
  const grams = new Set<number>();
  for (let index = 0; index + 1 < text.length; index += 1) {
    grams.add(hashPair(text.charCodeAt(index), text.charCodeAt(index + 1), seed));
  }
  // A typed array sorts by number without calling back.
  return Array.from(Uint16Array.from(grams).toSorted());
}

function hashPair(first: number, second: number, seed: number): number {
  let hash = Math.imul((first << 16) ^ second ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & (gramBuckets - 1);
}

/** Dice coefficient of two ascending lists; 0 when both are empty. */
export function sortedDice(left: readonly number[], right: readonly number[]): number {
  if (left.length + right.length === 0) return 0;
  const other = new Set(right);
  const shared = left.filter((gram) => other.has(gram)).length;
  return (2 * shared) / (left.length + right.length);
}

/** Dice coefficient of the character pairs of two texts, each pair counted once; 0 when both are too short. */
export function bigramDice(left: string, right: string): number {
  const leftPairs = pairsOf(left);
  const rightPairs = pairsOf(right);
  if (leftPairs.size + rightPairs.size === 0) return 0;
  let shared = 0;
  for (const pair of leftPairs) if (rightPairs.has(pair)) shared += 1;
  return (2 * shared) / (leftPairs.size + rightPairs.size);
}

function pairsOf(text: string): Set<number> {
  const pairs = new Set<number>();
  for (let index = 0; index + 1 < text.length; index += 1) {
    pairs.add(text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1));
  }
  return pairs;
}
