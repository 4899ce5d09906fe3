import { withoutUndefined } from '@kanmon/core/kit';
import { isDigit, isKanji, isLatin, isWordUnit, runEnd, runStart } from '../text/characters.ts';
import { boundPrefixAt, readNameBound, readPrefixes, readSuffixes } from './modifiers.ts';
import { type Bound, complements, firstYear, lastYear, type Quantity } from './quantity.ts';
import { type Amount, monthEnd, readAmount } from './read-amount.ts';
import { readNumber } from './read-number.ts';
import { isCounter } from './units.ts';

/** A quantity at its place in the scanned text. */
export interface QuantitySpan {
  readonly start: number;
  readonly end: number;
  /** The start with an English preposition that bounds the number: below, more than. */
  readonly wideStart?: number;
  readonly quantity: Quantity;
  /** A number without unit: a term only with three digits or more, or as a value of a change. */
  readonly bare: boolean;
  /** A fixed phrase without comparator (twice, 毎週): it answers a term and is not a term itself. */
  readonly vague: boolean;
  /** The 二つ of 同じものを二つ作らない: it is no part of a term. */
  readonly isNoTwo?: boolean;
}

/** First letters of number words and fixed phrases. */
const wordStarts = 'otfsenzahqdwmybjひふ';
const kanjiNumerals = '〇一二三四五六七八九十百千';
/** First characters of fixed phrases: 半日, 毎週, 隔日, 正午, 倍増. */
const phraseStarts = '半毎隔正四日週月年倍初';
/** 数十件, 何人: a numeral after these is not a number. */
const vague = '数何幾';

/**
 * Every quantity of a text of normal width, in order, without overlap. `lower` is the text with
 * ASCII in lower case. Linear: each step looks a bounded number of units around it.
 */
export function scanQuantities(lower: string): readonly QuantitySpan[] {
  const found: QuantitySpan[] = [];
  let at = 0;
  while (at < lower.length) {
    // pH7: the letters are no part of a name.
    if (
      lower.startsWith('ph', at) &&
      isDigit(lower.charCodeAt(at + 2)) &&
      !isWordUnit(lower.charCodeAt(at - 1))
    )
      at += 2;
    const unit = lower.charCodeAt(at);
    const token = isDigit(unit) ? tokenEnd(lower, at) : at;
    const isNumber = isDigit(unit) ? token === at : startsNumber(lower, at, unit);
    const span = isNumber ? readQuantity(lower, at, found.at(-1)?.end ?? 0) : undefined;
    if (span !== undefined) found.push(span);
    if (token > at) at = token;
    else if (span !== undefined && !isDigit(unit)) at = span.end;
    else at = Math.max(span?.end ?? at + 1, runEnd(lower, at, isWordUnit));
  }
  return found;
}

/** Returns the end of a token at `at` that has digits but is not a number, or `at`: 192.168.0.1, 03-1234-5678. */
function tokenEnd(lower: string, at: number): number {
  // ,000 after a claimed number is the rest of it.
  const before = lower.charAt(at - 1);
  if (
    (before === ',' || before === '.') &&
    (lower.charCodeAt(at - 2) === 0 ||
      isLatin(lower.charCodeAt(runStart(lower, at - 1, isDigit, Infinity) - 1)))
  )
    return runEnd(lower, at, isWordUnit);
  const token = lower.slice(at, at + 24);
  const isDate = /^(?:\d{4}\.\d{1,2}\.\d{1,2}|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d)(?![.\d])/.test(
    token,
  );
  const address = /^\d+\.\d+\.\d/.test(token) && !isDate;
  const serial = /^\d+-\d+-\d/.test(token) && !/^\d{4}-\d{1,2}-\d{1,2}(?![-\d])/.test(token);
  // A double cannot hold the digits of a card number.
  const isLong = /^\d{16}/.test(token);
  if (!address && !serial && !isLong) return at;
  return runEnd(lower, at, (unit) => isDigit(unit) || unit === 46 || unit === 45);
}

