import { isCounter, openUnits, type Period } from './units.ts';

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
  /** A time of day that may be before or after noon: true for 3時, false for 6:30, which rarely is after it. */
  readonly loose?: boolean;
  /** About so much, or a measure whose conversion is never exact: 約150人, 5 miles. */
  readonly rounded?: boolean;
}

/**
 * The relation of a plan's quantity to a requested one. `possible`: equal in a reading that the texts allow and do not
 * state. `complement`: the values that the other excludes (at most 5, more than 5). `different`: of one dimension, and
 * equal in no reading.
 */
export type QuantityMatch = (typeof matches)[number];

/** From the best relation to the worst. The best one of all pairs of readings counts. */
const matches = [
  'equal',
  'complement',
  'other-bound',
  'possible',
  'different',
  'unrelated',
] as const;

/** The limit that a comparator sets to a value. */
interface Limit {
  readonly dimension: string;
  readonly bound?: Bound | undefined;
  readonly side?: Quantity['side'] | undefined;
}

/** One reading of a quantity. */
interface Reading extends Pick<Quantity, 'dimension' | 'low' | 'high'>, Limit {
  /** The text states this reading. Others are only possible: 80% may be what 20% off leaves. */
  readonly isSure?: boolean;
  /** Relative distance at which two values are still one. */
  readonly tolerance?: number | undefined;
  /** The unit in which a bounded value is counted: under 12 is 11 or less. */
  readonly step?: number | undefined;
  /** One end of a range. It only answers a limit. */
  readonly isEnd?: boolean;
}

/** A month has from 28 days (four weeks) to 31. */
const monthTolerance = 0.085;
const justUnder = 0.001;
const roundedTolerance = 0.06;
/** Nearly a third is 30%, and almost half 45%. */
const roundedShareTolerance = 0.11;
const day = 86_400;
const meanMonth = 30.4 * day;
/** Bare numbers that may be years. */
export const firstYear = 1600;
export const lastYear = 2100;
const poundMass = 453.59237;

export const complements: Readonly<Record<Bound, Bound>> = {
  'at-most': 'above',
  above: 'at-most',
  'at-least': 'below',
  below: 'at-least',
};

/** Compares every reading of the one with every reading of the other. The best relation counts. */
export function compareQuantities(wanted: Quantity, found: Quantity): QuantityMatch {
  if (isPlace(wanted) || isPlace(found)) return comparePlaces(wanted, found);
  const areRates = wanted.per !== undefined && found.per !== undefined;
  const isRounded = (wanted.rounded ?? found.rounded) === true;
  // 25 working days for 25 days; ten days are other than ten working days.
  if (
    wanted.dimension === 'time' &&
    found.dimension === 'workday' &&
    wanted.low === found.raw * day
  )
    return 'possible';
  let best = compareNumbers(wanted, found);
  for (const a of readingsOf(wanted, areRates))
    for (const b of readingsOf(found, areRates)) {
      const match = compareReadings(a, b, isRounded);
      if (matches.indexOf(match) < matches.indexOf(best)) best = match;
    }
  return best;
}

