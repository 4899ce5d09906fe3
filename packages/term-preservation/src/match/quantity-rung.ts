import { lowerBound } from '@kanmon/core/kit';
import {
  type Quantity,
  compareQuantities,
  daysBetween,
  isCount,
  isNear,
} from '../quantity/quantity.ts';
import { readNumber } from '../quantity/read-number.ts';
import { isCounter } from '../quantity/units.ts';
import { placesOf } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { buildTable } from '../text/lexicon.ts';
import type { Span } from '../vocabulary/terms.ts';
import { boundaryScore } from './boundary.ts';
import {
  isChanged,
  isKin,
  isOther,
  isAsked,
  isTotal,
  isKeptOff,
  isReversed,
  isSlip,
  isTurnedChange,
  isTurnedOver,
  isWithinLimit,
  timesOf,
  leftOver,
  mayBe,
  turning,
} from './changed-quantity.ts';
import { findDerived } from './derived-quantity.ts';
import { findSibling } from './other-name.ts';
import { findCoded } from './trace-rung.ts';
import type { Ladder } from './form-rungs.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';
import {
  compareInPlan,
  day,
  isNamed,
  isRefused,
  isSameLimit,
  mostParts,
  numeral,
  quantityMention,
  readQuantity,
  scores,
} from './plan-quantities.ts';

/** "More than 5 MB is refused" for at most 5 MB, and a range by its two ends. */
const impliedScore = 0.9;

const none = /^(?:different|unrelated)$/;

/** 2 November for 3 November, where another term names the day before. */
const besideDay = /前[日夜]|前の[日晩]|翌[日朝]|\beve\b|\b(?:day|night) (?:before|after)/;

function isNextDay(a: Quantity, b: Quantity): boolean {
  const areDays = a.dimension === 'date' && b.dimension === 'date' && b.low === b.high;
  return areDays && [a.low, a.high].some((end) => daysBetween(b.low % 10_000, end % 10_000) === 1);
}

/** Most times that a rival limit is as large. */
const mostRival = 3;

/** Mentions of a quantity in the plan, and the nearest other value. */
export interface QuantityAnswer {
  readonly mentions: readonly Mention[];
  readonly nearest: Mention | undefined;
}

/**
 * Compares a text by value with every quantity of the plan. Equal text counts too. A value is changed where the plan has
 * another one of its kind that no term asks for and that does not lead to it, and dropped where no number of the plan is
 * left over: one that is left may be the value in a form that cannot be read.
 */