function startsNumber(lower: string, at: number, unit: number): boolean {
  const character = lower.charAt(at);
  const before = lower.charAt(at - 1) || ' ';
  if (!isKanji(unit))
    return (wordStarts + 'pqu').includes(character) && !isWordUnit(lower.charCodeAt(at - 1));
  if (phraseStarts.includes(character)) return !vague.includes(before);
  return (
    kanjiNumerals.includes(character) && !vague.includes(before) && !kanjiNumerals.includes(before)
  );
}

/** p95, p99.9; q4 is a place, and U12 under 12 as under-12s and under-fives. */
const percentile =
  /^(?:p(\d{2}(?:\.\d+)?)|q([1-4])|u-?(1\d|2[0-3])s?|under-(\d{1,2}|[a-z]{3,8}?)(?:s|(?<=x)es)?)(?![a-z0-9_])/;

/** Once all are in, once a second attempt has failed: as soon as. */
const conjunction =
  /^once (?:(?:the|all|it|you|they|we|both)\b|(?:an? )?(?:[a-z]{1,15} ){1,2}(?:has|have|is|are|was)\b)/;

/** No two rooms of one colour: each pair of them, and no count. */
const noTwo = /^no two /;
/** 同じ部屋に二つの予約を入れない */
const sameFor = /(?:同じ|同一)[^\n。、]{1,24}$/;
const notDone = /^[^\n。、]{0,24}(?:ない|ません|ず(?=に|[\n。、]|$))/;

function isNoTwo(lower: string, at: number, { form, raw, dimension, end }: Amount): boolean {
  if (form === 'word') return noTwo.test(lower.slice(Math.max(0, at - 3), at + 5));
  return (
    raw === 2 &&
    isCounter(dimension) &&
    sameFor.test(lower.slice(Math.max(0, at - 30), at)) &&
    notDone.test(lower.slice(end, end + 30))
  );
}

