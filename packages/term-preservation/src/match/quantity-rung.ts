import { compareQuantities, type Quantity, quantityDistance } from '../quantity/quantity.ts';
import { scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { boundaryScore } from './boundary.ts';
import { addMention, foldedMention, type Mention } from './mention.ts';
import type { PlanIndex, PlanQuantity } from './plan-index.ts';

/** The limit is another one, though not the opposite: 3秒未満 for 3秒以内. */
const doubtfulScore = 0.5;

/** What a plan says about a quantity: mentions of its value, and the nearest other value. */
interface QuantityAnswer {
  readonly mentions: readonly Mention[];
  readonly nearest?: Mention;
}

/** Compares by value with every quantity of the plan; equal text counts too. */
export function findQuantity(index: PlanIndex, text: string): QuantityAnswer {
  const wanted = parseQuantity(text);
  const mentions: Mention[] = [];
  let nearest: PlanQuantity | undefined;
  if (wanted !== undefined) {
    for (const each of index.quantities()) {
      const match = rate(index, wanted, each);
      if (match === 'equal' || match === 'doubtful')
        mentions.push(toMention(each, match === 'equal' ? 1 : doubtfulScore));
      else if (match === 'different' && !each.negated && isNearer(wanted, each, nearest))
        nearest = each;
    }
  }
  addSameText(index, foldTerm(text), wanted, mentions);
  return { mentions, ...(nearest === undefined ? {} : { nearest: toMention(nearest, 0) }) };
}

/** The quantity that is all of the text, or undefined. */
function parseQuantity(text: string): Quantity | undefined {
  return scanQuantities(lowerAscii(normalizeWidth(text.trim()).text))[0]?.quantity;
}

function rate(
  index: PlanIndex,
  wanted: Quantity,
  each: PlanQuantity,
): ReturnType<typeof compareQuantities> {
  const { quantity } = each.found;
  const match = compareQuantities(wanted, quantity);
  // "60 calls" answers "60 calls per minute" when the task names the minute elsewhere.
  if (match !== 'equal' || wanted.per === undefined || quantity.per !== undefined) return match;
  // 毎月25日 names a day of the month, not a rate.
  if (wanted.dimension === 'time') return match;
  const { per } = wanted;
  const named = index
    .quantities()
    .some(
      (other) =>
        other.field.taskIndex === each.field.taskIndex &&
        other.found.quantity.dimension === per.dimension &&
        other.found.quantity.low === per.value,
    );
  return named ? 'equal' : 'doubtful';
}

function isNearer(
  wanted: Quantity,
  candidate: PlanQuantity,
  best: PlanQuantity | undefined,
): boolean {
  if (best === undefined) return true;
  return (
    quantityDistance(wanted, candidate.found.quantity) <
    quantityDistance(wanted, best.found.quantity)
  );
}

function toMention(each: PlanQuantity, score: number): Mention {
  return { field: each.field, span: each.span, method: 'quantity', score, negated: each.negated };
}

/** Equal text at a boundary, unless the plan goes on with a comparator that the term contradicts. */
function addSameText(
  index: PlanIndex,
  folded: string,
  wanted: Quantity | undefined,
  mentions: Mention[],
): void {
  if (wanted !== undefined && mentions.some((each) => each.score === 1 && !each.negated)) return;
  if (folded === '' || !index.mayHold(folded)) return;
  for (
    let at = index.folded.indexOf(folded);
    at >= 0;
    at = index.folded.indexOf(folded, at + folded.length)
  ) {
    if (boundaryScore(index.folded, at, at + folded.length) < 1) continue;
    const mention = foldedMention(index, at, at + folded.length, 'literal', 1);
    if (mention !== undefined && !isReadOtherwise(index, mention, wanted))
      addMention(mentions, mention);
  }
}

/** The scanner read the place as another value: 3回 in 3回目, 5 in 5〜8件. */
function isReadOtherwise(
  index: PlanIndex,
  mention: Mention,
  wanted: Quantity | undefined,
): boolean {
  if (wanted === undefined) return false;
  const all = index.quantities();
  const isBefore = (each: PlanQuantity): boolean =>
    each.field.foldedStart < mention.field.foldedStart ||
    (each.field === mention.field && each.span.end <= mention.span.start);
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const each = all[middle];
    if (each !== undefined && isBefore(each)) low = middle + 1;
    else high = middle;
  }
  const next = all[low];
  return next !== undefined && next.field === mention.field && next.span.start < mention.span.end;
}
