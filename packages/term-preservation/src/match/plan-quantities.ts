import { clauseAround } from '../negation/clause-edges.ts';
import {
  complements,
  type Quantity,
  type QuantityMatch,
  compareQuantities,
  isCount,
  isNear,
} from '../quantity/quantity.ts';
import { readNumber } from '../quantity/read-number.ts';
import { type QuantitySpan, scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii } from '../text/characters.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { Span } from '../vocabulary/terms.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';

/** Scores of a quantity that is not the same and not another value either. None of them preserves or loses it. */
export const scores = { equal: 1, possible: 0.65, 'other-bound': 0.5, complement: 0.5, rest: 0.26 };

/**
 * Words that turn down what a quantity bounds: with them its complement is the limit that was asked for. "No later than"
 * is a limit itself.
 */
export const refusal =
  /拒否|却下|弾|はじ|断|禁|不可|エラー|ない|せず|受け付け|打ち切|中断|止め|停止|破棄|除|対象外|外[しす]|見送|見合わせ|遠慮|延期|中止|やめ|不合格|タイムアウト|失敗|refus|reject|block|deny|denied|declin|forbid|prevent|error|fail|abort|drop|discard|exclud|call(?:s|ed|ing)? off|cancel|postpone|scrap|ruled? out|\b(?:turn|sen[dt]|throw|leave|left|leaving)(?:s|ed|ing)? (?:[a-z]{1,20} ){0,4}(?:away|back|home|out)\b|stop|time[ds]? ?out|cut off|never|n't|\b(?:not|no) (?!(?:more|less|fewer|later|earlier|longer|shorter|lower|higher|above|over|under|below|after|before)\b)/;

/** 一人で, 1名で: one person and no other. */
export function isAlone({ field, span, quantity }: PlanQuantity): boolean {
  return (
    quantity.raw === 1 &&
    quantity.dimension === 'person' &&
    /^で(?![はもの])/.test(field.original.slice(span.end, span.end + 2))
  );
}

export const numeral =
  /(?<![\da-z])[\da-z]|(?<![一二三四五六七八九十百千])[一二三四五六七八九十百千]/g;

/** Most numbers of a plan and of a request that are combined. */
export const mostParts = 12;

/** Returns the quantities of a plan that no term asks for. */
export function unnamedQuantities(
  index: PlanIndex,
  terms: readonly Quantity[],
): ReadonlySet<PlanQuantity> {
  return new Set(
    index
      .quantities()
      .filter(
        ({ field, span, quantity }) =>
          !stepName.test(field.original.slice(0, span.start)) && !isNamed(terms, quantity),
      ),
  );
}

/** Step 1: the number of a task is no value. */
const stepName = /^\s*(?:step|手順|ステップ) ?$/i;

export function hasNumber(lower: string, value: number): boolean {
  return [...lower.matchAll(numeral)].some(
    ({ index: at }) => readNumber(lower, at)?.value === value,
  );
}

export const day = 86_400;

/** Words of an interval. */
export const periodic = /every|each|ごと|毎|おき|間隔/;

/** Counted things that any noun may name. */
export const openNouns = /^(?:|item|person|user|n:[一-龠])$/;

/** Most times that a changed value is as large: a digit too many, or 200 ms as 2 s. */
export const mostTimes = 10;

/** Returns the quantities of a text, fixed phrases last. */
export function quantitiesIn(text: string): readonly Quantity[] {
  const spans = scanQuantities(lowerAscii(normalizeWidth(text.trim()).text));
  return spans
    .toSorted((a, b) => Number(a.vague) - Number(b.vague))
    .map(({ quantity }) => quantity);
}

/** A text of normal width in lower case, with its quantities. */
export interface LimitedText {
  readonly lower: string;
  readonly quantities: readonly QuantitySpan[];
  /** The values of "from 5 to 10". */
  readonly pairs: readonly (readonly [Quantity, Quantity])[];
}

export function readLimits(text: string): LimitedText {
  const lower = lowerAscii(normalizeWidth(text).text);
  const quantities = scanQuantities(lower);
  const pairs = quantities.flatMap(({ start, quantity }, at) => {
    const first = quantities[at - 1];
    const isPair = first !== undefined && /^(?: to |から)$/.test(lower.slice(first.end, start));
    return isPair ? [[first.quantity, quantity] as const] : [];
  });
  return { lower, quantities, pairs };
}

/** Returns the first quantity of a text: 午前3時 of 毎日午前3時. */
export function readQuantity(text: string): Quantity | undefined {
  return quantitiesIn(text)[0];
}