function readQuantity(lower: string, at: number, floor: number): QuantitySpan | undefined {
  const share = 'pqu'.includes(lower.charAt(at)) ? percentile.exec(lower.slice(at, at + 18)) : null;
  const [, rank, quarter, age, below] = share ?? [];
  const value = readNumber(rank ?? quarter ?? age ?? below ?? '', 0)?.value;
  if (share !== null && value !== undefined) {
    const dimension = quarter === undefined ? (rank === undefined ? '' : 'percentile') : '#nth';
    const bound = below === undefined ? {} : { bound: 'below' as const };
    const quantity: Quantity = { dimension, low: value, raw: value, high: value, ...bound };
    const end = at + share[0].length;
    return { start: at, end, quantity, bare: false, vague: age !== undefined };
  }
  const amount = conjunction.test(lower.slice(at, at + 50)) ? undefined : readAmount(lower, at);
  if (amount === undefined) return undefined;
  const isMoment = amount.dimension === 'clock' || amount.dimension === 'date';
  // until the end of June, before October 5
  const opening = amount.form === 'idiom' ? monthEnd : monthBefore;
  const lead =
    amount.dimension === 'date'
      ? (opening.exec(lower.slice(Math.max(0, at - 20), at))?.[0].length ?? 0)
      : 0;
  // "over the past year" is no bound.
  const isSpan = amount.form === 'idiom' && lower.startsWith('the ', at);
  // Python >= 3.12: 3.9 is the lower version and the higher number, so the limit has no direction.
  const isVersion =
    amount.dimension === '' &&
    amount.raw % 1 > 0 &&
    /(?:[≤≥≦≧]|(?<![-=])[<>]=?) ?$/.test(lower.slice(Math.max(0, at - 4), at));
  const before = readPrefixes(lower, at - lead, isSpan || isVersion ? at : floor, isMoment);
  // 一台六百円: right after another amount.
  const isFree = before.edge !== at || at === floor;
  if (amount.form === 'kanji' && !isFree && !startsKanjiNumber(lower, at, amount)) return undefined;
  const outer = before.wideEdge ?? before.edge;
  const main: Counted = readDecades(lower, at, amount) ??
    readExtent(lower, amount) ??
    readSpread(lower, amount) ??
    readRange(lower, at, amount) ??
    readPeriod(lower, amount) ?? { amount, high: amount.value, other: amount.otherValue };
  const after = readSuffixes(lower, main.amount.end);
  const modifiers = [...before.modifiers, ...after.modifiers];
  const money = modifiers.find((each) => each.money)?.money;
  const ordinal = modifiers.some((each) => each.ordinal === true);
  const spoon = main.amount.dimension === '' ? readSpoon(lower, at) : undefined;
  const dimension =
    money ?? spoon?.dimension ?? (ordinal ? `#${main.amount.dimension}` : main.amount.dimension);
  const isMarked = modifiers.some((each) => each.morning === true || each.afternoon === true);
  const isAfternoon = modifiers.some((each) => each.afternoon === true);
  const afternoon = isAfternoon && dimension === 'clock' && amount.value < 720 ? 720 : 0;
  // $2m: the letter is a million, not a metre.
  const millions = money !== undefined && main.amount.dimension === 'length' ? 1e6 : 1;
  const scale = millions * (spoon?.factor ?? 1);
  const sign = modifiers.some((each) => each.minus === true) ? -scale : scale;
  // 1日おき is every second day, 8時間おき every eight hours.
  const isSkipped = after.modifiers.some(({ form }) => form === 'おき') && main.high < 864_000;
  const size = main.high / main.amount.raw;
  const isLong =
    main.amount.dimension === 'month' || (main.amount.dimension === 'time' && size >= 86_400);
  const otherValue = isSkipped && isLong ? main.high + size : main.amount.otherValue;
  // 毎日午前3時 names a time of day.
  const every = isMoment ? undefined : modifiers.find((each) => each.every)?.every;
  const per = main.amount.per ?? after.per ?? every;
  const isNumbered = amount.dimension === '' && amount.raw < 100 && amount.raw % 1 === 0;
  // under the 900-dollar ceiling
  const isUnder =
    after.modifiers.some(({ form }) => /^ (?:limit|cap|ceiling)$/.test(form)) &&
    /\b(?:under|below) (?:the|our|its|this|that|an?) $/.test(lower.slice(Math.max(0, at - 12), at));
  const written = isUnder
    ? 'below'
    : (modifiers.findLast((each) => each.bound !== undefined)?.bound ??
      main.bound ??
      (isNumbered ? readNameBound(lower, at) : undefined));
  // 12月1日から, from 1 June
  const isStart =
    isMoment &&
    (lower.startsWith('から', after.edge) ||
      /\b(?:from|starting|as of) $/.test(lower.slice(Math.max(0, before.edge - 12), before.edge)));
  // 5月31日以前 includes the day.
  const isOnOrBefore = isMoment && after.modifiers.some(({ form }) => form === '以前');
  // "more than five degrees below zero"
  const isCold = after.modifiers.some(({ form }) => form.startsWith(' below zero'));
  const side = modifiers.findLast((each) => each.side !== undefined)?.side;
  // "not within 10 m", not before 10 am
  const [turn = ''] =
    /\b(?:not|never) (?:be )?$/.exec(lower.slice(Math.max(0, outer - 9), outer)) ?? [];
  const isTurned = turn !== '';
  // Guides older than 2015 are from before it.
  const isEarlier =
    dimension === '' &&
    amount.raw >= firstYear &&
    amount.raw <= lastYear &&
    /\bolder than $/.test(lower.slice(Math.max(0, at - 11), at));
  const bound =
    (isTurned || isCold) && written
      ? complements[written]
      : (written ?? (isStart ? 'at-least' : isOnOrBefore ? 'at-most' : undefined));
  const noCount = main.low === undefined && after.edge === amount.end && isNoTwo(lower, at, amount);
  return {
    start: calendarStart(lower, at, before.edge, amount.dimension),
    ...(before.wideEdge === undefined ? {} : { wideStart: before.wideEdge - turn.length }),
    // 最大10件まで: one of the two bounds is enough.
    end:
      before.modifiers.some((each) => each.bound) && lower.startsWith('まで', after.edge - 2)
        ? after.edge - 2
        : after.edge,
    quantity: withoutUndefined({
      dimension,
      low: ((main.low ?? main.amount.value) + afternoon) * sign,
      raw: main.amount.raw,
      high: (main.high + afternoon) * (main.isPositive === true ? Math.abs(sign) : sign),
      otherLow: otherValue,
      otherHigh: otherValue === undefined ? undefined : (main.other ?? otherValue),
      loose: isMarked ? undefined : main.amount.loose,
      bound: isEarlier ? undefined : bound,
      side: isEarlier
        ? 'before'
        : isTurned && isMoment
          ? side === 'before'
            ? 'after'
            : 'before'
          : side,
      per,
      rounded: main.amount.rounded || modifiers.some((each) => each.rounded) || undefined,
    }),
    bare: dimension === '' && modifiers.length === 0 && !isVersion,
    ...(noCount && amount.form !== 'word' ? { isNoTwo: true } : {}),
    vague:
      noCount ||
      ((amount.form === 'idiom' || (amount.form === 'word' && dimension === '')) &&
        (bound ?? after.per) === undefined &&
        main.amount.per === amount.per &&
        // Half past three is exact; noon may be a meal.
        !(amount.dimension === 'clock' && amount.value % 60 > 0) &&
        !/^(?:half an? |quarter of |three quarters of an )/.test(lower.slice(at, amount.end))),
  };
}

