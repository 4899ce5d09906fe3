import { wordSet } from '../text/lexicon.ts';

/** Bound that a comparator sets. */
export type Bound = 'at-most' | 'below' | 'at-least' | 'above';

/** A number with its unit as the scanner read it, in base units of its dimension. */
export interface Quantity {
  /** Physical dimension (`time`, `byte`), calendar form (`clock`, `date`) or counted thing (`item`, `n:attempt`); '' for a bare number. */
  readonly dimension: string;
  readonly low: number;
  /** The number as written, before its unit. */
  readonly raw: number;
  /** Differs from `low` for a range. */
  readonly high: number;
  /** Other value the same text may mean: bytes by 1024. */
  readonly otherLow?: number;
  readonly otherHigh?: number;
  readonly bound?: Bound;
  readonly side?: 'before' | 'after';
  /** For rates: per how much of what. */
  readonly per?: { readonly dimension: string; readonly value: number };
}

/** The relation of a plan's quantity to a requested one. */
type QuantityMatch = 'equal' | 'doubtful' | 'different' | 'unrelated';

/** Dimensions whose unit a plan may not leave out. Counted things may be without ("limit: 5"). */
const physical = /* @__PURE__ */ wordSet('time month byte ratio clock date year calendar-month');

/** Compares by value: same dimension, same number, comparator that does not contradict. */
export function compareQuantities(wanted: Quantity, found: Quantity): QuantityMatch {
  if (isEvery(wanted, found) || isEvery(found, wanted)) return 'equal';
  const unitless = found.dimension === '' && wanted.dimension !== '';
  if (wanted.dimension !== found.dimension) {
    const countable =
      unitless && !physical.has(wanted.dimension) && !wanted.dimension.startsWith('#');
    if (!countable && wanted.dimension !== '') return 'unrelated';
    const single = wanted.dimension === '' || wanted.low === wanted.high;
    return single && close(wanted.raw, found.raw) ? compareBounds(wanted, found) : 'unrelated';
  }
  if (wanted.per !== undefined && found.per !== undefined) {
    if (wanted.per.dimension !== found.per.dimension) return 'unrelated';
    const scale = wanted.per.value / found.per.value;
    const scaled = { ...found, low: found.low * scale, high: found.high * scale };
    return sameValue(wanted, scaled) ? compareBounds(wanted, found) : 'different';
  }
  return sameValue(wanted, found) ? compareBounds(wanted, found) : 'different';
}

/** "once an hour" is "every hour". */
function isEvery(rate: Quantity, period: Quantity): boolean {
  if (rate.per === undefined || period.per !== undefined) return false;
  return (
    rate.dimension === 'times' &&
    rate.low === 1 &&
    rate.high === 1 &&
    rate.per.dimension === period.dimension &&
    close(rate.per.value, period.low) &&
    close(period.low, period.high)
  );
}

/** Returns the distance of two values of one dimension, to find the nearest one. */
export function quantityDistance(a: Quantity, b: Quantity): number {
  return Math.abs(Math.log((Math.abs(a.high) + 1e-9) / (Math.abs(b.high) + 1e-9)));
}

function compareBounds(wanted: Quantity, found: Quantity): QuantityMatch {
  if (wanted.side !== undefined && found.side !== undefined && wanted.side !== found.side) {
    return 'different';
  }
  if (wanted.bound === undefined || found.bound === undefined || wanted.bound === found.bound) {
    return 'equal';
  }
  // "under 3 s" for "within 3 s" is another limit, though not the opposite one.
  return isUpper(wanted.bound) === isUpper(found.bound) ? 'doubtful' : 'different';
}

function isUpper(bound: Bound): boolean {
  return bound === 'at-most' || bound === 'below';
}

function sameValue(a: Quantity, b: Quantity): boolean {
  // A date without a year is that day of any year.
  if (a.dimension === 'date' && (a.low < 10_000 || b.low < 10_000)) {
    return a.low % 10_000 === b.low % 10_000;
  }
  if (close(a.low, b.low) && close(a.high, b.high)) return true;
  if (a.otherLow === undefined || b.otherLow === undefined) return false;
  return close(a.otherLow, b.otherLow) && close(a.otherHigh ?? 0, b.otherHigh ?? 0);
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
