import { isDigit, isKanji, isLatin } from '../text/characters.ts';
import { periodMarkers, prefixesStartingWith } from './comparators.ts';
import { type Amount, readAmount } from './read-amount.ts';
import { readUnit } from './units.ts';

/** What a quantity counts: one amount, a range of two, or an amount in a period. */
export interface Counted {
  /** The counted amount; its `end` closes the whole expression. */
  readonly amount: Amount;
  readonly low?: number;
  readonly high: number;
  readonly other: number | undefined;
}

/** 3〜5回, 3-5 days, 9:00-18:00, 3 to 5 days is left to the change rule. */
export function readRange(lower: string, first: Amount): Counted | undefined {
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
export function readPeriod(lower: string, first: Amount): Counted | undefined {
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