/**
 * A kanji numeral inside a longer kanji word (第三者, 東西二店舗 aside) is not a number, unless a counter or a
 * period closes it: 通訳者二人.
 */
function startsKanjiNumber(lower: string, edge: number, amount: Amount): boolean {
  const before = lower.charAt(edge - 1);
  if (!isKanji(lower.charCodeAt(edge - 1))) return true;
  return (
    amount.dimension !== '' &&
    !'同統単唯第均専択逐随万真'.includes(before) &&
    (amount.dimension === 'year' ||
      amount.raw > 10 ||
      !isKanji(lower.charCodeAt(amount.end)) ||
      '以未前後間目'.includes(lower.charAt(amount.end)))
  );
}

/** The month before its day: March 31. */
const monthBefore = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? (?:the )?$/;

/** "March 31" starts at its month, 令和8年 at its era. */
function calendarStart(lower: string, at: number, start: number, dimension: string): number {
  if (dimension !== 'date' && dimension !== 'year') return start;
  if (/^(?:令和|平成|昭和)$/.test(lower.slice(Math.max(0, at - 2), at))) return at - 2;
  const month = monthBefore.exec(lower.slice(Math.max(0, at - 15), at));
  return month === null ? start : Math.min(start, at - month[0].length);
}

/** 大さじ2, 小さじ1: the unit before its number. */
function readSpoon(
  lower: string,
  at: number,
): (Pick<Amount, 'dimension'> & { readonly factor: number }) | undefined {
  const [, size] = /(大さじ|小さじ|カップ)の?$/.exec(lower.slice(Math.max(0, at - 4), at)) ?? [];
  if (size === undefined) return undefined;
  const factor = size === 'カップ' ? 0.2 : size === '大さじ' ? 0.015 : 0.005;
  return { dimension: 'litre', factor };
}

/** The counted part of a quantity: one amount, a range of two, or an amount in a period. */
interface Counted {
  /** The counted amount; its `end` closes the whole expression. */
  readonly amount: Amount;
  readonly low?: number;
  readonly high: number;
  readonly other: number | undefined;
  /** The end is positive, and the start is not. */
  readonly isPositive?: boolean;
  /** The bound between a period and its amount: 1人につき最大4枚. */
  readonly bound?: Bound | undefined;
}

/** 20代から60代, 20代 */
function readDecades(lower: string, at: number, amount: Amount): Counted | undefined {
  return (
    (amount.dimension === 'n:代' ? readRange(lower, at, amount) : undefined) ??
    readDecade(lower, amount)
  );
}