function compareReadings(a: Reading, b: Reading, isRounded: boolean): QuantityMatch {
  if (a.isEnd === true && b.isEnd === true) return 'unrelated';
  const isSure = a.isSure === b.isSure;
  if (isOneCut(a, b)) {
    const isDiscrete = isMoment(a) || (isCount(a.dimension) && a.dimension === b.dimension);
    if (a.bound && b.bound && isUpper(a.bound) !== isUpper(b.bound)) return 'complement';
    return isSure && isDiscrete && a.bound && b.bound ? 'equal' : 'possible';
  }
  if (a.dimension !== b.dimension || !(a.isSure === true || b.isSure === true)) return 'unrelated';
  if (isEve(a, b)) return 'possible';
  if (a.isEnd === true || b.isEnd === true) return 'unrelated';
  const isSame = (one: number, other: number): boolean => sameNumber(a.dimension, one, other);
  if (isSame(a.low, b.low) && isSame(a.high, b.high))
    return isSure ? compareBounds(a, b) : 'possible';
  const tolerance = a.tolerance ?? b.tolerance ?? (isRounded ? roundedTolerance : 0);
  if (isNear(a.low, b.low, tolerance) && isNear(a.high, b.high, tolerance)) return 'possible';
  // 29 min 59 s at most for under 30 min
  const areUpper =
    a.bound !== undefined &&
    b.bound !== undefined &&
    a.bound !== b.bound &&
    isUpper(a.bound) &&
    isUpper(b.bound);
  if (areUpper && isNear(a.low, b.low, justUnder)) return 'possible';
  // One value where the other names a range: 12pt in 12〜24pt.
  // From April for three months: one end of April to June.
  const isOneOfTwo = (a.low === a.high) !== (b.low === b.high);
  const isPart = a.low === a.high || a.dimension === 'calendar-month';
  if (isOneOfTwo && isPart && (isSame(a.low, b.low) || isSame(a.high, b.high))) return 'possible';
  return isSure ? 'different' : 'unrelated';
}

/** Under 12 and 11 or less, 9,800円以上 and 9,799円まで: limits between the same two steps of a scale. */
function isOneCut(a: Reading, b: Reading): boolean {
  if (a.low === b.low || a.step === undefined || b.step === undefined) return false;
  const areCounts = isCount(a.dimension) && isCount(b.dimension);
  if (!areCounts && a.dimension !== b.dimension) return false;
  // Under 300 euros is 299.99 or less: the finer scale counts.
  const step = Math.min(a.step, b.step);
  const [one, other] = [lastBelow({ ...a, step }), lastBelow({ ...b, step })];
  if (a.bound !== undefined && b.bound !== undefined) return sameNumber(a.dimension, one, other);
  return isNextInside(a, b, one) || isNextInside(b, a, other);
}

/** On 30 June, and nothing from 1 July; from 1 September, and the others until 31 August. */
function isEve(wanted: Reading, { dimension, low, high, bound }: Reading): boolean {
  if (wanted.bound !== undefined || bound === undefined || low !== high) return false;
  const step = bound === 'at-least' || bound === 'below' ? -1 : 1;
  // 15 people, and 14 or fewer are too few.
  if (isCount(dimension) && low > 1)
    return wanted.low === wanted.high && isClose(wanted.low, low + step);
  if (dimension !== 'date') return false;
  return [wanted.low, wanted.high].some((end) => sameNumber('date', neighbourDay(low, step), end));
}

/** 11 of under 12, and three of more than two. */
function isNextInside(
  limit: Reading,
  { dimension, low, bound, step = 1 }: Reading,
  last: number,
): boolean {
  if (bound !== undefined || dimension !== limit.dimension) return false;
  if (limit.bound === 'above') return isCount(dimension) && isClose(limit.low + step, low);
  return limit.bound === 'below' && sameNumber(dimension, last, low);
}

/** Returns the last value below the limit of a reading with a step. */
function lastBelow({ dimension, low, bound, step = 1 }: Reading): number {
  if (bound === 'at-most' || bound === 'above') return low;
  return dimension === 'date' ? neighbourDay(low, -1) : low - step;
}