export function isNamed(others: readonly Quantity[], found: Quantity): boolean {
  return others.some((other) => compareQuantities(other, found) === 'equal');
}

/** At most 20 results, for at most 10: another limit of the same kind. Not $60 or less, for 500 at $0.12 each. */
export function isSameLimit(
  wanted: Quantity,
  { bound, dimension, low }: Quantity,
  others: readonly Quantity[],
): boolean {
  const isSame = bound !== undefined && bound === wanted.bound && dimension === wanted.dimension;
  return isSame && !others.some(({ raw }) => isNear(low, raw * wanted.low));
}

/** Cost: one clause of bounded length. */
export function isRefused({ field, span, negation }: PlanQuantity): boolean {
  return negation !== undefined || refusal.test(clauseAround(field.original, span).toLowerCase());
}

/** 土日を除く5日, five days without weekends: working days. */
const withoutWeekends =
  /(?:土日|週末|休日|土曜).{0,8}(?:除|含め|含ま|数え|カウントし|抜き|別に)|(?:exclud(?:es|ed|ing)|without|except|not (?:counting|including)|leaving out|ignoring|skipping|apart from) (?:the )?(?:weekend|saturday)|weekends? (?:and [a-z ]{3,20} )?(?:not |do not |don't |are not |aren't |excluded)/;

export function compareInPlan(
  index: PlanIndex,
  wanted: Quantity,
  found: PlanQuantity,
): QuantityMatch {
  const { field, quantity, span } = found;
  const isWorkdays =
    wanted.dimension === 'workday' &&
    quantity.dimension === 'time' &&
    quantity.low === quantity.raw * day &&
    withoutWeekends.test(partsAround(field.original, span));
  if (isWorkdays) {
    const { raw } = quantity;
    return compareQuantities(wanted, { ...quantity, dimension: 'workday', low: raw, high: raw });
  }
  if (quantity.dimension === 'extent' && /^(?:length|px)$/.test(wanted.dimension))
    return isSide(wanted, quantity) ? 'equal' : 'unrelated';
  const match = compareLimits(wanted, found);
  const { per } = wanted;
  // "$5 per 15 minutes" names the quarter of an hour; a monthly rent is no deposit of one month.
  const isMonthly = wanted.raw === 1 && wanted.dimension === 'month';
  if (per === undefined && match !== 'equal' && !isMonthly && isOnePeriod(wanted, quantity.per))
    return 'equal';
  // 毎月25日 names a day of the month, not a rate.
  if (match !== 'equal' || per === undefined || wanted.dimension === 'time') return match;
  if (quantity.per !== undefined || (isCount(per.dimension) && per.value === 1)) return match;
  // "60 calls" answers "60 calls per minute" when the task names the minute elsewhere.
  const isPeriodNamed = index
    .quantities()
    .some(
      (other) =>
        other.field.taskIndex === field.taskIndex &&
        other.quantity.dimension === per.dimension &&
        other.quantity.low === per.value,
    );
  return isPeriodNamed ? 'equal' : 'other-bound';
}

/** Compares two limits. "It never drops below 18 degrees" is at least 18, which people use for above 18. */
function compareLimits(wanted: Quantity, found: PlanQuantity): QuantityMatch {
  const { quantity } = found;
  const match = compareQuantities(wanted, quantity);
  const { bound } = quantity;
  const isStrict = bound === 'above' || bound === 'below';
  if (match !== 'different' || !isStrict || !isRefused(found)) return match;
  const turned = compareQuantities(wanted, { ...quantity, bound: complements[bound] });
  return turned === 'other-bound' ? turned : match;
}

/** Returns the text near a span, as far as the parts before and after it. */
function partsAround(text: string, { start, end }: Span): string {
  return text.slice(Math.max(0, start - 30), end + 50).toLowerCase();
}

function isOnePeriod({ dimension, low, high }: Quantity, per: Quantity['per']): boolean {
  return per?.dimension === dimension && per.value === low && low === high;
}

/** 1.2 m in 120 cm × 240 cm. */
function isSide(wanted: Quantity, extent: Quantity): boolean {
  const { dimension } = wanted;
  return [extent.low, extent.high].some(
    (side) =>
      compareQuantities(wanted, { dimension, raw: side, low: side, high: side }) === 'equal',
  );
}

/** A limit in a prohibition ("never more than 3 times") is the limit all the same. */
export function quantityMention(
  { field, span, negation, quantity }: PlanQuantity,
  score: number,
): Mention {
  const isLimit = negation === 'prohibition' && quantity.bound !== undefined;
  return { field, span, method: 'quantity', score, negation: isLimit ? undefined : negation };
}
