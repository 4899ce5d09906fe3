import { isDigit, isLatin, isKatakana, runEnd } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/stem-word.ts';
import { isStopWord } from '../words/stop-words.ts';
import { type NumberReading, readNumber } from './read-number.ts';
import { rateUnits, readUnit, type Unit } from './units.ts';

/** A number with what follows it, before comparators, ranges and rates are read. */
export interface Amount {
  readonly end: number;
  readonly dimension: string;
  readonly value: number;
  /** The number as written. */
  readonly raw: number;
  readonly otherValue?: number;
  readonly per?: { readonly dimension: string; readonly value: number };
  readonly form: 'digits' | 'kanji' | 'word';
}

/** 一時停止, 十分に, 一度に ...: kanji numerals that open another word. */
const notNumbers =
  /^(?:一時|一部|一括|一点|一本|一度|二度|一日の|一行|一画面|一対|一組|一体|十分(?![以間毎ご前後お])|百貨|千葉|一位|一番|万一|一字)/;
const monthNames =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const byteDimension = 'byte';

/** The amount whose number starts at `at`. Look-ahead is bounded by the number and one or two words. */
export function readAmount(lower: string, at: number): Amount | undefined {
  const number = readNumber(lower, at);
  if (number === undefined) return undefined;
  const amount = readAfter(lower, at, number);
  return amount === undefined ? undefined : { ...amount, raw: number.value };
}

type Reading = Omit<Amount, 'raw'>;

function readAfter(lower: string, at: number, number: NumberReading): Reading | undefined {
  const { end, form, value } = number;
  if (form === 'digits') {
    const calendar = readDate(lower, at, end, value) ?? readClock(lower, end, value);
    if (calendar !== undefined) return { ...calendar, form };
  } else if (form === 'kanji' && notNumbers.test(lower.slice(at, at + 5))) return undefined;
  const amount = readMeasured(lower, end, value, form);
  if (amount !== undefined) return amount;
  if (form !== 'digits' || isLatin(lower.charCodeAt(end))) return undefined;
  return { end, dimension: '', value, form };
}

function readMeasured(
  lower: string,
  end: number,
  value: number,
  form: Amount['form'],
): Reading | undefined {
  const gap =
    lower.charCodeAt(end) === 32 ||
    (lower.charCodeAt(end) === 45 && isLatin(lower.charCodeAt(end + 1)))
      ? 1
      : 0;
  if (form === 'word' && gap === 0) return undefined;
  const at = end + gap;
  const unit = readUnit(lower, at);
  if (unit !== undefined && !(gap === 1 && unit.form === 'x')) {
    return withRest(lower, at + unit.form.length, value, unit, form);
  }
  return gap === 1 || isKatakana(lower.charCodeAt(at))
    ? readNoun(lower, at, value, form)
    : undefined;
}

/** Adds "30分" to "1時間" and "半" to "2時間"; the parts must be of one dimension. */
function withRest(
  lower: string,
  end: number,
  value: number,
  unit: Unit,
  form: Amount['form'],
): Reading {
  const rate = rateUnits.get(unit.form);
  if (rate !== undefined) {
    return { end, dimension: rate, value, per: { dimension: 'time', value: 1 }, form };
  }
  if (unit.dimension === byteDimension) {
    const power = unit.factor - 1;
    return {
      end,
      dimension: byteDimension,
      value: value * 1000 ** power,
      otherValue: value * 1024 ** power,
      form,
    };
  }
  if (unit.dimension !== 'time' && unit.dimension !== 'month') {
    return { end, dimension: unit.dimension, value: value * unit.factor, form };
  }
  if (unit.dimension === 'month' && unit.form === '年' && value >= 1900 && value <= 2200) {
    return { end: lower.startsWith('度', end) ? end + 1 : end, dimension: 'year', value, form };
  }
  let total = value * unit.factor;
  let last = end;
  if (lower.startsWith('半', end)) {
    total += unit.factor / 2;
    last += 1;
  }
  const next = readNumber(lower, lower.charCodeAt(last) === 32 ? last + 1 : last);
  if (next === undefined || next.form === 'word')
    return { end: last, dimension: unit.dimension, value: total, form };
  const nextUnit = readUnit(lower, lower.charCodeAt(next.end) === 32 ? next.end + 1 : next.end);
  if (
    nextUnit === undefined ||
    nextUnit.dimension !== unit.dimension ||
    nextUnit.factor >= unit.factor
  ) {
    return { end: last, dimension: unit.dimension, value: total, form };
  }
  return {
    end: lower.indexOf(nextUnit.form, next.end) + nextUnit.form.length,
    dimension: unit.dimension,
    value: total + next.value * nextUnit.factor,
    form,
  };
}

/** "5 failed attempts", "3スレッド": any noun may be counted. One adjective may stand before an English plural. */
function readNoun(
  lower: string,
  at: number,
  value: number,
  form: Amount['form'],
): Reading | undefined {
  if (isKatakana(lower.charCodeAt(at))) {
    const end = runEnd(lower, at, isKatakana);
    const next = lower.charCodeAt(end);
    if (form !== 'digits' || end - at < 2 || (next >= 0x4e00 && next <= 0x9fff)) return undefined;
    return { end, dimension: `n:${foldTerm(lower.slice(at, end))}`, value, form };
  }
  const end = runEnd(lower, at, isLatin);
  const word = lower.slice(at, end);
  if (word === '' || isStopWord(word) || isDigit(lower.charCodeAt(end))) return undefined;
  if (isPlural(word)) return { end, dimension: nounDimension(word), value, form };
  return readNounAfter(lower, end, value, form);
}

