import { isDigit, isKatakana, isLatin, runEnd } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/lexicon.ts';
import { isStopWord } from '../words/stop-words.ts';
import { readClock, readDate } from './read-calendar.ts';
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