export function findQuantity(ladder: Ladder, text: string): QuantityAnswer {
  const { index, quantities, unnamed, own = [] } = ladder;
  const wanted = readQuantity(text);
  if (wanted === undefined) return { mentions: findSameText(index, text), nearest: undefined };
  const others = quantities.filter((each) => compareQuantities(wanted, each) !== 'equal');
  const mentions: Mention[] = [];
  const different: PlanQuantity[] = [];
  const loose: Mention[] = [];
  const reversed: PlanQuantity[] = [];
  for (const each of index.quantities()) {
    const read = compareInPlan(index, wanted, each);
    const turned = read === 'equal' && isTurnedChange(text, each) ? 'complement' : read;
    const isAllowed =
      turned === 'different' &&
      ((isNextDay(wanted, each.quantity) && besideDay.test(ladder.texts)) ||
        isWithinLimit(wanted, each, text) ||
        isKeptOff(wanted, each, ladder.texts));
    const match = isAllowed ? 'possible' : turned;
    if (match === 'different' && isOther(wanted, each, text) && isChanged(wanted, each, others))
      different.push(each);
    if (match === 'different' || match === 'unrelated') continue;
    const isOpposite = match === 'complement' && isReversed(wanted, each, text);
    if (isOpposite || isTurnedOver(each, match, text)) reversed.push(each);
    else if (match === 'complement' && isRefused(each))
      mentions.push({ ...quantityMention(each, impliedScore), negation: undefined });
    else if (match === 'equal' || isOfSum(own, each) || !isTaken(others, own, each.quantity)) {
      // 10 emitters for 10 mm of rain
      const isOtherThing = !isCount(wanted.dimension) && each.quantity.dimension.startsWith('n:');
      const isLoose = match === 'possible' && (isOtherThing || isAllowed);
      const list = isLoose ? loose : mentions;
      list.push(quantityMention(each, scores[match]));
    }
  }
  mentions.push(
    ...(wanted.low === wanted.high ? findRange(ladder, wanted) : findEnds(index, wanted)),
  );
  const isFound = mentions.some((each) => each.score === 1 && each.negation === undefined);
  const same = isFound ? [] : findSameText(index, text);
  mentions.push(...same.filter((each) => !isReadOtherwise(index, each)));
  const [turned] = reversed;
  if (turned !== undefined && !mentions.some(({ score }) => score >= impliedScore))
    return { mentions: [], nearest: quantityMention(turned, 0) };
  // Scene 41 for scene 41A, where no current is measured.
  const isName = /^\d{1,3}[A-Z]$/.test(text) && mentions.every((each) => each.score < impliedScore);
  if (isName && !index.quantities().some((each) => each.quantity.dimension === wanted.dimension)) {
    const sibling = findSibling(index, text, ladder.texts);
    if (sibling !== undefined) return { mentions: [], nearest: sibling };
  }
  // Within a month, for within two weeks
  const isOtherUnit = ({ dimension, bound }: Quantity): boolean =>
    wanted.dimension + dimension === 'timemonth' && bound !== undefined;
  const isElsewhere = [
    ...different,
    ...index.quantities().filter((each) => isOtherUnit(each.quantity)),
  ].some(
    (each) =>
      unnamed().has(each) &&
      (each.quantity.bound === wanted.bound || each.quantity.low === wanted.low) &&
      timesOf(wanted, each.quantity) < mostRival,
  );
  const known = [...others, ...index.quantities().map(({ quantity }) => quantity)];
  const slip = mentions.some(({ score }) => score >= impliedScore || score === scores.complement)
    ? undefined
    : [...unnamed()].find(
        (each) =>
          !(wanted.bound !== undefined && turning.test(text)) &&
          isSlip(wanted, each.quantity, known) &&
          none.test(compareInPlan(index, wanted, each)) &&
          isOther(wanted, each, text) &&
          !isWithinLimit(wanted, each, text) &&
          !isKeptOff(wanted, each, ladder.texts),
      );
  if (slip !== undefined) return { mentions: [], nearest: quantityMention(slip, 0) };
  if (!isElsewhere) mentions.push(...loose);
  if (mentions.length === 0) mentions.push(...findSpoken(index, wanted));
  if (mentions.length === 0 && !wanted.dimension.startsWith('#'))
    mentions.push(...findDerived(ladder, others, wanted, text));
  if (mentions.length > 0) return { mentions, nearest: undefined };
  // 32 people for four each in eight groups: what the values of the term make together
  const whole = index
    .quantities()
    .find((each) => isAsked(each, own) || isTotal(each, quantities, wanted));
  if (whole !== undefined)
    return { mentions: [quantityMention(whole, scores.rest)], nearest: undefined };
  const free = [...unnamed()];
  const nearest = different.find(
    (each) =>
      unnamed().has(each) && (isSameLimit(wanted, each.quantity, others) || !isAsked(each, others)),
  );
  if (nearest !== undefined) return { mentions, nearest: quantityMention(nearest, 0) };
  mentions.push(...findNumber(index, wanted, others));
  if (mentions.length > 0) return { mentions, nearest: undefined };
  const rest = leftOver(free, others);
  const kin = rest.find(
    (each) =>
      isKin(wanted, each.quantity) &&
      isChanged(wanted, each, others) &&
      isOther(wanted, each, text),
  );
  if (kin !== undefined) return { mentions, nearest: quantityMention(kin, 0) };
  mentions.push(
    ...rest
      .filter(({ quantity }) => mayBe(wanted, quantity))
      .slice(0, 1)
      .map((each) => quantityMention(each, scores.rest)),
  );
  if (mentions.length === 0) mentions.push(...findCoded(index, `${wanted.raw}`));
  return { mentions, nearest: undefined };
}