/** 70代前半: the ages from 70 to 74. */
function readDecade(lower: string, amount: Amount): Counted | undefined {
  const { dimension, value, end } = amount;
  if (dimension !== 'n:代' || value % 10 !== 0) return undefined;
  const half = /^[前後]半/.exec(lower.slice(end, end + 2))?.[0];
  const low = value + (half === '後半' ? 5 : 0);
  const high = low + (half === undefined ? 9 : 4);
  return {
    amount: { ...amount, dimension: 'age', end: end + (half?.length ?? 0) },
    low,
    high,
    other: undefined,
  };
}

/** 1920x1080, 30 × 40 cm, 30 cm by 40 cm: two lengths as one value. */
function readExtent(lower: string, first: Amount): Counted | undefined {
  // 2m四方, 30センチ角, 3 m square
  const square = /^(?:四方|角(?![形度])|[ -]square(?! [fmk]))/.exec(
    lower.slice(first.end, first.end + 9),
  )?.[0];
  if (square !== undefined && first.dimension === 'length') {
    const amount = { ...first, dimension: 'extent', end: first.end + square.length };
    return { amount, low: first.value, high: first.value, other: undefined };
  }
  const separator = /^(?: ?[x×] ?| by )(?=\d)/.exec(lower.slice(first.end, first.end + 5))?.[0];
  if (separator === undefined) return undefined;
  const second = readAmount(lower, first.end + separator.length);
  if (
    second === undefined ||
    !/^(?:|length|px)$/.test(
      first.dimension + (first.dimension === second.dimension ? '' : second.dimension),
    )
  )
    return undefined;
  const amount = { ...second, dimension: 'extent' };
  return {
    amount,
    low: first.value * sharedScale(first, second),
    high: second.value,
    other: undefined,
  };
}

/** 180 N ± 5 N, 20±2℃, 100 g ± 5%: the values around a middle. The unit may be one that is not known. */
function readSpread(lower: string, first: Amount): Counted | undefined {
  const [separator, unit = ''] =
    /^( ?[a-z]{1,3})?(?:,? (?:give or take|plus or minus) |,? with (?:a tolerance of )?(?=[\d.]+ (?:allowed )?either way)|を中心に?(?:上下|前後|左右)?|(?:上下|前後)(?=\d)| ?(?:±|\+\/-|プラスマイナス) ?)/.exec(
      lower.slice(first.end, first.end + 34),
    ) ?? [];
  if (separator === undefined) return undefined;
  const at = first.end + separator.length;
  const number = readNumber(lower, at);
  const second =
    readAmount(lower, at) ?? (number && { ...number, raw: number.value, dimension: '' });
  if (second === undefined) return undefined;
  const isShare = second.dimension === 'ratio' && first.dimension !== 'ratio';
  const own = second.dimension === '' || isShare ? first.dimension : second.dimension;
  if (first.dimension !== '' && first.dimension !== own) return undefined;
  const middle = first.value * (isShare ? 1 : sharedScale(first, second));
  const scale = second.dimension === '' ? first.value / first.raw : 1;
  const reach = isShare ? (middle * second.raw) / 100 : second.value * scale;
  const end = second.end + (unit !== '' && lower.startsWith(unit, second.end) ? unit.length : 0);
  const amount = { ...second, dimension: own, end, raw: first.raw };
  return { amount, low: middle - reach, high: middle + reach, other: undefined };
}

