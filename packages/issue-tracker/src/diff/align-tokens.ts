import type { StepMeter } from './step-meter.ts';

/** Two sequences of small whole numbers: equal numbers are equal tokens. */
export interface TokenSequences {
  readonly old: Int32Array;
  readonly next: Int32Array;
  /** Every token is smaller. */
  readonly vocabulary: number;
  /** Characters of a token, by its number: what an anchor weighs. */
  readonly weights: readonly number[];
}

/** Half-open index ranges that are still to be aligned with each other. */
interface Box {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
  readonly depth: number;
}

/** A box is cut at its unique tokens this often; then what is left goes to Myers. */
const maxDepth = 32;

/**
 * Aligns two token sequences: common ends, then tokens unique in both (patience), then Myers between
 * them. A box that is too different stays unmatched and sets `capped`. No recursion.
 */
export function alignTokens(
  tokens: TokenSequences,
  meter: StepMeter,
): { readonly matches: TokenMatch[]; readonly capped: boolean } {
  const counts = {
    old: new Int32Array(tokens.vocabulary),
    next: new Int32Array(tokens.vocabulary),
  };
  const matches: TokenMatch[] = [];
  let capped = false;
  const boxes: Box[] = [
    { oldStart: 0, oldEnd: tokens.old.length, newStart: 0, newEnd: tokens.next.length, depth: 0 },
  ];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    if (!meter.spend(box.oldEnd - box.oldStart + box.newEnd - box.newStart)) {
      capped = true;
      break;
    }
    const inner = trimEnds(tokens, box, matches);
    if (inner.oldStart === inner.oldEnd || inner.newStart === inner.newEnd) continue;
    const anchors = box.depth < maxDepth ? uniqueAnchors(tokens, inner, counts) : [];
    if (anchors.length > 0) {
      for (const between of boxesBetween(inner, anchors)) boxes.push(between);
      for (const { oldIndex, newIndex } of anchors) matches.push({ oldIndex, newIndex, count: 1 });
    } else {
      const found = matchWithMyers(tokens, inner, counts, meter);
      if (found === null) capped = true;
      else for (const match of found) matches.push(match);
    }
  }
  return { matches: matches.toSorted((left, right) => left.oldIndex - right.oldIndex), capped };
}

