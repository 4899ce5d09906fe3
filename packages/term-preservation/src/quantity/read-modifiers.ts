import {
  isDigit,
  isHiragana,
  isKanji,
  isLatin,
  isSpace,
  isWordUnit,
  runEnd,
} from '../text/characters.ts';
import { stemWord } from '../text/stem-word.ts';
import { isStopWord } from '../words/stop-words.ts';
import {
  type Modifier,
  prefixesEndingWith,
  ratePrepositions,
  suffixesStartingWith,
} from './comparators.ts';
import type { Quantity } from './quantity.ts';
import { readAmount } from './read-amount.ts';
import { readUnit } from './units.ts';

/** Longest prefix form plus slack; keeps the look-back constant. */
const longestPrefix = 20;

/** "by 17:00" is a limit; "by 2 degrees" is not. */
const momentPrefixes = new Set(['by ', 'until ']);

/** What stands before a number and belongs to it, nearest last: 最大, at least, ¥. Never reads before `floor`. */
export function readPrefixes(
  lower: string,
  at: number,
  floor: number,
  isMoment: boolean,
): { readonly start: number; readonly modifiers: readonly Modifier[]; readonly money?: string } {
  const modifiers: Modifier[] = [];
  let start = at;
  let money: string | undefined;
  for (;;) {
    const window = lower.slice(Math.max(floor, start - longestPrefix), start);
    const prefix = prefixesEndingWith(lower.charAt(start - 1)).find(
      (each) =>
        window.endsWith(each.form) &&
        stands(lower, start, each) &&
        (isMoment || !momentPrefixes.has(each.form)),
    );
    if (prefix === undefined) break;
    const currency = '¥$€'.indexOf(prefix.form);
    if (currency >= 0) money = ['yen', 'usd', 'eur'][currency];
    modifiers.unshift(prefix);
    // 上限は5件: the noun is a word of its own.
    if (/[はを]$/.test(prefix.form)) break;
    start -= prefix.form.length;
    if (modifiers.length === 3) break;
  }
  return { start, modifiers, ...(money === undefined ? {} : { money }) };
}

/** A Latin prefix starts a word; 週 and 月 do not end 今週 or 12月. */
function stands(lower: string, end: number, prefix: Modifier): boolean {
  const before = lower.charCodeAt(end - prefix.form.length - 1);
  if (isLatin(prefix.form.charCodeAt(0))) return !isWordUnit(before);
  if (prefix.every === undefined) return true;
  return !isKanji(before) && !isDigit(before);
}

/** What stands after an amount and belongs to it: 以内, or more, per hour. */
export function readSuffixes(
  lower: string,
  at: number,
): {
  readonly end: number;
  readonly modifiers: readonly Modifier[];
  readonly per?: Quantity['per'];
} {
  const modifiers: Modifier[] = [];
  let per: Quantity['per'];
  let end = at;
  for (;;) {
    const rate = per === undefined && modifiers.length === 0 ? readRate(lower, end) : undefined;
    if (rate !== undefined) {
      per = rate.per;
      end = rate.end;
    }
    const from = end;
    const suffix = suffixesStartingWith(lower.charAt(from)).find(
      (each) => lower.startsWith(each.form, from) && closes(lower, from, each),
    );
    if (suffix === undefined || modifiers.length === 3) break;
    modifiers.push(suffix);
    end += suffix.form.length;
  }
  return { end, modifiers, ...(per === undefined ? {} : { per }) };
}

/** 前 and 後 do not open 前日, 後半; a Latin suffix ends a word. */
function closes(lower: string, at: number, suffix: Modifier): boolean {
  const next = lower.charCodeAt(at + suffix.form.length);
  const last = suffix.form.charCodeAt(suffix.form.length - 1);
  if (isLatin(last)) return !isWordUnit(next);
  if (suffix.form === '前' || suffix.form === '後')
    return !'日半者期方'.includes(lower.charAt(at + 1) || ' ');
  if (suffix.form === '間') return !'違引'.includes(lower.charAt(at + 1) || ' ');
  return !(isHiragana(last) && suffix.form === 'まで' && lower.startsWith('もな', at + 2));
}

function readRate(
  lower: string,
  at: number,
): { readonly end: number; readonly per: NonNullable<Quantity['per']> } | undefined {
  const preposition = ratePrepositions.find((each) => lower.startsWith(each, at));
  if (preposition === undefined) return undefined;
  let start = at + preposition.length;
  const number = readAmount(lower, start);
  if (number !== undefined && number.dimension === 'time') {
    return { end: number.end, per: { dimension: 'time', value: number.value } };
  }
  if (isSpace(lower.charCodeAt(start))) start += 1;
  // 10回/時: elsewhere 時 is a time of day.
  if (lower.charAt(start) === '時' && lower.charAt(start + 1) !== '間') {
    return { end: start + 1, per: { dimension: 'time', value: 3600 } };
  }
  const unit = readUnit(lower, start);
  if (unit !== undefined && (unit.dimension === 'time' || unit.dimension === 'month')) {
    return {
      end: start + unit.form.length,
      per: { dimension: unit.dimension, value: unit.factor },
    };
  }
  if (preposition.trim() !== 'per') return undefined;
  const end = runEnd(lower, start, isLatin);
  const noun = lower.slice(start, end);
  if (noun === '' || isStopWord(noun)) return undefined;
  return { end, per: { dimension: unit?.dimension ?? `n:${stemWord(noun)}`, value: 1 } };
}
