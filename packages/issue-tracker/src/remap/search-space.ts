import type { Span } from '../text/text-range.ts';

/** Units a search tile has and shares with the next one: no pattern of 256 with errors falls between. */
const tileLength = 1_024;
const tileOverlap = 384;
/** A candidate may reach this far out of its gap: a fifth of the longest pattern, rounded up. */
const reach = 64;
const gramLength = 4;
/** About four buckets a gram, so that chance hits are rare; bounded, so that memory is. */
const minBucketBits = 8;
const maxBucketBits = 18;

/** Free stretches of one text, indexed so that a pattern is only looked for where it can be. */
export interface SearchSpace {
  readonly text: string;
  /** Tiles that share at least `minShare` of the pattern's 4-grams, best first. */
  tilesLike(pattern: string, minShare: number): Span[];
  /** Starts of `pattern` in the space, ascending, at most `limit`. */
  occurrences(pattern: string, limit: number): number[];
}

/** Builds the index once: O(size of the gaps). */
export function createSearchSpace(text: string, gaps: readonly Span[]): SearchSpace {
  const tiles = tilesOf(gaps, text.length);
  const size = tiles.reduce((sum, { start, end }) => sum + end - start, 0);
  const bits = Math.min(maxBucketBits, Math.max(minBucketBits, Math.ceil(Math.log2(size + 1)) + 2));
  const index = indexTiles(text, tiles, bits);

  const tilesLike = (pattern: string, minShare: number): Span[] => {
    const grams = distinctGrams(pattern, bits);
    const hits = new Map<number, number>();
    for (const gram of grams) {
      for (let place = index.starts[gram] ?? 0; place < (index.starts[gram + 1] ?? 0); place += 1) {
        const tile = index.tiles[place] ?? 0;
        hits.set(tile, (hits.get(tile) ?? 0) + 1);
      }
    }
    const least = Math.max(1, Math.ceil(grams.size * minShare));
    return [...hits]
      .filter(([, count]) => count >= least)
      .toSorted(([leftTile, left], [rightTile, right]) => right - left || leftTile - rightTile)
      .flatMap(([tile]) => tiles[tile] ?? []);
  };

  return {
    text,
    tilesLike,
    occurrences(pattern, limit) {
      const head = pattern.slice(0, tileOverlap - gramLength);
      const found = new Set<number>();
      for (const { start, end } of tilesLike(head, 1)) {
        const window = text.slice(start, end);
        for (let at = window.indexOf(head); at !== -1; at = window.indexOf(head, at + 1)) {
          if (text.startsWith(pattern, start + at)) found.add(start + at);
          if (found.size >= limit) break;
        }
        if (found.size >= limit) break;
      }
      return [...found]; // the tiles share all grams alike, so they come in their order
    },
  };
}

function tilesOf(gaps: readonly Span[], length: number): Span[] {
  const tiles: Span[] = [];
  let start = 0;
  let end = -1;
  const close = (): void => {
    for (let from = start; from < end; from += tileLength - tileOverlap) {
      tiles.push({ start: from, end: Math.min(end, from + tileLength) });
      if (from + tileLength >= end) break;
    }
  };
  for (const gap of gaps) {
    if (gap.start - reach <= end) {
      end = Math.min(length, gap.end + reach);
    } else {
      close();
      start = Math.max(0, gap.start - reach);
      end = Math.min(length, gap.end + reach);
    }
  }
  close();
  return tiles;
}

interface TileIndex {
  /** First place in `tiles` of each bucket. */
  readonly starts: Int32Array;
  readonly tiles: Int32Array;
}

/** Bucket -> tiles, as two flat arrays: a map of arrays would cost ten times the memory on 5 MB. */
function indexTiles(text: string, spans: readonly Span[], bits: number): TileIndex {
  const buckets = 1 << bits;
  const starts = new Int32Array(buckets + 1);
  const lastTile = new Int32Array(buckets).fill(-1);
  visitGrams(text, spans, bits, lastTile, (gram) => {
    starts[gram + 1] = (starts[gram + 1] ?? 0) + 1;
  });
  for (let gram = 0; gram < buckets; gram += 1) {
    starts[gram + 1] = (starts[gram + 1] ?? 0) + (starts[gram] ?? 0);
  }
  const cursor = starts.slice();
  const tiles = new Int32Array(starts[buckets] ?? 0);
  visitGrams(text, spans, bits, lastTile.fill(-1), (gram, tile) => {
    const place = cursor[gram] ?? 0;
    tiles[place] = tile;
    cursor[gram] = place + 1;
  });
  return { starts, tiles };
}

function visitGrams(
  text: string,
  spans: readonly Span[],
  bits: number,
  lastTile: Int32Array,
  visit: (gram: number, tile: number) => void,
): void {
  for (const [tile, { start, end }] of spans.entries()) {
    for (let index = start; index + gramLength <= end; index += 1) {
      const gram = hashGram(text, index, bits);
      if (lastTile[gram] === tile) continue;
      lastTile[gram] = tile;
      visit(gram, tile);
    }
  }
}

function distinctGrams(pattern: string, bits: number): Set<number> {
  const grams = new Set<number>();
  for (let index = 0; index + gramLength <= pattern.length; index += 1) {
    grams.add(hashGram(pattern, index, bits));
  }
  return grams;
}

function hashGram(text: string, index: number, bits: number): number {
  let hash = 0;
  for (let offset = 0; offset < gramLength; offset += 1) {
    hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(index + offset);
  }
  return Math.imul(hash, 0x9e3779b1) >>> (32 - bits);
}