/** 五分別, 十二等分, 第二工場: the number beside a word that is no known unit. */
function findNumber(
  index: PlanIndex,
  { raw, low, high, dimension }: Quantity,
  others: readonly Quantity[],
): readonly Mention[] {
  const isCounted = isCounter(dimension) || dimension.startsWith('#');
  if (raw < (isCounted ? 2 : fewestDigits) || (isCounted && low !== high)) return [];
  const { text, mentions } = index.folded;
  const measures = index
    .quantities()
    .filter(({ quantity }) => quantity.raw === raw && quantity.low === quantity.high)
    .filter(({ quantity }) => !isCount(quantity.dimension) || isNamed(others, quantity));
  const isMeasure = (mention: Mention): boolean =>
    measures.some(({ field, span }) => field === mention.field && isWithin(mention.span, span));
  return [...text.matchAll(numeral)].flatMap(({ index: at }) => {
    const number = readNumber(text, at);
    if (number?.value !== raw) return [];
    return mentions(at, number.end, 'near', scores.possible).filter((each) => !isMeasure(each));
  });
}

/** A number of a measure from which it is in no text by chance. */
const fewestDigits = 100;

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Words for a value: `dimension value words`. A rate has the dimension of its period after a slash. */
const spoken = /* @__PURE__ */ buildTable(() =>
  String.raw`
ratio 100 \b(?:all|every|each|whole|entire(?:ly)?|full(?:y)?|complete(?:ly)?)\b|全|すべて|残らず|丸ごと
 18 \b(?:adults?|grown-?ups?|minors?)\b
age 20 成人|成年|大人|はたち
age 60 還暦
time 86400 \b(?:around|round) the clock|昼も夜も|day and night|終日|昼夜|一日中|常時|夜通し
time 604800 \b(?:past|last|previous|preceding) week\b|(?:過去|直近|この)の?(?:[1一]|ここ)?週間?|ここ[1一]週間
time/time 0.857143 (?:but|except|excluding) sun|mon(?:day)? ?(?:to|through|till|-|–) ?sat|日曜?.{0,3}(?:除|以外|休)|月曜?日?(?:から|[〜～~-])土
time/time 1 \b(?:around|round) the clock|昼も夜も|day and night|every ?day|daily|昼夜|終日|常時|毎日|無休
time/time 0.7143 mon(?:day)? ?(?:to|through|till|-|–) ?fri|weekdays|平日|月曜?日?(?:から|[〜～~-])金
time 31536000 year-?round|(?:all|whole) year|every day|無休|通年|年中
time/month 2628000 year-?round|(?:all|whole) year|every day|無休|通年|年中
proportion 1 \bequal|same (?:amount|number)|half and half|fifty-fifty|同[じ量数]|等[量分し]|半々
month 1 monthly|per month|月単位|月ごと|毎月|\b(?:past|last|previous|preceding) (?:calendar )?month\b|(?:過去|直近|この)の?[1一](?:か|カ|ヶ)月|先月
clock 1439 midnight|last minute|end of|through|24時|24:00|午前0時|日付が変|当日中|末
#nth 2 (?<=初日[^]{0,200})(?:翌日|次の日)|(?<=\b(?:first day|day (?:one|1))\b[^]{0,200})\b(?:next|following) day\b
times/time 3.4722e-5 \bt\.?d\.?s\b|(?:each|every|with) meals?|morning, (?:noon|midday)|朝.?昼.?[晩夕夜]|毎食|三食
times/time 3.3069e-6 (?:mon|tues|wednes|thurs|fri|satur|sun)days? and (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!曜日?[と、・])[月火水木金土日]曜?日?[と、・][月火水木金土日]曜(?!日?[と、・][月火水木金土日]曜)
times/time 4.9603e-6 (?:mon|tues|wednes|thurs|fri|satur|sun)days?, (?:mon|tues|wednes|thurs|fri|satur|sun)days?,? and (?:mon|tues|wednes|thurs|fri|satur|sun)day|[月火水木金土日]曜?日?[と、・][月火水木金土日]曜?日?[と、・][月火水木金土日]曜
times/time 2.3148e-5 \bb\.?d\.?(?![a-z])|(?:morning|breakfast) .{0,30}(?:evening|night|supper|dinner)|朝(?:食.{1,9})?[晩夕夜]|朝.[晩夕夜]
`
    .split('\n')
    .flatMap((line) => {
      const [, dimension, value, words = ''] = /^(\S*) (\S+) (.+)$/.exec(line) ?? [];
      return words === '' ? [] : [{ dimension, value: Number(value), words: new RegExp(words) }];
    }),
);