/** Returns every reading of a quantity. Of two rates only what is per time is compared. */
function readingsOf(quantity: Quantity, asRate: boolean): readonly Reading[] {
  const { dimension, low, high, per, bound, side } = quantity;
  const open = openUnits[dimension];
  if (open !== undefined) {
    const named = Object.entries(open).flatMap(([of, factor]) =>
      readingsOf({ ...quantity, dimension: of, low: low * factor, high: high * factor }, asRate),
    );
    // 30 cents for 0.30
    if (dimension === 'cent') return [...named, { dimension: '', low, high }];
    const nanometres = { dimension: 'length', low: low * 1e-9, high: high * 1e-9, bound, side };
    return dimension === 'nm' ? [...named, { ...nanometres, isSure: true }] : named;
  }
  // 1.25 times the wage
  if (dimension === 'times' && !Number.isInteger(low))
    return readingsOf({ ...quantity, dimension: 'fold' }, asRate);
  const openPer = per && openUnits[per.dimension];
  if (per !== undefined && openPer !== undefined)
    return Object.entries(openPer).flatMap(([of, factor]) =>
      readingsOf({ ...quantity, per: { dimension: of, value: per.value * factor } }, asRate),
    );
  const readings: Reading[] = [];
  const add = (of: string, value: number, more: Partial<Reading> = {}): void => {
    readings.push({ dimension: of, low: value, high: value, ...more });
  };
  if (per !== undefined) {
    // "once an hour" is "every hour", and 4 times a day is every 6 hours.
    if (isCount(dimension) && low === high) {
      add(per.dimension, per.value / low, { isSure: /^(?:times)?$/.test(dimension) });
      if (per.dimension === 'month')
        add('time', (per.value / low) * meanMonth, { tolerance: monthTolerance, isSure: true });
    }
    const scaled = { low: low / per.value, high: high / per.value };
    const rate = `${dimension}/${isCount(per.dimension) ? 'each' : per.dimension}`;
    // At most twice a month, and never three times
    const step = isCount(dimension) ? 1 / per.value : undefined;
    readings.push({ ...scaled, dimension: rate, bound, side, step, isSure: true });
  }
  if (per === undefined || !asRate) readings.push(...plainReadings(quantity));
  if (low !== high) {
    // 180 ± 5 N is about 180 N.
    if (quantity.raw > low && quantity.raw < high) add(dimension, (low + high) / 2);
    // From 9:00 to 17:00 are 8 hours.
    if (dimension === 'clock') add('time', ((high - low + 1440) % 1440) * 60);
    // From 20 to 29 November are 10 days.
    if (dimension === 'date') {
      readings.push(...[low, high].flatMap(dateReadings));
      const days = daysBetween(low, high) + 1;
      add('time', days * day);
      add('month', (days * day) / meanMonth, { tolerance: 0.03 });
    }
    // 16 by 9 is 16:9, and a scale of 1 to 50 is 1:50.
    if (dimension === 'extent' || dimension === '') add('proportion', low / high);
    if (dimension === 'extent') {
      add('scanlines', Math.min(low, high));
      // 3 m by 4 m are 12 square metres.
      add('area', low * high);
    }
    return readings;
  }
  // A part of one: 0.05 is 5%, and a third of a cup a third.
  if (quantity.raw < 1 && quantity.raw > 0 && dimension !== 'ratio')
    add('ratio', quantity.raw * 100, {
      isSure: /^(?:proportion)?$/.test(dimension),
      tolerance: 0.02,
      bound,
    });
  if (dimension === '' && !Number.isInteger(low)) {
    add('fold', low, { isSure: true });
    // 6.30 is half past six.
    const minutes = (low % 1) * 100;
    if (low < 24 && minutes < 60) add('clock', Math.floor(low) * 60 + Math.round(minutes));
  }
  // A reminder after 7 days, another after 14: two weeks.
  if (dimension === '' && Number.isInteger(low)) add('time', low * day);
  // Five years of guarantee, 2 on the motor: 24 months.
  if (dimension === '' && Number.isInteger(low)) add('month', low * 12);
  // From 9 to 13 is from 9 am to 1 pm.
  if (dimension === '' && Number.isInteger(low) && low <= 24) {
    add('clock', low * 60);
    if (low < 12) add('clock', low * 60 + 720);
  }
  if (dimension === 'ratio') {
    // 20% off leaves 80%, and 20% more is 1.2 times as much.
    for (const factor of [...(isRecurring(low) ? [low] : []), 100 - low, 100 + low]) {
      if (factor < 100) add('ratio', factor, isRecurring(low) ? { tolerance: 0.02 } : {});
      add('fold', factor / 100);
    }
    // Two thirds are twice as much as the rest.
    if (low < 100) add('fold', low / (100 - low));
  }
  // 8:2 are 80% and 20%.
  if (dimension === 'proportion')
    for (const part of [low, 1]) add('ratio', (100 * part) / (low + 1), { tolerance: 0.01 });
  // A slope of 1:6 is one in six.
  if (dimension === 'proportion') add('ratio', 100 * Math.min(low, 1 / low));
  if (dimension === 'clock' && low > 60 && low < 120) add('ratio', 100 / (low - 60));
  // 0.5 M are 0.5 mol/L.
  if (dimension === 'length' && low === quantity.raw) add('molarity', low);
  // A 32-bit value are 4 bytes, and two pounds a price or about a kilo.
  if (dimension === 'byte' && low === quantity.raw) add('bit', low * 8);
  if (dimension === 'gbp') add('mass', low * poundMass, { tolerance: 0.11 });
  if (dimension === 'fahrenheit') add('degree', (low - 32) / 1.8);
  if (dimension === 'month' && per === undefined)
    add('time', low * meanMonth, { tolerance: monthTolerance });
  // A half-day workshop takes three to five hours.
  if (dimension === 'time' && low === day / 2 && quantity.raw === 0.5)
    add('time', day / 6, { tolerance: 0.25 });
  // Ten working days are two weeks, and not ten days.
  if (dimension === 'workday') add('time', (low / 5) * 7 * day);
  if (dimension === 'clock') {
    // 1:50 may be a scale. 28:00 may be minutes and seconds, or hours and minutes; 3時 may be the afternoon's.
    const minutes =
      quantity.raw >= 24 && low < 1440 ? low + 1440 * Math.floor(quantity.raw / 24) : low;
    add('time', minutes);
    add('time', minutes * 60);
    if (quantity.loose !== true && low % 60 > 0)
      add('proportion', Math.floor(low / 60) / (low % 60));
    // 6:30 of an evening is 18:30.
    if (quantity.loose !== undefined && low < (quantity.loose ? 780 : 720))
      add('clock', (low + 720) % 1440);
  }
  if (dimension === 'date') readings.push(...dateReadings(low));
  return readings;
}

