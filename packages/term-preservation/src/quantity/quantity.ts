import { isCounter, type Period } from './units.ts';

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
  /** Other value the same text may mean: bytes by 1024, the other order of day and month. */
  readonly otherLow?: number;
  readonly otherHigh?: number;
  readonly bound?: Bound;
  readonly side?: 'before' | 'after';
  /** For rates: per how much of what. */
  readonly per?: Period;
  /** A time of day that may be before or after noon: 3時. */
  readonly loose?: boolean;
}

/**
 * The relation of a plan's quantity to a requested one. `complement`: the values that the other excludes (at most 5,
 * more than 5). `same-number`: the number with another noun, which a plan may well mean.
 */
export type QuantityMatch =
  | 'equal'
  | 'other-bound'
  | 'complement'
  | 'same-number'
  | 'different'
  | 'unrelated';

const complements: Readonly<Record<Bound, Bound>> = {
  'at-most': 'above',
  above: 'at-most',
  'at-least': 'below',
  below: 'at-least',
};

/** Compares by value: same dimension, same number, comparator that does not contradict. */
export function compareQuantities(wanted: Quantity, found: Quantity): QuantityMatch {
  if (isSameRate(wanted, found)) return 'equal';
  if (isPlace(wanted) || isPlace(found)) return comparePlaces(wanted, found);
  if (isClipped(wanted, found))
    return compareQuantities(wanted, { ...found, dimension: wanted.dimension });
  if (wanted.dimension !== found.dimension) return compareNumbers(wanted, found);
  if (wanted.per !== undefined && found.per !== undefined) {
    if (wanted.per.dimension !== found.per.dimension) return 'unrelated';
    const scale = wanted.per.value / found.per.value;
    const scaled = { ...found, low: found.low * scale, high: found.high * scale };
    return sameValue(wanted, scaled) ? compareBounds(wanted, found) : 'different';
  }
  if (sameValue(wanted, found)) return compareBounds(wanted, found);
  if (isSameLimit(wanted, found) || isSameLimit(found, wanted)) return 'equal';
  // One value where the other names a range: 12pt in 12〜24pt.
  const isOneOfTwo = (wanted.low === wanted.high) !== (found.low === found.high);
  const isEnd = close(wanted.low, found.low) || close(wanted.high, found.high);
  // 33% is a third.
  const isThird =
    wanted.dimension === 'ratio' &&
    Math.abs(wanted.low - found.low) < 0.7 &&
    (wanted.low % 1 !== 0 || found.low % 1 !== 0) &&
    Math.min(wanted.low, found.low) > 5;
  return (isOneOfTwo && isEnd) ||
    isThird ||
    isHalfDayApart(wanted, found) ||
    isHalfDayApart(found, wanted)
    ? 'same-number'
    : 'different';
}

/** キロ is short for kilograms and for kilometres. */
function isClipped(wanted: Quantity, found: Quantity): boolean {
  const measured = /^(?:mass|length)$/;
  return (
    (wanted.dimension === 'kilo' && measured.test(found.dimension)) ||
    (found.dimension === 'kilo' && measured.test(wanted.dimension))
  );
}

function isPlace({ dimension }: Quantity): boolean {
  return dimension.startsWith('#');
}

/**
 * 第100回 is 100回目, and 第3ライン is 三番ライン. A place may also count: the third day of three, and the sixth try that
 * five tries rule out.
 */
function comparePlaces(wanted: Quantity, found: Quantity): QuantityMatch {
  const same = close(wanted.raw, found.raw);
  if (isPlace(wanted) && isPlace(found)) {
    const general = /^#(?:nth|number)?$/;
    const alike =
      wanted.dimension === found.dimension ||
      general.test(wanted.dimension) ||
      general.test(found.dimension);
    if (!same) return alike ? 'different' : 'unrelated';
    return alike ? 'equal' : 'same-number';
  }
  const [place, count] = isPlace(wanted) ? [wanted, found] : [found, wanted];
  if (count.dimension === '' && same) return isPlace(wanted) ? 'equal' : 'same-number';
  const follows = close(place.raw, count.raw + 1) && isCounter(count.dimension);
  return same || (follows && place === found) ? 'same-number' : 'unrelated';
}

/** Compares the numbers of quantities of two dimensions. */
function compareNumbers(wanted: Quantity, found: Quantity): QuantityMatch {
  if (isNearMonths(wanted, found) || isInMonth(wanted, found) || isInMonth(found, wanted))
    return 'same-number';
  if (isRunningTime(wanted, found) || isRunningTime(found, wanted)) return 'same-number';
  if (isDayOf(wanted, found) || isDayOf(found, wanted)) return 'same-number';
  if (isWorkingTime(wanted, found) || isWorkingTime(found, wanted)) return 'same-number';
  if (isShare(wanted, found) || isShare(found, wanted)) return compareBounds(wanted, found);
  const single = wanted.low === wanted.high;
  if (wanted.dimension === '')
    return single && close(wanted.raw, found.raw) ? compareBounds(wanted, found) : 'unrelated';
  if (!single || !close(wanted.raw, found.raw)) return 'unrelated';
  if (found.dimension === '' && isCounter(wanted.dimension)) return compareBounds(wanted, found);
  const counted = isCounter(wanted.dimension) && isCounter(found.dimension);
  // A lone 1 is in many texts: 4.5:1, item 1. A noun that is not known may be a unit.
  const bare = /^(?:$|n:)/.test(found.dimension) && wanted.raw !== 1;
  return bare || counted ? 'same-number' : 'unrelated';
}

