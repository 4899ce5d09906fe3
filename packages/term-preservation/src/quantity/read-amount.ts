import { isDigit, isKatakana, isLatin, runEnd } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/lexicon.ts';
import { isStopWord } from '../words/stop-words.ts';
import { readClock, readDate } from './read-calendar.ts';
import { type NumberReading, readNumber } from './read-number.ts';
import { rateUnits, readUnit, type Unit } from './units.ts';

/** A number with its unit, before comparators, ranges and rates are read. */
export interface Amount {
  readonly end: number;
  readonly dimension: string;
  readonly value: number;
  /** The number as written. */
  readonly raw: number;
  readonly otherValue?: number;
  readonly per?: { readonly dimension: string; readonly value: number };
  readonly form: NumberReading['form'];
}

type Measure = Omit<Amount, 'raw' | 'form'>;

/** 一時停止, 十分に, 一度に ...: kanji numerals that open another word. */
const notNumbers =
  /^(?:一時|一部|一括|一点|一本|一度|二度|一日の|一行|一画面|一対|一組|一体|十分(?![以間毎ご前後お])|百貨|千葉|一位|一番|万一|一字)/;

/** Reads the amount whose number starts at `at`. Look-ahead is bounded by the number and a few words. */
export function readAmount(lower: string, at: number): Amount | undefined {
  const number = readNumber(lower, at);
  const measure = number && readMeasure(lower, at, number);
  return number && measure && { ...measure, raw: number.value, form: number.form };
}

function readMeasure(lower: string, at: number, number: NumberReading): Measure | undefined {
  const { end, form, value } = number;
  if (form === 'kanji' && notNumbers.test(lower.slice(at, at + 5))) return undefined;
  const calendar =
    form === 'digits'
      ? (readDate(lower, at, end, value) ?? readClock(lower, end, value))
      : undefined;
  const measure = calendar ?? readMeasured(lower, number);
  if (measure !== undefined) return measure;
  if (form !== 'digits' || isLatin(lower.charCodeAt(end))) return undefined;
  return { end, dimension: '', value };
}

function readMeasured(lower: string, { end, form, value }: NumberReading): Measure | undefined {
  const hyphen = lower.charCodeAt(end) === 45 && isLatin(lower.charCodeAt(end + 1));
  const gap = lower.charCodeAt(end) === 32 || hyphen ? 1 : 0;
  if (form === 'word' && gap === 0) return undefined;
  const at = end + gap;
  const unit = readUnit(lower, at);
  if (unit !== undefined && !(gap === 1 && unit.form === 'x'))
    return withUnit(lower, at + unit.form.length, value, unit);
  if (isKatakana(lower.charCodeAt(at)))
    return form === 'digits' ? readKatakanaNoun(lower, at, value) : undefined;
  return gap === 1 ? readNoun(lower, at, value) : undefined;
}

/** The measure of a value and its unit. Adds "30分" to "1時間" and "半" to "2時間". */
function withUnit(lower: string, end: number, value: number, unit: Unit): Measure {
  const { dimension, factor } = unit;
  if (rateUnits.has(unit.form))
    return { end, dimension, value, per: { dimension: 'time', value: 1 } };
  if (dimension === 'byte') {
    const power = factor - 1;
    return { end, dimension, value: value * 1000 ** power, otherValue: value * 1024 ** power };
  }
  if (dimension !== 'time' && dimension !== 'month')
    return { end, dimension, value: value * factor };
  if (dimension === 'month' && unit.form === '年' && value >= 1900 && value <= 2200)
    return { end: lower.startsWith('度', end) ? end + 1 : end, dimension: 'year', value };
  const half = lower.startsWith('半', end);
  const total = value * factor + (half ? factor / 2 : 0);
  const last = half ? end + 1 : end;
  const next = readNumber(lower, lower.charCodeAt(last) === 32 ? last + 1 : last);
  const smaller =
    next === undefined || next.form === 'word'
      ? undefined
      : readUnit(lower, lower.charCodeAt(next.end) === 32 ? next.end + 1 : next.end);
  if (next === undefined || smaller?.dimension !== dimension || smaller.factor >= factor)
    return { end: last, dimension, value: total };
  return {
    end: lower.indexOf(smaller.form, next.end) + smaller.form.length,
    dimension,
    value: total + next.value * smaller.factor,
  };
}

/** "3スレッド": any noun may be counted. */
function readKatakanaNoun(lower: string, at: number, value: number): Measure | undefined {
  const end = runEnd(lower, at, isKatakana);
  const next = lower.charCodeAt(end);
  if (end - at < 2 || (next >= 0x4e00 && next <= 0x9fff)) return undefined;
  return { end, dimension: `n:${foldTerm(lower.slice(at, end))}`, value };
}

/** "5 failed attempts": one or two adjectives may precede an English plural or unit. */
function readNoun(lower: string, at: number, value: number): Measure | undefined {
  let end = at - 1;
  for (let words = 0; words < 3; words += 1) {
    const start = end + 1;
    if (words > 0) {
      if (lower.charCodeAt(end) !== 32) return undefined;
      const unit = readUnit(lower, start);
      if (unit !== undefined && unit.latin && unit.form.length > 3) {
        const { dimension, factor } = unit;
        return { end: start + unit.form.length, dimension, value: value * factor };
      }
    }
    end = runEnd(lower, start, isLatin);
    const word = lower.slice(start, end);
    if (word === '' || isStopWord(word)) return undefined;
    if (words === 0 && isDigit(lower.charCodeAt(end))) return undefined;
    if (isPlural(word)) return { end, dimension: `n:${stemWord(word)}`, value };
  }
  return undefined;
}

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us');
}