/** Returns the values that the text states, with their limits. */
function plainReadings(quantity: Quantity): readonly Reading[] {
  const { dimension, low, high, raw, otherLow, otherHigh = otherLow, side } = quantity;
  const moved = side === undefined ? undefined : side === 'before' ? 'below' : 'above';
  // before 1950
  const isYear = dimension === '' && raw >= firstYear && raw <= lastYear;
  const bound = quantity.bound ?? (isMoment(quantity) || isYear ? moved : undefined);
  // A third, 3割: not written in percent.
  const isCoarse = dimension === 'ratio' && quantity.rounded === true && raw !== low;
  const tolerance = isCoarse ? roundedShareTolerance : undefined;
  const stated = { dimension, tolerance, isSure: true, ...(!isMoment(quantity) && { side }) };
  const size = isMoment(quantity) || isCount(dimension) ? 1 : low / raw;
  const cents =
    isMoney(dimension) && Number.isInteger(Math.round(low * 1e4) / 100) ? 0.01 : undefined;
  const step = Number.isInteger(low / size) && raw > 0 ? size : cents;
  // 3 m by 4 m is 4 m by 3 m.
  const isTurned = dimension === 'extent' && low > high;
  const isRange = low !== high;
  const limit = isRange ? {} : { bound, step };
  const [first, last] = isTurned ? [high, low] : [low, high];
  const readings: Reading[] = [{ ...stated, ...limit, low: first, high: last }];
  if (otherLow !== undefined && otherHigh !== undefined)
    readings.push({ ...stated, bound, low: otherLow, high: otherHigh });
  // Six to eleven is neither under 6 nor over 11.
  if (isRange)
    readings.push(
      { dimension, low, high: low, bound: 'at-least', step, isEnd: true },
      { dimension, low: high, high, bound: 'at-most', step, isEnd: true },
    );
  return readings;
}

