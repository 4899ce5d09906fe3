import { isDigit, isKanji, isLatin, isWordUnit, runEnd, runStart } from '../text/characters.ts';
import {
  type Modifier,
  periodMarkers,
  prefixesStartingWith,
  readPrefixes,
  readSuffixes,
} from './modifiers.ts';
import type { Quantity } from './quantity.ts';
import { type Amount, readAmount } from './read-amount.ts';
import { readUnit } from './units.ts';

/** A quantity at its place in the scanned text. */
export interface QuantitySpan {
  readonly start: number;
  readonly end: number;
  readonly quantity: Quantity;
  /** A number without unit: a term only with three digits or more, or as a value of a change. */
  readonly bare: boolean;
}

const numberWordStarts = new Set('otfsenz');
const kanjiNumerals = new Set('〇一二三四五六七八九十百千');

/** 数十件, 何人: a numeral after these is no number. */
const vague = new Set('数何幾');

/**
 * Every quantity of a text of normal width, in order, without overlap. `lower` is the text with
 * ASCII in lower case. Linear: each step looks a bounded number of units around it.
 */
export function scanQuantities(lower: string): readonly QuantitySpan[] {
  const found: QuantitySpan[] = [];
  let at = 0;
  let floor = 0;
  while (at < lower.length) {
    const unit = lower.charCodeAt(at);
    if (isDigit(unit)) {
      // ,000 after a claimed number is the rest of it.
      const rest =
        (lower.charAt(at - 1) === ',' || lower.charAt(at - 1) === '.') &&
        (lower.charCodeAt(at - 2) === 0 ||
          isLatin(lower.charCodeAt(runStart(lower, at - 1, isDigit, Infinity) - 1)));
      const token = rest ? runEnd(lower, at, isWordUnit) : tokenEnd(lower, at);
      if (token > at) {
        at = token;
      } else {
        const span = readQuantity(lower, at, floor);
        if (span !== undefined) {
          found.push(span);
          floor = span.end;
        }
        at = Math.max(span?.end ?? 0, runEnd(lower, at, isWordUnit));
      }
    } else if (startsNumberWord(lower, at, unit)) {
      const span = readQuantity(lower, at, floor);
      if (span !== undefined) {
        found.push(span);
        floor = span.end;
        at = span.end;
      } else at = isLatin(unit) ? runEnd(lower, at, isWordUnit) : at + 1;
    } else if (isLatin(unit) || unit === 95) at = runEnd(lower, at, isWordUnit);
    else at += 1;
  }
  return found;
}

/** End of a token that holds digits but is no number: 192.168.0.1, 03-1234-5678, 3D. Else `at`. */
function tokenEnd(lower: string, at: number): number {
  const token = lower.slice(at, at + 24);
  const address = /^\d+\.\d+\.\d/.test(token) && !/^\d{4}\.\d{1,2}\.\d{1,2}(?![.\d])/.test(token);
  const serial = /^\d+-\d+-\d/.test(token) && !/^\d{4}-\d{1,2}-\d{1,2}(?![-\d])/.test(token);
  if (!address && !serial) return at;
  return runEnd(lower, at, (unit) => isDigit(unit) || unit === 46 || unit === 45);
}

function startsNumberWord(lower: string, at: number, unit: number): boolean {
  const character = lower.charAt(at);
  if (isKanji(unit)) {
    if (!kanjiNumerals.has(character)) return false;
    const before = lower.charAt(at - 1);
    return !vague.has(before) && !kanjiNumerals.has(before);
  }
  return numberWordStarts.has(character) && !isWordUnit(lower.charCodeAt(at - 1));
}

function readQuantity(lower: string, at: number, floor: number): QuantitySpan | undefined {
  const amount = readAmount(lower, at);
  if (amount === undefined) return undefined;
  const before = readPrefixes(
    lower,
    at,
    floor,
    amount.dimension === 'clock' || amount.dimension === 'date',
  );
  if (amount.form === 'kanji') {
    // 第三者, 東西二店舗 aside, a kanji numeral inside a longer kanji word is no number.
    const previous = lower.charCodeAt(before.start - 1);
    if (isKanji(previous)) return undefined;
  }
  const main = readRange(lower, amount) ??
    readPeriod(lower, amount) ?? { amount, high: amount.value, other: amount.otherValue };
  const after = readSuffixes(lower, main.amount.end);
  const modifiers = [...before.modifiers, ...after.modifiers];
  const per =
    main.amount.per ?? after.per ?? modifiers.find((each) => each.every !== undefined)?.every;
  const bound = modifiers.findLast((each) => each.bound !== undefined)?.bound;
  const side = modifiers.findLast((each) => each.side !== undefined)?.side;
  const dimension = before.money ?? ordinalDimension(main.amount.dimension, modifiers);
  const afternoon =
    modifiers.some((each) => each.afternoon === true) && dimension === 'clock' && amount.value < 720
      ? 720
      : 0;
  const quantity: Quantity = {
    dimension,
    low: amountLow(main, amount) + afternoon,
    raw: main.amount.raw,
    high: main.high + afternoon,
    ...(main.amount.otherValue === undefined
      ? {}
      : { otherLow: main.amount.otherValue, otherHigh: main.other ?? main.amount.otherValue }),
    ...(bound === undefined ? {} : { bound }),
    ...(side === undefined ? {} : { side }),
    ...(per === undefined ? {} : { per }),
  };
  return {
    start: amount.dimension === 'date' ? monthStart(lower, at, before.start) : before.start,
    end: after.end,
    quantity,
    bare: dimension === '' && modifiers.length === 0,
  };
}

