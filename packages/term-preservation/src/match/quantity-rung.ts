import { lowerBound } from '@kanmon/core/kit';
import { clauseAround } from '../negation/clause-edges.ts';
import {
  compareQuantities,
  type Quantity,
  quantityDistance,
  type QuantityMatch,
} from '../quantity/quantity.ts';
import { isCounter } from '../quantity/units.ts';
import { scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii, placesOf } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { boundaryScore } from './boundary.ts';
import type { Ladder } from './form-rungs.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';

/** Scores of a quantity that is not the same and not another value either. None of them preserves or loses it. */
const scores = { equal: 1, 'same-number': 0.65, 'other-bound': 0.5, complement: 0.5 };
/** "More than 5 MB is refused" for at most 5 MB, and a range by its two ends. */
const impliedScore = 0.9;

/** Words that turn down what a quantity bounds: with them its complement is the limit that was asked for. */
const refusal =
  /拒否|却下|弾|はじ|断|禁止|不可|エラー|できない|させない|しない|せず|受け付け|打ち切|中断|止め|停止|破棄|除外|対象外|タイムアウト|失敗|refus|reject|block|deny|denied|declin|forbid|prevent|error|fail|abort|drop|discard|exclud|stop|time[ds]? ?out|cut off|not |never|n't|no /;

/** Mentions of a quantity in the plan, and the nearest other value. */
export interface QuantityAnswer {
  readonly mentions: readonly Mention[];
  readonly nearest: Mention | undefined;
}

/** Compares a text by value with every quantity of the plan. Equal text counts too. */
export function findQuantity({ index, quantities }: Ladder, text: string): QuantityAnswer {
  const wanted = readQuantity(text);
  if (wanted === undefined) return { mentions: findSameText(index, text), nearest: undefined };
  const others = quantities.filter((each) => compareQuantities(wanted, each) !== 'equal');
  const mentions: Mention[] = [];
  let nearest: PlanQuantity | undefined;
  for (const each of index.quantities()) {
    const match = compareInPlan(index, wanted, each);
    if (match === 'unrelated') continue;
    if (match === 'different') {
      if (each.negation !== 'scope' && isNearer(wanted, each, nearest)) nearest = each;
    } else if (match === 'complement' && isRefused(each))
      mentions.push({ ...quantityMention(each, impliedScore), negation: undefined });
    else if (match !== 'same-number' || !isNamed(others, each.quantity))
      mentions.push(quantityMention(each, scores[match]));
  }
  if (wanted.low !== wanted.high) mentions.push(...findEnds(index, wanted));
  if (isCounter(wanted.dimension) && mentions.length === 0 && nearest === undefined)
    mentions.push(...findNumber(index, wanted));
  const parts = index.quantities().filter(({ quantity }) => isPart(wanted, quantity));
  const sum = parts.reduce((total, { quantity }) => total + quantity.low, 0);
  // 平日夜に1回、土曜に1回 for 2回: the parts make the whole.
  if (parts.length > 1 && sum === wanted.low) {
    const [first] = parts;
    if (first !== undefined) mentions.push(quantityMention(first, scores['same-number']));
  }
  const isFound = mentions.some((each) => each.score === 1 && each.negation === undefined);
  const same = isFound ? [] : findSameText(index, text);
  return {
    mentions: [...mentions, ...same.filter((each) => !isReadOtherwise(index, each))],
    nearest: nearest && quantityMention(nearest, 0),
  };
}

/** 五分別, 十二等分: the number of a count beside a word that is no known counter. */
function findNumber(index: PlanIndex, { raw, low, high }: Quantity): readonly Mention[] {
  if (raw < 2 || low !== high) return [];
  return (index.numbers().get(raw) ?? []).flatMap(({ start, end }) =>
    index.folded.mentions(start, end, 'near', scores['same-number']),
  );
}

function isPart(wanted: Quantity, { dimension, low, high, per }: Quantity): boolean {
  const isCount = isCounter(dimension) && wanted.dimension === dimension;
  return isCount && low === high && low < wanted.low && (per ?? wanted.per) === undefined;
}

/** Returns the first quantity of a text. */
export function readQuantity(text: string): Quantity | undefined {
  return scanQuantities(lowerAscii(normalizeWidth(text.trim()).text))[0]?.quantity;
}

function isNamed(others: readonly Quantity[], found: Quantity): boolean {
  return others.some((other) => compareQuantities(other, found) === 'equal');
}

/** Cost: one clause of bounded length. */
function isRefused({ field, span, negation }: PlanQuantity): boolean {
  return negation !== undefined || refusal.test(clauseAround(field.original, span).toLowerCase());
}

/** 3回から5回 for 3〜5回: both ends in one task. */
function findEnds(index: PlanIndex, wanted: Quantity): readonly Mention[] {
  const [lows, highs] = [wanted.low, wanted.high].map((end) =>
    index
      .quantities()
      .filter(
        ({ quantity }) =>
          compareQuantities(
            { dimension: wanted.dimension, raw: end, low: end, high: end },
            quantity,
          ) === 'equal',
      ),
  );
  return (lows ?? [])
    .filter(({ field }) => highs?.some((high) => high.field.taskIndex === field.taskIndex))
    .map((low) => quantityMention(low, impliedScore));
}

function compareInPlan(
  index: PlanIndex,
  wanted: Quantity,
  { field, quantity }: PlanQuantity,
): QuantityMatch {
  if (quantity.dimension === 'extent' && /^(?:length|px)$/.test(wanted.dimension))
    return isSide(wanted, quantity) ? 'equal' : 'unrelated';
  const match = compareQuantities(wanted, quantity);
  const { per } = wanted;
  // 毎月25日 names a day of the month, not a rate.
  if (match !== 'equal' || per === undefined || wanted.dimension === 'time') return match;
  if (quantity.per !== undefined) return match;
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

/** 1.2 m in 120 cm × 240 cm. */
function isSide(wanted: Quantity, extent: Quantity): boolean {
  const { dimension } = wanted;
  return [extent.low, extent.high].some(
    (side) =>
      compareQuantities(wanted, { dimension, raw: side, low: side, high: side }) === 'equal',
  );
}

function isNearer(wanted: Quantity, candidate: PlanQuantity, best?: PlanQuantity): boolean {
  return (
    best === undefined ||
    quantityDistance(wanted, candidate.quantity) < quantityDistance(wanted, best.quantity)
  );
}

/** A limit in a prohibition ("never more than 3 times") is the limit all the same. */
function quantityMention(
  { field, span, negation, quantity }: PlanQuantity,
  score: number,
): Mention {
  const isLimit = negation === 'prohibition' && quantity.bound !== undefined;
  return { field, span, method: 'quantity', score, negation: isLimit ? undefined : negation };
}

/** Returns the places of the same text at a boundary. */
function findSameText({ folded: plan, mayHold }: PlanIndex, text: string): readonly Mention[] {
  const folded = foldTerm(text);
  if (folded === '' || !mayHold(folded)) return [];
  return placesOf(plan.text, folded, folded.length).flatMap((at) => {
    const end = at + folded.length;
    return boundaryScore(plan.text, at, end) < 1 ? [] : plan.mentions(at, end, 'literal', 1);
  });
}

/** Returns true when the scanner read the place as another value: 3回 in 3回目, 5 in 5〜8件. */
function isReadOtherwise(index: PlanIndex, { field, span }: Mention): boolean {
  const all = index.quantities();
  const next = lowerBound(
    all,
    (each) =>
      each.field.order < field.order || (each.field === field && each.span.end <= span.start),
  );
  const read = all[next];
  return read !== undefined && read.field === field && read.span.start < span.end;
}