/** A date is a day in its month and year: 4日 and 8月 of 8/4. Without a year it may be a fraction: 1/3. */
function dateReadings(date: number): readonly Reading[] {
  const month = Math.floor(date / 100) % 100;
  const values = {
    time: (date % 100) * day,
    'calendar-month': month,
    year: Math.floor(date / 10_000),
    ratio: date < 10_000 ? (100 * month) / (date % 100) : 0,
  };
  return Object.entries(values)
    .filter(([, value]) => value > 0)
    .map(([dimension, value]) => ({ dimension, low: value, high: value, tolerance: 1e-9 }));
}

/** Returns the days from one date to another one of the same or the next year. */
export function daysBetween(first: number, second: number): number {
  const [from, to] = [first, second].map((date) =>
    Date.UTC(Math.floor(date / 10_000) || 2023, (Math.floor(date / 100) % 100) - 1, date % 100),
  );
  return Math.abs((to ?? 0) - (from ?? 0)) / 1000 / day;
}

/** A third, and not 99.9%. */
function isRecurring(percent: number): boolean {
  return Math.abs(percent * 100 - Math.round(percent * 100)) > 1e-6;
}

function isPlace({ dimension }: Quantity): boolean {
  return dimension.startsWith('#');
}

/**
 * 第100回 is 100回目, and 第3ライン is 三番ライン. A place may also count: the third day of three, and the sixth try that
 * five tries rule out.
 */
function comparePlaces(wanted: Quantity, found: Quantity): QuantityMatch {
  // Two floors below the ground are another place.
  const isSameSide = wanted.low < 0 === found.low < 0;
  const same = isSameSide && isClose(wanted.raw, found.raw);
  if (isPlace(wanted) && isPlace(found)) {
    const general = /^#(?:nth|number)?$/;
    const alike =
      wanted.dimension === found.dimension ||
      general.test(wanted.dimension) ||
      general.test(found.dimension);
    if (same) return alike ? 'equal' : 'possible';
    if (!alike) return 'unrelated';
    // From floor 3 up is above floor 2.
    const [a, b] = [wanted, found].map((each) => ({
      ...each,
      dimension: '',
      isSure: true,
      step: 1,
    }));
    return a && b ? compareReadings(a, b, false) : 'different';
  }
  const [place, count] = isPlace(wanted) ? [wanted, found] : [found, wanted];
  if (count.dimension === '' && same) return isPlace(wanted) ? 'equal' : 'possible';
  // Two weeks are no other edition than the third.
  if (place.dimension.startsWith('#n:') && !isCount(count.dimension)) return 'unrelated';
  const follows = isClose(place.raw, count.raw + 1);
  // From the fifth day: not in the first four.
  const isNext = place === found ? isCount(count.dimension) : count.dimension === 'time';
  return same || (follows && isNext) ? 'possible' : 'unrelated';
}

/** Compares numbers whose nouns differ: 3段階 is 3通り, and any noun may follow a number of the plan. */
function compareNumbers(wanted: Quantity, found: Quantity): QuantityMatch {
  const [asked, given] = [numberOf(wanted), numberOf(found)];
  if (wanted.dimension === found.dimension) return 'unrelated';
  // 62 for about 60 guests
  const areCounts = isCount(wanted.dimension) && isCount(found.dimension);
  if (wanted.rounded && areCounts && isNear(asked, given, roundedTolerance)) return 'possible';
  if (!isClose(asked, given)) return 'unrelated';
  // Aged 18 to 30 is between 18 and 30 years.
  const isSpan =
    wanted.dimension === '' && isNear(wanted.low * found.high, wanted.high * found.low);
  // Chapters 1 to 6 are the first six.
  const isFromOne = wanted.dimension === '' && wanted.low === 1;
  // 20 to 30 people, for 20 to 30 guests
  const isSameCount =
    isCounter(wanted.dimension) && isCounter(found.dimension) && isClose(wanted.low, found.low);
  if (wanted.low !== wanted.high)
    return isSpan ? 'equal' : isFromOne || isSameCount ? 'possible' : 'unrelated';
  const isBare = found.dimension === '' && isCounter(wanted.dimension);
  if (wanted.dimension === '' || isBare) return compareBounds(wanted, found);
  const counted = isCounter(wanted.dimension) && isCounter(found.dimension);
  // A lone 1 is in many texts: 4.5:1, item 1. A noun that is not known may be a unit.
  const isOpen = /^(?:$|n:)/.test(found.dimension) && asked !== 1;
  // At least 40 participants for at most 40 people
  const isTurned =
    counted && wanted.bound && found.bound && isUpper(wanted.bound) !== isUpper(found.bound);
  return isTurned ? compareBounds(wanted, found) : isOpen || counted ? 'possible' : 'unrelated';
}

