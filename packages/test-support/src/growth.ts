/** The work of one run, counted. Equal runs give equal `blocks` and `native`, and `bytes` within about a percent. */
export interface Reading {
  /** Executed code: for each character of the source, how many times its block ran. */
  readonly blocks: number;
  /** Characters and elements that built-in functions touched: `indexOf`, `split`, `JSON.parse`, regular expressions. */
  readonly native: number;
  /** Bytes that were allocated, collected ones included. It contains copies that no other count shows, such as flattened strings. */
  readonly bytes: number;
}

export interface SizedReading extends Reading {
  readonly size: number;
}

/** The growth of each count: an exponent of 1 is linear, 2 quadratic; n log n stays near 1.1. */
export interface Growth extends Reading {
  /** The largest of the three exponents. */
  readonly exponent: number;
  /** The counts that the exponents come from, smallest size first. */
  readonly readings: readonly SizedReading[];
}

/**
 * The largest exponent that passes: n log n has about 1.1 at the sizes of tests, n times the square root of n 1.5.
 * The bytes of tables that double reach 1.33 (`canonicalJson` of many keys).
 */
export const mostGrowth = 1.4;

/** Fixed costs: without them 3 counted blocks that become 12 would look quadratic. */
const fixed: Reading = { blocks: 10_000, native: 1000, bytes: 65_536 };

/**
 * Returns the exponents of the last two doublings, and of those the smaller: what is worse than linear shows in both,
 * a limit or a cache that begins to matter in one. With two sizes there is one doubling.
 *
 * @throws {RangeError} when there are fewer than two sizes, or they do not increase.
 */
export function growthAt(readings: readonly SizedReading[]): Growth {
  const [first, second, third = second] = readings.slice(-3);
  if (first === undefined || second === undefined || third === undefined) {
    throw new RangeError(`growth needs readings at two sizes or more, got ${readings.length}`);
  }
  if (readings.some(({ size }, index) => size <= (readings[index - 1]?.size ?? 0))) {
    throw new RangeError(`sizes must increase, got ${readings.map(({ size }) => size).join(', ')}`);
  }
  const grows = (count: keyof Reading): number =>
    Math.min(
      exponent(first, second, count),
      third === second ? Infinity : exponent(second, third, count),
    );
  const [blocks, native, bytes] = [grows('blocks'), grows('native'), grows('bytes')];
  return { blocks, native, bytes, exponent: Math.max(blocks, native, bytes), readings };
}

function exponent(small: SizedReading, large: SizedReading, count: keyof Reading): number {
  const ratio = (large[count] + fixed[count]) / (small[count] + fixed[count]);
  return Math.log(ratio) / Math.log(large.size / small.size);
}