function trimEnds({ old, next }: TokenSequences, box: Box, matches: TokenMatch[]): Box {
  let { oldStart, oldEnd, newStart, newEnd } = box;
  while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === next[newStart]) {
    oldStart += 1;
    newStart += 1;
  }
  while (oldEnd > oldStart && newEnd > newStart && old[oldEnd - 1] === next[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const head = oldStart - box.oldStart;
  const tail = box.oldEnd - oldEnd;
  if (head > 0) matches.push({ oldIndex: box.oldStart, newIndex: box.newStart, count: head });
  if (tail > 0) matches.push({ oldIndex: oldEnd, newIndex: newEnd, count: tail });
  return { oldStart, oldEnd, newStart, newEnd, depth: box.depth };
}

interface TokenCounts {
  readonly old: Int32Array;
  readonly next: Int32Array;
}

/** Returns the tokens that occur once on each side of the box, in the order that both sides share. */
function uniqueAnchors(
  { old, next, weights }: TokenSequences,
  box: Box,
  counts: TokenCounts,
): { readonly oldIndex: number; readonly newIndex: number }[] {
  tally(counts.old, old, box.oldStart, box.oldEnd, 1);
  tally(counts.next, next, box.newStart, box.newEnd, 1);
  const isUnique = (token: number): boolean => counts.old[token] === 1 && counts.next[token] === 1;
  const newPlaces = new Map<number, number>();
  for (let index = box.newStart; index < box.newEnd; index += 1) {
    const token = next[index] ?? 0;
    if (isUnique(token)) newPlaces.set(token, index);
  }
  const pairs: { oldIndex: number; newIndex: number }[] = [];
  for (let index = box.oldStart; index < box.oldEnd; index += 1) {
    const newIndex = newPlaces.get(old[index] ?? 0);
    if (newIndex !== undefined) pairs.push({ oldIndex: index, newIndex });
  }
  tally(counts.old, old, box.oldStart, box.oldEnd, -1);
  tally(counts.next, next, box.newStart, box.newEnd, -1);
  const chain = heaviestChain(
    pairs.map(({ newIndex }) => newIndex - box.newStart),
    pairs.map(({ oldIndex }) => weights[old[oldIndex] ?? 0] ?? 1),
    box.newEnd - box.newStart,
  );
  return chain.flatMap((index) => pairs[index] ?? []);
}

function tally(
  counts: Int32Array,
  tokens: Int32Array,
  start: number,
  end: number,
  change: 1 | -1,
): void {
  for (let index = start; index < end; index += 1) {
    const token = tokens[index] ?? 0;
    counts[token] = (counts[token] ?? 0) + change;
  }
}

function boxesBetween(
  box: Box,
  anchors: readonly { readonly oldIndex: number; readonly newIndex: number }[],
): Box[] {
  const boxes: Box[] = [];
  const depth = box.depth + 1;
  let { oldStart, newStart } = box;
  for (const { oldIndex, newIndex } of [
    ...anchors,
    { oldIndex: box.oldEnd, newIndex: box.newEnd },
  ]) {
    if (oldStart < oldIndex && newStart < newIndex) {
      boxes.push({ oldStart, oldEnd: oldIndex, newStart, newEnd: newIndex, depth });
    }
    oldStart = oldIndex + 1;
    newStart = newIndex + 1;
  }
  return boxes;
}

/** Aligns a box by Myers. Tokens that the other side lacks are left out, which keeps the box small. */
function matchWithMyers(
  { old, next }: TokenSequences,
  box: Box,
  counts: TokenCounts,
  meter: StepMeter,
): TokenMatch[] | null {
  tally(counts.old, old, box.oldStart, box.oldEnd, 1);
  tally(counts.next, next, box.newStart, box.newEnd, 1);
  const oldPlaces = placesOf(old, box.oldStart, box.oldEnd, counts.next);
  const newPlaces = placesOf(next, box.newStart, box.newEnd, counts.old);
  tally(counts.old, old, box.oldStart, box.oldEnd, -1);
  tally(counts.next, next, box.newStart, box.newEnd, -1);
  const found = myersMatches(
    Int32Array.from(oldPlaces, (index) => old[index] ?? 0),
    Int32Array.from(newPlaces, (index) => next[index] ?? 0),
    (steps) => meter.spend(steps),
  );
  return found === null
    ? null
    : found.flatMap(({ oldIndex, newIndex, count }) =>
        Array.from({ length: count }, (_, offset) => ({
          oldIndex: oldPlaces[oldIndex + offset] ?? 0,
          newIndex: newPlaces[newIndex + offset] ?? 0,
          count: 1,
        })),
      );
}

function placesOf(
  tokens: Int32Array,
  start: number,
  end: number,
  otherCounts: Int32Array,
): number[] {
  const places: number[] = [];
  for (let index = start; index < end; index += 1) {
    if ((otherCounts[tokens[index] ?? 0] ?? 0) > 0) places.push(index);
  }
  return places;
}

/**
 * Returns the indexes of the heaviest strictly increasing subsequence of `values` (whole numbers from 0 up to
 * `bound` - 1). Weights instead of lengths: one long sentence is better evidence than two commas.
 * O(n log bound), with a Fenwick tree over the best chain that ends at or below a value.
 */
export function heaviestChain(
  values: readonly number[],
  weights: readonly number[],
  bound: number,
): number[] {
  const best = new Int32Array(bound + 1).fill(-1);
  const total = new Float64Array(values.length);
  const previous = new Int32Array(values.length).fill(-1);
  let top = -1;
  for (const [index, value] of values.entries()) {
    let chain = -1;
    for (let node = value; node > 0; node -= node & -node)
      chain = heavier(chain, chainAt(best, node));
    previous[index] = chain;
    total[index] = (weights[index] ?? 0) + (chain === -1 ? 0 : chainAt(total, chain));
    for (let node = value + 1; node <= bound; node += node & -node) {
      best[node] = heavier(chainAt(best, node), index);
    }
    top = heavier(top, index);
  }
  const picked: number[] = [];
  for (let index = top; index !== -1; index = chainAt(previous, index)) picked.push(index);
  return picked.toReversed();

  /** Of two equally heavy chains the earlier one wins, so that ties do not depend on the tree. */
  function heavier(left: number, right: number): number {
    if (left === -1) return right;
    if (right === -1) return left;
    const difference = chainAt(total, right) - chainAt(total, left);
    if (difference !== 0) return difference > 0 ? right : left;
    return Math.min(left, right);
  }
}

function chainAt(list: Int32Array | Float64Array, index: number): number {
  return list[index] ?? -1;
}

/** A stretch of tokens that is equal in both sequences. */
export interface TokenMatch {
  readonly oldIndex: number;
  readonly newIndex: number;
  readonly count: number;
}

/** A box with more differences is not aligned: memory grows with their square. */
const maxDifferences = 1_000;

/**
 * Returns the matches of the shortest edit script of two token sequences (Myers 1986). Null when the
 * sequences differ in too many places, or `spend` refuses the work.
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