/** Returns true for counted things and bare numbers. */
export function isCount(dimension: string): boolean {
  return dimension === '' || isCounter(dimension);
}

/** A dozen are 12 of any noun; of a measure the number counts as it is written, and 15:30 is not 15. */
function numberOf({ dimension, high, raw }: Quantity): number {
  if (dimension === 'clock') return raw + (high % 60) / 60;
  if (isCounter(dimension) || dimension === 'year') return high;
  return high < 0 ? -raw : raw;
}

/** Returns the next or previous day of a date with or without a year. */
function neighbourDay(date: number, step: number): number {
  const year = Math.floor(date / 10_000);
  const next = new Date(
    Date.UTC(year || 2023, (Math.floor(date / 100) % 100) - 1, (date % 100) + step),
  );
  const yearNumber = year === 0 ? 0 : next.getUTCFullYear() * 10_000;
  return yearNumber + (next.getUTCMonth() + 1) * 100 + next.getUTCDate();
}

function compareBounds(wanted: Limit, found: Limit): QuantityMatch {
  if (wanted.side !== undefined && found.side !== undefined && wanted.side !== found.side)
    return 'different';
  const [asked, given] = [wanted.bound, found.bound];
  // Three days later is not within three days.
  if (asked && isUpper(asked) && !given && found.side === 'after' && wanted.dimension === 'time')
    return 'other-bound';
  if (asked === undefined || given === undefined || asked === given) return 'equal';
  if (complements[asked] === given) return 'complement';
  // No class after 2 pm: all of them at or before 14:00. Two weeks ahead or earlier are at least two weeks.
  if (isMoment(wanted) || wanted.side !== undefined)
    return isUpper(asked) === isUpper(given) ? 'equal' : 'complement';
  // "under 3 s" for "within 3 s" is another limit, and people use it as the same one, though not of money and things.
  const isLoose = isUpper(asked) === isUpper(given) && !isCountable(wanted.dimension);
  return isLoose ? 'other-bound' : 'different';
}

/** Money and things come in steps: more than 5 is not 5 or more. */
function isCountable(dimension: string): boolean {
  return isMoney(dimension) || (/^(?!degree|fold)/.test(dimension) && isCount(dimension));
}

function isMoney(dimension: string): boolean {
  return /^(?:yen|usd|eur|gbp)$/.test(dimension);
}

function isMoment({ dimension }: Limit): boolean {
  return dimension === 'clock' || dimension === 'date';
}

export function isUpper(bound: Bound): boolean {
  return bound === 'at-most' || bound === 'below';
}

function sameNumber(dimension: string, a: number, b: number): boolean {
  // A date without a year is that day of any year.
  const dayOnly = dimension === 'date' && (a < 10_000 || b < 10_000);
  return dayOnly ? dayOfYear(a) === dayOfYear(b) : isClose(a, b);
}

/** Returns month and day. The last day of February is one day. */
function dayOfYear(date: number): number {
  return date % 10_000 === 229 ? 228 : date % 10_000;
}

function isClose(a: number, b: number): boolean {
  return isNear(a, b);
}

/** Returns true for numbers whose relative distance is within a tolerance. */
export function isNear(a: number, b: number, tolerance = 1e-9): boolean {
  // Two long identifiers may differ in their last digit.
  if (tolerance === 1e-9 && Number.isInteger(a) && Number.isInteger(b)) return a === b;
  return Math.abs(a - b) <= tolerance * Math.max(1e-9, Math.abs(a), Math.abs(b));
}