/** 5% is 0.05. */
function isShare(percent: Quantity, share: Quantity): boolean {
  if (percent.dimension !== 'ratio' || !/^(?:proportion)?$/.test(share.dimension)) return false;
  return share.low < 1 && percent.low === percent.high && close(percent.low, share.low * 100);
}

/** "once an hour" is "every hour", and 4 times a day is every 6 hours. */
function isSameRate(a: Quantity, b: Quantity): boolean {
  const [rate, period] = a.per === undefined ? [b, a] : [a, b];
  if (rate.per === undefined || period.per !== undefined || rate.dimension !== 'times')
    return false;
  if (rate.per.dimension !== period.dimension || rate.low !== rate.high) return false;
  return period.low === period.high && close(rate.low * period.low, rate.per.value);
}

/** 30日 for 1か月, 365 days for a year: nearly the same, and often meant to be. */
function isNearMonths(a: Quantity, b: Quantity): boolean {
  const [months, time] = a.dimension === 'month' ? [a, b] : [b, a];
  if (months.dimension !== 'month' || time.dimension !== 'time') return false;
  if (months.per !== undefined || time.per !== undefined) return false;
  return Math.abs(time.low / (months.low * 30.4 * 86_400) - 1) < 0.04;
}

/** 6月末 and 6月30日, June and 5 June. */
function isInMonth(month: Quantity, date: Quantity): boolean {
  if (month.dimension !== 'calendar-month' || date.dimension !== 'date') return false;
  return Math.floor(date.low / 100) % 100 === month.raw;
}

/** 4日 in 8/4: the day of a month. */
function isDayOf(day: Quantity, { dimension, low }: Quantity): boolean {
  return dimension === 'date' && day.low === (low % 100) * 86_400 && day.dimension === 'time';
}

/** Ten working days are two weeks, and not ten days. */
function isWorkingTime(work: Quantity, { dimension, low }: Quantity): boolean {
  if (work.dimension !== 'workday' || dimension !== 'time') return false;
  return low * 5 === work.low * 604_800;
}

/** 28:00 may be minutes and seconds, or hours and minutes. */
function isRunningTime(time: Quantity, { dimension, low, raw }: Quantity): boolean {
  if (time.dimension !== 'time' || dimension !== 'clock') return false;
  const minutes = raw >= 24 && low < 1440 ? low + 1440 * Math.floor(raw / 24) : low;
  return time.low === minutes || time.low === minutes * 60;
}

/** Under 12 is 11 or less, and before 1 November is by 31 October. */
function isSameLimit(open: Quantity, closed: Quantity): boolean {
  const isUpperLimit =
    closed.bound === 'at-most' && (open.bound === 'below' || open.side === 'before');
  const isLowerLimit =
    closed.bound === 'at-least' && (open.bound === 'above' || open.side === 'after');
  if (!isUpperLimit && !isLowerLimit) return false;
  const step = isUpperLimit ? 1 : -1;
  if (open.dimension === 'date') return dayNumber(closed.low) + step === dayNumber(open.low);
  const isCount = open.dimension === '' || isCounter(open.dimension);
  return isCount && Number.isInteger(open.low) && closed.low + step === open.low;
}

/** Returns the day of a year of 366 days. Dates of one pair have the same year or none. */
function dayNumber(date: number): number {
  return Date.UTC(2024, (Math.floor(date / 100) % 100) - 1, date % 100) / 86_400_000;
}

/** 3時 may be the afternoon's. */
function isHalfDayApart(a: Quantity, b: Quantity): boolean {
  return a.loose === true && a.low < 720 && a.low + 720 === b.low && b.low === b.high;
}

/** Returns the distance of two values of one dimension, to find the nearest one. */
export function quantityDistance(a: Quantity, b: Quantity): number {
  return Math.abs(Math.log((Math.abs(a.high) + 1e-9) / (Math.abs(b.high) + 1e-9)));
}

function compareBounds(wanted: Quantity, found: Quantity): QuantityMatch {
  if (wanted.side !== undefined && found.side !== undefined && wanted.side !== found.side)
    return 'different';
  const [asked, given] = [wanted.bound, found.bound];
  if (asked === undefined || given === undefined || asked === given) return 'equal';
  if (complements[asked] === given) return 'complement';
  // "under 3 s" for "within 3 s" is another limit, though not the opposite one.
  return isUpper(asked) === isUpper(given) ? 'other-bound' : 'different';
}

function isUpper(bound: Bound): boolean {
  return bound === 'at-most' || bound === 'below';
}

function sameValue(a: Quantity, b: Quantity): boolean {
  const lows = [a.low, a.otherLow ?? a.low];
  return lows.some((low, at) => {
    const high = at === 0 ? a.high : (a.otherHigh ?? a.high);
    return [b.low, b.otherLow ?? b.low].some(
      (other, place) =>
        sameNumber(a.dimension, low, other) &&
        sameNumber(a.dimension, high, place === 0 ? b.high : (b.otherHigh ?? b.high)),
    );
  });
}

function sameNumber(dimension: string, a: number, b: number): boolean {
  // A date without a year is that day of any year.
  const dayOnly = dimension === 'date' && (a < 10_000 || b < 10_000);
  return dayOnly ? a % 10_000 === b % 10_000 : close(a, b);
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1e-9, Math.abs(a), Math.abs(b));
}