const nothing =
  /\b(?:no|not|none|without|never|zero|nothing|negative|free of)\b|な[しくい]|無|ゼロ|零/;

/** Returns the first place of the words for a value: all for 100%, without for 0, around the clock for 24 hours. */
function findSpoken(index: PlanIndex, { dimension, low, raw, per }: Quantity): readonly Mention[] {
  const rate = per === undefined ? dimension : `${dimension}/${per.dimension}`;
  // At 8:00 and at 20:00 for twice a day
  const clocks = index.quantities().filter((each) => each.quantity.dimension === 'clock');
  const isDaily = rate === 'times/time' && per?.value === day && raw > 1;
  const first = clocks.find(
    ({ field }) => isDaily && clocks.filter((each) => each.field === field).length === raw,
  );
  if (first !== undefined) return [quantityMention(first, scores.possible)];
  const value = per === undefined ? low : low / per.value;
  const words =
    raw === 0
      ? nothing
      : spoken.find((each) => each.dimension === rate && isNear(value, each.value, 1e-3))?.words;
  const found = words?.exec(index.plainLower);
  if (found === undefined || found === null) return [];
  const end = found.index + found[0].length;
  return index.plain.mentions(found.index, end, 'near', scores.possible);
}

/** 3回から5回 for 3〜5回, 幅80cm、高さ120cm for 80×120cm: both ends in one task. */
function findEnds(index: PlanIndex, wanted: Quantity): readonly Mention[] {
  const share = wanted.low / wanted.high;
  const [highs = [], lows = []] = [wanted.high, wanted.low].map((end, at) =>
    index.quantities().filter(({ quantity }, place, all) => {
      // Never under 0.3 nor above 0.6 mg: the first end shares the unit.
      const next = all[place + 1]?.quantity;
      const isShort = at === 1 && quantity.dimension === '' && next !== undefined;
      if (isShort && quantity.raw < next.raw && isNear(quantity.raw / next.raw, share)) return true;
      // Below 0.3 mg or above 0.6: the second end shares the unit.
      const isBare = quantity.dimension === '' && quantity.bound !== undefined;
      if (isBare && isNear(quantity.raw, wanted.raw * (at === 1 ? share : 1))) return true;
      const isEdge = wanted.dimension === 'extent' && /^(?:length|px)?$/.test(quantity.dimension);
      const dimension = isEdge ? quantity.dimension : wanted.dimension;
      const edge: Quantity = { dimension, raw: end, low: end, high: end };
      const match = compareQuantities(edge, quantity);
      // From six until ten in the evening, and from four to seven in the afternoon.
      const isHour = dimension === '' && end <= 24 && quantity.dimension === 'clock';
      const isOpen = dimension === 'clock' || (isHour && wanted.high <= 24);
      // Not yet 70 for 69 at most.
      const isBounded = match === 'possible' && quantity.bound !== undefined;
      return match === 'equal' || isBounded || (match === 'possible' && isOpen);
    }),
  );
  // Open again on 16 March for until 15 March: the day beside an end.
  const besides =
    wanted.dimension !== 'date'
      ? []
      : index
          .quantities()
          .filter(
            ({ field, span, quantity }) =>
              isNextDay(wanted, quantity) ||
              (isDay(field, span) &&
                quantity.low === quantity.raw * day &&
                [wanted.low, wanted.high].some(
                  (end) => Math.abs(quantity.raw - (end % 100)) === 1,
                )),
          );
  if (besides.length > 0 && lows.length + highs.length + besides.length > 1)
    return besides.slice(0, 1).map((each) => quantityMention(each, scores.possible));
  const isTogether = (low: PlanQuantity): boolean =>
    highs.some((high) => high.field.taskIndex === low.field.taskIndex);
  return highs.length === 0
    ? []
    : lows.map((low) => quantityMention(low, isTogether(low) ? impliedScore : scores.possible));
}

