import { lowerBound } from '@kanmon/core/kit';
import { compareQuantities, type Quantity, quantityDistance } from '../quantity/quantity.ts';
import { scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii, placesOf } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { boundaryScore } from './boundary.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';

/** Score of another limit that is not the opposite: 3秒未満 for 3秒以内. */
const doubtfulScore = 0.5;

/** Mentions of a quantity in the plan, and the nearest other value. */
export interface QuantityAnswer {
  readonly mentions: readonly Mention[];
  readonly nearest: Mention | undefined;
}

/** Compares a text by value with every quantity of the plan. Equal text counts too. */
export function findQuantity(index: PlanIndex, text: string): QuantityAnswer {
  const wanted = scanQuantities(lowerAscii(normalizeWidth(text.trim()).text))[0]?.quantity;
  if (wanted === undefined) return { mentions: findSameText(index, text), nearest: undefined };
  const mentions: Mention[] = [];
  let nearest: PlanQuantity | undefined;
  for (const each of index.quantities()) {
    const match = compareInPlan(index, wanted, each);
    if (match === 'equal') mentions.push(quantityMention(each, 1));
    else if (match === 'doubtful') mentions.push(quantityMention(each, doubtfulScore));
    else if (match === 'different' && !each.negated && isNearer(wanted, each, nearest))
      nearest = each;
  }
  const isFound = mentions.some((each) => each.score === 1 && !each.negated);
  const same = isFound ? [] : findSameText(index, text);
  return {
    mentions: [...mentions, ...same.filter((each) => !isReadOtherwise(index, each))],
    nearest: nearest && quantityMention(nearest, 0),
  };
}

function compareInPlan(
  index: PlanIndex,
  wanted: Quantity,
  { field, quantity }: PlanQuantity,
): ReturnType<typeof compareQuantities> {
  const match = compareQuantities(wanted, quantity);
  const { per } = wanted;
  // 毎月25日 names a day of the month, not a rate.
  if (match !== 'equal' || per === undefined || wanted.dimension === 'time') return match;
  if (quantity.per !== undefined) return match;
  // "60 calls" answers "60 calls per minute" when the task names the minute elsewhere.
  const isNamed = index
    .quantities()
    .some(
      (other) =>
        other.field.taskIndex === field.taskIndex &&
        other.quantity.dimension === per.dimension &&
        other.quantity.low === per.value,
    );
  return isNamed ? 'equal' : 'doubtful';
}

function isNearer(wanted: Quantity, candidate: PlanQuantity, best?: PlanQuantity): boolean {
  return (
    best === undefined ||
    quantityDistance(wanted, candidate.quantity) < quantityDistance(wanted, best.quantity)
  );
}

function quantityMention({ field, span, negated }: PlanQuantity, score: number): Mention {
  return { field, span, method: 'quantity', score, negated };
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