/** "March 31" starts at its month. */
function monthStart(lower: string, at: number, start: number): number {
  const month = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? $/.exec(
    lower.slice(Math.max(0, at - 11), at),
  );
  return month === null ? start : Math.min(start, at - month[0].length);
}

function amountLow(main: Counted, first: Amount): number {
  return main.low ?? (main.amount === first ? first.value : main.amount.value);
}

function ordinalDimension(dimension: string, modifiers: readonly Modifier[]): string {
  return modifiers.some((each) => each.ordinal === true) ? `#${dimension}` : dimension;
}

/** What a quantity counts: one amount, a range of two, or an amount in a period. */
interface Counted {
  /** The counted amount; its `end` closes the whole expression. */
  readonly amount: Amount;
  readonly low?: number;
  readonly high: number;
  readonly other: number | undefined;
}

/** 3〜5回, 3-5 days, 9:00-18:00, 3 to 5 days is left to the change rule. */
function readRange(lower: string, first: Amount): Counted | undefined {
  const separator = /^ ?[~-] ?(?=[\d一二三四五六七八九十])/.exec(
    lower.slice(first.end, first.end + 4),
  );
  if (separator === null) return undefined;
  const second = readAmount(lower, first.end + separator[0].length);
  if (second === undefined || second.form === 'word') return undefined;
  if (first.dimension !== '' && first.dimension !== second.dimension) return undefined;
  if (second.dimension === '' && second.value <= first.value) return undefined;
  const scale = first.dimension === '' && second.dimension !== '' ? unitScale(lower, second) : 1;
  return { amount: second, low: first.value * scale, high: second.value, other: second.otherValue };
}

/** How much one of the second number's unit is: the first number of a range shares it. */
function unitScale(lower: string, amount: Amount): number {
  const start = amount.end - 10 < 0 ? 0 : amount.end - 10;
  for (let at = start; at < amount.end; at += 1) {
    const unit = readUnit(lower, at);
    if (
      unit !== undefined &&
      at + unit.form.length === amount.end &&
      unit.dimension === amount.dimension
    ) {
      return unit.dimension === 'byte' ? 1000 ** (unit.factor - 1) : unit.factor;
    }
  }
  return 1;
}

/** 1分あたり60回, 1日に3回, 1日3回: a period and what is counted in it. */
function readPeriod(lower: string, first: Amount): Counted | undefined {
  const isTime = first.dimension === 'time' || first.dimension === 'month';
  const isHolder =
    first.raw === 1 &&
    (first.dimension === 'user' ||
      first.dimension === 'person' ||
      first.dimension.startsWith('n:') ||
      first.dimension === 'item');
  if (!isTime && !isHolder) return undefined;
  const marker = periodMarkers.find((each) => lower.startsWith(each, first.end));
  if (marker === undefined) return undefined;
  if (marker === '' && first.raw !== 1) return undefined;
  if (marker === '' && !isTime) return undefined;
  let at = first.end + marker.length;
  if (marker !== '' && marker !== 'に' && lower.charAt(at) === 'の') return undefined;
  const prefix = prefixesStartingWith(lower.charAt(at)).find(
    (each) => each.bound !== undefined && lower.startsWith(each.form, at),
  );
  if (prefix !== undefined && !isLatin(prefix.form.charCodeAt(0))) at += prefix.form.length;
  const counted =
    isDigit(lower.charCodeAt(at)) || isKanji(lower.charCodeAt(at))
      ? readAmount(lower, at)
      : undefined;
  if (counted === undefined || counted.dimension === '' || counted.dimension === first.dimension)
    return undefined;
  if (counted.dimension === 'clock' || counted.dimension === 'date') return undefined;
  const amount = { ...counted, per: { dimension: first.dimension, value: first.value } };
  return { amount, low: counted.value, high: counted.value, other: counted.otherValue };
}