/** 3〜5回, 3-5 days, 9:00-18:00, 3 to 5 days, between 3 and 5 days. "from 3 to 5" is left to the change rule. */
function readRange(lower: string, at: number, first: Amount): Counted | undefined {
  const before = lower.slice(Math.max(0, at - 20), at).replace(/[-−]$/, '');
  const separator =
    /^(?: ?~ ?(?=(?:[-−]|マイナス)\d)| ?[~-] ?(?=[\d一二三四五六七八九十])| to (?:the )?| through | and | parts?(?: [a-z]{2,9})? to |から(?=[\d二三四五六七八九]?[0十]代|.{1,10}日(?![間目])))/.exec(
      lower.slice(first.end, first.end + 20),
    )?.[0];
  if (separator === undefined) return undefined;
  if (separator === ' and ' && !/between (?:[a-z]{3,9}\.? )?$/.test(before)) return undefined;
  const start = first.end + separator.length;
  const minus = /^(?:[-−]|マイナス|minus )(?=\d)/.exec(lower.slice(start, start + 7))?.[0] ?? '';
  const second = readAmount(lower, start + minus.length);
  if (second === undefined) return undefined;
  // From -5 to 10, and not to -10
  const isPositive = minus === '' && /(?:^|[^\d])[-−]$/.test(lower.slice(Math.max(0, at - 2), at));
  const days = readDays(lower, first, second);
  if (days !== undefined) return days;
  if (separator === ' to ' && before.endsWith('from ') && !areYears(lower, at, first, second))
    return undefined;
  if (first.form === 'idiom' || second.form === 'idiom') {
    if (first.dimension !== 'clock' || second.dimension !== 'clock') return undefined;
    // A quarter to nine to a quarter past four: the afternoon.
    const isLater = second.loose === true && second.value <= first.value;
    const high = isLater ? (second.value + 720) % 1440 : second.value;
    return { amount: second, low: first.value, high, other: undefined };
  }
  const end = first.dimension === 'clock' ? asClock(second) : undefined;
  if (end !== undefined)
    return {
      amount: { ...second, dimension: 'clock' },
      low: first.value,
      high: end <= first.value ? (end + 720) % 1440 : end,
      other: undefined,
    };
  if (first.dimension !== '' && first.dimension !== second.dimension) return undefined;
  const isOrdered = isPositive || minus !== '';
  if (second.dimension === '' && second.value <= first.value && !isOrdered) return undefined;
  if (first.dimension === '' && second.dimension === 'clock') {
    // 2 to 5 am, 10〜18時: the hour shares the half of the day where it can.
    const hour = first.value * 60;
    const low = second.value >= 720 && hour + 720 < second.value ? hour + 720 : hour;
    return { amount: second, low, high: second.value, other: undefined };
  }
  // 20〜60代
  if (second.dimension === 'n:代' && /^(?:n:代)?$/.test(first.dimension))
    return {
      amount: { ...second, dimension: 'age' },
      low: first.value,
      high: second.value + 9,
      other: undefined,
    };
  const low = first.value * sharedScale(first, second);
  // Episode 47 to 35 minutes: the first number is a name.
  if (first.dimension === '' && low > second.value && second.value > 0 && !isOrdered)
    return undefined;
  const amount = { ...second, otherValue: first.otherValue ?? second.otherValue };
  // 十一時から二時まで: until the afternoon
  const isNextHalf = second.dimension === 'clock' && second.loose && second.value <= low;
  const high = isNextHalf ? (second.value + 720) % 1440 : second.value;
  return { amount, low, high, other: second.otherValue, isPositive };
}

/** 2 pm to 3.15: a number behind a time of day. */
function asClock({ dimension, value }: Amount): number | undefined {
  const minutes = Math.round((value % 1) * 100);
  const isTime = dimension === '' && value > 0 && value < 24 && minutes < 60;
  return isTime ? Math.floor(value) * 60 + minutes : undefined;
}

/** The registers from 1743 to 1790; not a limit that is raised from 1500 to 2000. */
function areYears(lower: string, at: number, first: Amount, second: Amount): boolean {
  const [low, high] = [first, second].map(({ dimension, raw }) => (dimension === '' ? raw : 0));
  return (
    low !== undefined &&
    high !== undefined &&
    Number.isInteger(low) &&
    low >= 1600 &&
    high <= 2100 &&
    low < high &&
    !/\b(?:rais|lower|increas|decreas|reduc|chang|cut|drop|extend|mov|go|went|ris|rose|f[ae]ll|switch|bump)/.test(
      lower.slice(Math.max(0, at - 60), at),
    )
  );
}