/** 2 to 4 reviewers, for at least 2 and at most 4, and for from 2 to 4: the ranges of which two terms name the ends. */
function findRange({ index, quantities, request }: Ladder, wanted: Quantity): readonly Mention[] {
  const isWanted = (each: Quantity): boolean =>
    each.low === wanted.low && each.dimension === wanted.dimension && each.bound === wanted.bound;
  const pairs = quantities
    .slice(0, mostParts)
    .flatMap((low) => quantities.slice(0, mostParts).map((high) => [low, high] as const))
    .filter(([low, high]) => low.bound === 'at-least' && high.bound === 'at-most');
  const own = [...pairs, ...(request()?.pairs ?? [])].filter((pair) => pair.some(isWanted));
  if (own.length === 0) return [];
  return index
    .quantities()
    .filter(
      ({ quantity: { dimension, low, high, raw, per } }) =>
        low < high &&
        own.some((pair) =>
          pair.every((end, at) => {
            const edge = at === 0 ? low : high;
            const written = end.dimension === '' ? (edge * raw) / high : edge;
            const isOfUnit = end.dimension === dimension || (end.dimension === '' && at === 0);
            const value = end.dimension === '' ? end.raw * Math.sign(end.low) : end.low;
            return isOfUnit && end.per?.value === per?.value && isNear(value, written);
          }),
        ),
    )
    .map((each) => quantityMention(each, impliedScore));
}

/** Returns true for a value that another term names; twenty to one is the 0:40 of that term. */
function isTaken(others: readonly Quantity[], own: readonly Quantity[], found: Quantity): boolean {
  const isLoose = found.dimension === 'clock' && found.loose === true && found.low === found.high;
  return (
    isNamed(others, found) ||
    (isLoose &&
      others.some(
        (other) =>
          other.dimension === 'clock' &&
          !isNamed(own, other) &&
          compareQuantities(other, found) === 'possible',
      ))
  );
}

/** The 10 of 25+10, for 25 minutes and 10 seconds: both numbers are of one term. */
function isOfSum(own: readonly Quantity[], { field, span }: PlanQuantity): boolean {
  const written = field.original.slice(Math.max(0, span.start - 4), span.end + 4);
  const parts = /(\d{1,4}) ?\+ ?(\d{1,4})/.exec(written)?.slice(1) ?? [];
  return parts.length > 0 && parts.every((part) => own.some(({ raw }) => raw === Number(part)));
}

/** The 21st, 21日; 21日間 is a duration. */
function isDay({ original }: PlanQuantity['field'], { start, end }: Span): boolean {
  return /\d(?:st|nd|rd|th|日)$/.test(original.slice(start, end));
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