/** One or two adjectives may stand before the counted plural. */
function readNounAfter(
  lower: string,
  from: number,
  value: number,
  form: Amount['form'],
): Reading | undefined {
  let end = from;
  for (let adjectives = 0; adjectives < 2 && lower.charCodeAt(end) === 32; adjectives += 1) {
    const start = end + 1;
    const unit = readUnit(lower, start);
    if (unit !== undefined && unit.latin && unit.form.length > 3) {
      return {
        end: start + unit.form.length,
        dimension: unit.dimension,
        value: value * unit.factor,
        form,
      };
    }
    end = runEnd(lower, start, isLatin);
    const word = lower.slice(start, end);
    if (word === '' || isStopWord(word)) return undefined;
    if (isPlural(word)) return { end, dimension: nounDimension(word), value, form };
  }
  return undefined;
}

function nounDimension(plural: string): string {
  return `n:${stemWord(plural)}`;
}

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us');
}

function readClock(lower: string, end: number, hour: number): Omit<Reading, 'form'> | undefined {
  if (hour > 30) return undefined;
  let last = end;
  let minutes = 0;
  if (lower.charAt(end) === ':' && /^\d\d(?!\d)/.test(lower.slice(end + 1, end + 4))) {
    minutes = Number(lower.slice(end + 1, end + 3));
    last = end + 3;
  } else if (lower.charAt(end) === '時' && lower.charAt(end + 1) !== '間') {
    last = end + 1;
    if (lower.charAt(last) === '半') {
      minutes = 30;
      last += 1;
    } else if (isDigit(lower.charCodeAt(last))) {
      const rest = readNumber(lower, last);
      if (rest !== undefined && lower.charAt(rest.end) === '分') {
        minutes = rest.value;
        last = rest.end + 1;
      }
    }
  } else if (!/^ ?[ap]m(?![a-z])/.test(lower.slice(end, end + 4))) return undefined;
  const half = /^ ?([ap])m(?![a-z])/.exec(lower.slice(last, last + 4));
  if (half === null) return { end: last, dimension: 'clock', value: hour * 60 + minutes };
  const afternoon = half[1] === 'p' && hour < 12 ? 12 : 0;
  const midnight = half[1] === 'a' && hour === 12 ? 12 : 0;
  return {
    end: last + half[0].length,
    dimension: 'clock',
    value: (hour + afternoon - midnight) * 60 + minutes,
  };
}

/** 2026-04-01, 2026年4月1日, 3月31日, 4/1, March 31, 31 March; 4月 alone is a month of the year. */
function readDate(
  lower: string,
  at: number,
  end: number,
  value: number,
): Omit<Reading, 'form'> | undefined {
  const text = lower.slice(at, at + 12);
  const full = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})(?!\d)|年(\d{1,2})月(\d{1,2})日)/.exec(text);
  if (full !== null) {
    const month = Number(full[3] ?? full[5]);
    const day = Number(full[4] ?? full[6]);
    if (month <= 12 && day <= 31) {
      return {
        end: at + full[0].length,
        dimension: 'date',
        value: value * 10_000 + month * 100 + day,
      };
    }
  }
  const short = /^(\d{1,2})(?:月(\d{1,2})日|\/(\d{1,2})(?![\d/a-z%]))/.exec(text);
  if (short !== null) {
    const day = Number(short[2] ?? short[3]);
    if (value >= 1 && value <= 12 && day >= 1 && day <= 31) {
      return { end: at + short[0].length, dimension: 'date', value: value * 100 + day };
    }
  }
  if (lower.charAt(end) === '月' && value >= 1 && value <= 12) {
    return { end: end + 1, dimension: 'calendar-month', value };
  }
  return readEnglishDate(lower, at, end, value);
}

function readEnglishDate(
  lower: string,
  at: number,
  end: number,
  day: number,
): Omit<Reading, 'form'> | undefined {
  if (day < 1 || day > 31 || !Number.isInteger(day)) return undefined;
  const before = /([a-z]{3,9})\.? $/.exec(lower.slice(Math.max(0, at - 11), at))?.[1];
  const suffix = /^(?:st|nd|rd|th)?/.exec(lower.slice(end, end + 2))?.[0] ?? '';
  const close = end + suffix.length;
  const after = /^ (?:of )?([a-z]{3,9})/.exec(lower.slice(close, close + 13));
  const beforeMonth = monthOf(before);
  const afterMonth = monthOf(after?.[1]);
  if (beforeMonth > 0) return { end: close, dimension: 'date', value: beforeMonth * 100 + day };
  if (afterMonth === 0 || after === null) return undefined;
  return { end: close + after[0].length, dimension: 'date', value: afterMonth * 100 + day };
}

/** 1 to 12, or 0. Abbreviations of three or four letters count; "may" only where a day stands beside it. */
function monthOf(word: string | undefined): number {
  if (word === undefined) return 0;
  return (
    monthNames.findIndex((name) => name === word || (word.length <= 4 && name.startsWith(word))) + 1
  );
}