/** 12-16 May, May 12th to 16th, 5月12日〜16日: both days are in one month. */
function readDays(lower: string, first: Amount, second: Amount): Counted | undefined {
  const [one, other] = [dayOf(first), dayOf(second)];
  if (one === undefined || other === undefined || one >= other) return undefined;
  if (second.dimension === 'date' && first.dimension !== 'date')
    return {
      amount: second,
      low: second.value - other + one,
      high: second.value,
      other: undefined,
    };
  if (first.dimension !== 'date' || second.dimension === 'date') return undefined;
  const amount = { ...second, dimension: 'date' };
  return { amount, low: first.value, high: first.value - one + other, other: undefined };
}

/** Returns the day of a date, of a bare number, of 16日, 16th and sixteenth. */
function dayOf({ dimension, value, raw }: Amount): number | undefined {
  if (dimension === 'date') return value % 100;
  const isDay =
    raw <= 31 &&
    (/^(?:#nth)?$/.test(dimension) || (dimension === 'time' && value === raw * 86_400));
  return isDay ? raw : undefined;
}

/** Returns the size of the second number's unit: a first number without one shares it. */
function sharedScale(first: Amount, second: Amount): number {
  return first.dimension === '' && second.raw !== 0 ? second.value / second.raw : 1;
}

/** Words that make a period of the amount before them: 1分あたり, 1日に. */
const periodMarkers = ['あたりに', 'あたり', '当たり', 'につき', 'ごとに', 'に', ''];

/** 1投稿につき: the noun of one thing before a marker. */
const holderNoun = /^([\u4e00-\u9fff\u30a1-\u30fc]{1,8})(?:あたり|当たり|につき|ごとに)/;

/** 1分あたり60回, 1日に3回, 1日3回: a period and what is counted in it. */
function readPeriod(lower: string, first: Amount): Counted | undefined {
  const { dimension, raw, end, value, form } = first;
  // 半年に1度
  if (form === 'idiom' && !(isKanji(lower.charCodeAt(end - 1)) && lower.charAt(end) === 'に'))
    return undefined;
  const isTime = dimension === 'time' || dimension === 'month';
  const noun =
    raw === 1 && dimension === '' ? (holderNoun.exec(lower.slice(end, end + 12))?.[1] ?? '') : '';
  const marker = periodMarkers.find((each) => lower.startsWith(each, end + noun.length));
  if (marker === undefined || (!isTime && dimension + noun === '')) return undefined;
  if (/^に?$/.test(marker) && !(isTime && (raw === 1 || marker === 'に'))) return undefined;
  let at = end + noun.length + marker.length;
  if (marker !== '' && marker !== 'に' && lower.charAt(at) === 'の') return undefined;
  const prefix = boundPrefixAt(lower, at);
  if (prefix !== undefined && !isLatin(prefix.form.charCodeAt(0))) at += prefix.form.length;
  const unit = lower.charCodeAt(at);
  const counted = isDigit(unit) || isKanji(unit) ? readAmount(lower, at) : undefined;
  if (counted === undefined || /^(?:#|$|clock$|date$)/.test(counted.dimension)) return undefined;
  // 1日8時間 is a rate, and 1時間30分 a sum.
  const isUnmarked = marker === '' || marker === 'に' || isCounter(dimension);
  if (isUnmarked && counted.dimension === dimension && !(value >= 86_400 && counted.value < value))
    return undefined;
  const isTimes = lower.charAt(counted.end - 1) === '度' && counted.raw < 10;
  const kind = isTimes ? 'times' : counted.dimension;
  const amount = {
    ...counted,
    dimension: kind,
    rounded: first.rounded === true || counted.rounded === true,
    per: { dimension: noun === '' ? dimension : `n:${noun}`, value },
  };
  const { value: low, otherValue: other } = counted;
  return { amount, low, high: low, other, bound: prefix?.bound };
}
