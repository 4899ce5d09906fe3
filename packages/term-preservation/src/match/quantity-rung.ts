import { lowerBound } from '@kanmon/core/kit';
import { clauseAround, clauseEnd, clauseStart } from '../negation/clause-edges.ts';
import {
  compareQuantities,
  daysBetween,
  isCount,
  isNear,
  type Quantity,
  type QuantityMatch,
} from '../quantity/quantity.ts';
import { isCounter, openUnits } from '../quantity/units.ts';
import { scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii, placesOf } from '../text/characters.ts';
import { buildTable, stemWord } from '../text/lexicon.ts';
import { readNumber } from '../quantity/read-number.ts';
import type { Span } from '../vocabulary/terms.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { isStopWord } from '../words/stop-words.ts';
import { boundaryScore } from './boundary.ts';
import { mentionsOf } from './cover-rung.ts';
import { findCoded, findSibling } from './exact-rungs.ts';
import type { Ladder } from './form-rungs.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';

/** Scores of a quantity that is not the same and not another value either. None of them preserves or loses it. */
const scores = { equal: 1, possible: 0.65, 'other-bound': 0.5, complement: 0.5, rest: 0.26 };
/** "More than 5 MB is refused" for at most 5 MB, and a range by its two ends. */
const impliedScore = 0.9;
/** The value and every word of a term, in any order. */
const spelledScore = 0.9;

/** Words that turn down what a quantity bounds: with them its complement is the limit that was asked for. */
const refusal =
  /拒否|却下|弾|はじ|断|禁|不可|エラー|ない|せず|受け付け|打ち切|中断|止め|停止|破棄|除外|対象外|タイムアウト|失敗|refus|reject|block|deny|denied|declin|forbid|prevent|error|fail|abort|drop|discard|exclud|stop|time[ds]? ?out|cut off|not |never|n't|no /;

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
  const { index, quantities, unnamed } = ladder;
  const wanted = readQuantity(text);
  if (wanted === undefined) return { mentions: findSameText(index, text), nearest: undefined };
  const others = quantities.filter((each) => compareQuantities(wanted, each) !== 'equal');
  const mentions: Mention[] = [];
  const different: PlanQuantity[] = [];
  for (const each of index.quantities()) {
    const read = compareInPlan(index, wanted, each);
    const turned = read === 'equal' && isTurnedChange(text, each) ? 'complement' : read;
    const isAllowed = turned === 'different' && isWithinLimit(wanted, each.quantity);
    const match = isAllowed
      ? 'possible'
      : turned === 'possible' && isOtherThird(wanted, each)
        ? 'different'
        : turned;
    if (match === 'different' && isOther(wanted, each, text) && isChanged(wanted, each, others))
      different.push(each);
    if (match === 'different' || match === 'unrelated') continue;
    if (match === 'complement' && isRefused(each))
      mentions.push({ ...quantityMention(each, impliedScore), negation: undefined });
    else if (match !== 'possible' || !isNamed(others, each.quantity))
      mentions.push(quantityMention(each, scores[match]));
  }
  if (wanted.low !== wanted.high) mentions.push(...findEnds(index, wanted));
  const isFound = mentions.some((each) => each.score === 1 && each.negation === undefined);
  const same = isFound ? [] : findSameText(index, text);
  mentions.push(...same.filter((each) => !isReadOtherwise(index, each)));
  // Scene 41 for scene 41A, where no current is measured.
  const isName = /^\d{1,3}[A-Z]$/.test(text) && mentions.every((each) => each.score < impliedScore);
  if (isName && !index.quantities().some((each) => each.quantity.dimension === wanted.dimension)) {
    const sibling = findSibling(index, text, ladder.texts);
    if (sibling !== undefined) return { mentions: [], nearest: sibling };
  }
  const target = different.find((each) => unnamed().has(each) && isTarget(each, index, others));
  if (mentions.length === 0 && target !== undefined)
    return { mentions, nearest: quantityMention(target, 0) };
  if (mentions.length === 0) mentions.push(...findSpoken(index, wanted));
  if (mentions.length === 0 && !wanted.dimension.startsWith('#'))
    mentions.push(...findDerived(ladder, others, wanted, text));
  if (mentions.length > 0) return { mentions, nearest: undefined };
  const free = unnamed();
  const nearest = different.find((each) => free.has(each));
  if (nearest !== undefined) return { mentions, nearest: quantityMention(nearest, 0) };
  if (isCounter(wanted.dimension)) mentions.push(...findNumber(index, wanted, others));
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

/** Words beside a value that turn it around: a change for less or more, and the place in an order. */
const opposites = [
  [
    /割引|引き|値引|値下|減|\boff\b|discount|cheaper|reduc|decreas/,
    /割増|増し|値上|増や|上乗せ|surcharge|dearer|premium|increas/,
  ],
  [/\bfirst \d|最初の|先頭/, /\blast \d|最後の|末尾/],
] as const;

/** 3割増し for 3割引, the last 20 pages for the first 20: the same amount the other way. */
function isTurnedChange(text: string, { field, span }: PlanQuantity): boolean {
  const clause = clauseAround(field.original, span).toLowerCase();
  const asked = text.toLowerCase();
  return opposites.some(([one, other]) => {
    const [before, after] = [asked, clause].map(
      (each) => Number(one.test(each)) - Number(other.test(each)),
    );
    return before !== 0 && before === -(after ?? 0);
  });
}

/** 430 euros for under 500, and from 6:30 to 7:50 for before eight: a plan may choose a value that the limit allows. */
function isWithinLimit(wanted: Quantity, found: Quantity): boolean {
  const { bound, side, dimension, low: limit } = wanted;
  const isMoment = dimension === 'clock' || dimension === 'date';
  if ((bound ?? (isMoment ? side : undefined)) === undefined) return false;
  // After nine absences, for more than three, is another limit; a week later is a duration.
  if (found.bound !== undefined || (found.side !== undefined && dimension !== 'time')) return false;
  const scale = dimension === found.dimension ? 1 : openUnits[dimension]?.[found.dimension];
  if (scale === undefined || wanted.per?.value !== found.per?.value) return false;
  const isUpper = bound === 'at-most' || bound === 'below' || side === 'before';
  const room = isUpper ? limit * scale - found.high : found.low - limit * scale;
  // Midnight is after 11:30 pm.
  return dimension === 'clock' ? (room + 1440) % 1440 < 720 : room > 0;
}

/** The part of a month beside its name, and its first and last day. */
const thirds = [
  [/初め|上旬|\bearly[ -]$/, 1, 10],
  [/半ば|中旬|\bmid[ -]$/, 8, 22],
  [/下旬|末|\blate[ -]$/, 20, 31],
] as const;

/** 6月中旬 for 3 June: a part of the month in which the day is not. */
function isOtherThird({ dimension, low, high }: Quantity, found: PlanQuantity): boolean {
  if (dimension !== 'date' || low !== high || found.quantity.dimension !== 'calendar-month')
    return false;
  const { field, span } = found;
  const beside = [
    field.original.slice(Math.max(0, span.start - 8), span.start).toLowerCase(),
    field.original.slice(span.end, span.end + 3),
  ];
  const [, first, last] = thirds.find(([words]) => beside.some((text) => words.test(text))) ?? [];
  const own = low % 100;
  return first !== undefined && last !== undefined && (own < first || own > last);
}

/** Words of an interval. */
const periodic = /every|each|ごと|毎|おき|間隔/;
/** On the 29th, 毎月5日: a day that is no duration. */
const dayOfMonth = /\d(?:st|nd|rd|th)$|[毎翌]月\d+日/;
const ordinal = /\d(?:st|nd|rd|th)(?![a-z])/;

/** the last 7 days, 直近3か月 */
const lookBack = /^(?:the )?(?:last|past|previous) |過去|直近|この\d/i;

/** The notes on Tuesday and the release "two days after", for notes two days ahead of it. */
function isSeenFromOtherEnd(wanted: Quantity, found: Quantity, after: string): boolean {
  return (
    wanted.side === 'before' &&
    found.side === 'after' &&
    wanted.dimension === 'time' &&
    isNear(wanted.low, found.low) &&
    /^(?:に(?:なる)?)?\s*(?:$|[.,;)。、])/.test(after)
  );
}

/** One person alone may not do it, for at least two: the rest, which the plan turns down. */
function isRefusedRest({ low }: Quantity, found: PlanQuantity): boolean {
  const { bound, low: other } = found.quantity;
  return bound === undefined && Math.abs(low - other) === 1 && isRefused(found);
}

/** Returns false for a value that the plan rules out, and for "monthly" where no frequency is asked for. */
function isOther(wanted: Quantity, found: PlanQuantity, text: string): boolean {
  const { field, span, quantity, negation } = found;
  if (isRefusedRest(wanted, found)) return false;
  const written = field.original.slice(Math.max(0, span.start - 2), span.end);
  // A day of the month is no duration, except where the text may name one, too.
  const mayBeDay =
    ordinal.test(text) || (wanted.raw <= 31 && wanted.low === wanted.raw * day && /日/.test(text));
  if (wanted.dimension === 'time' && dayOfMonth.test(written) && !mayBeDay) return false;
  // "two days after" is no part of the last seven days.
  if (lookBack.test(text) && quantity.side === 'after') return false;
  if (isSeenFromOtherEnd(wanted, quantity, field.original.slice(span.end))) return false;
  const isWord = quantity.raw === 1 && quantity.dimension === 'times';
  // Fed every day, for twice: in the morning and the evening.
  const isRate = wanted.per !== undefined || quantity.per === undefined;
  const isPeriodic = (wanted.dimension === 'times' && isRate) || periodic.test(text);
  // "every 20" shares the unit of another number.
  if (wanted.dimension === '' && isPeriodic && wanted.low < 100) return false;
  const isRuledOut = negation !== undefined && quantity.bound === undefined;
  return negation !== 'scope' && !isRuledOut && (!isWord || isPeriodic);
}

/** 5MBから10MBへ: the value to which the plan changes one that another term names. */
function isTarget(
  { field, span }: PlanQuantity,
  index: PlanIndex,
  others: readonly Quantity[],
): boolean {
  return index.quantities().some((from) => {
    const between = field.original.slice(from.span.end, span.start);
    return (
      from.field === field &&
      // 50万円から30万円引き下げる: the amount of the change.
      !/^(?:分|ほど)?(?:だけ)?(?:引き?|値)?[上下増減引足]/.test(
        field.original.slice(span.end, span.end + 6),
      ) &&
      /^(?: to |から|→| ?-> ?)$/.test(between) &&
      isNamed(others, from.quantity)
    );
  });
}

/** A value of a text at its place, and the words between it and the values beside it. */
interface Labelled {
  readonly quantity: Quantity;
  readonly words: readonly string[];
  /** The texts before and after it, as far as the next value. */
  readonly before: string;
  readonly after: string;
}

/** Returns the values of a text, each with the words beside it. */
export function labelledIn(text: string): readonly Labelled[] {
  const lower = lowerAscii(normalizeWidth(text.trim()).text);
  return scanQuantities(lower).map(({ start, end, quantity }, at, all) => {
    const before = lower.slice(all[at - 1]?.end ?? 0, start);
    const after = lower.slice(end, all[at + 1]?.start);
    return { quantity, words: labelsOf(`${before}0${after}`), before, after };
  });
}

/** Returns the words of a text that carry a meaning, and a kanji right beside the 0 that is in the place of a value. */
function labelsOf(text: string): readonly string[] {
  const words = text.match(/[一-龠]0|[a-z]?[一-龠ァ-ヶー]{2,}|[a-z][一-龠]|[a-z]{3,}/g) ?? [];
  return words.filter((word) => !isStopWord(word)).map(stemWord);
}

/**
 * Returns the value that the plan gives to the thing of a term instead of that of the term: 会員2,000円、一般1,500円 for
 * 会員1,500円, and six vegetarian plates for "nine are vegetarian".
 */
export function findChanged(ladder: Ladder, text: string): Mention | undefined {
  const labelled = labelledIn(text);
  return labelled
    .map((each) => findBeside(ladder, each, text, labelled.length === 1))
    .concat(findListed(ladder, labelled))
    .find((each) => each !== undefined);
}

function isWith(part: string, words: readonly string[]): boolean {
  return words.some((word) => part.includes(word));
}

function findBeside(
  ladder: Ladder,
  { quantity: wanted, words, before }: Labelled,
  text: string,
  isOnly: boolean,
): Mention | undefined {
  const { index, quantities, labels, unnamed } = ladder;
  const read = index.quantities().map((each) => ({
    each,
    part: partAround(each).toLowerCase(),
    match: compareQuantities(wanted, each.quantity),
  }));
  if (!read.some(({ part, match }) => match !== 'equal' && isWith(part, words))) return undefined;
  const others = quantities.filter((each) => compareQuantities(wanted, each) !== 'equal');
  const alike = others.filter((each) => each.dimension === wanted.dimension);
  const foreign = labels()
    .filter((each) => isNamed(alike, each.quantity))
    .flatMap((each) => each.words);
  const label = words.filter((word) => !foreign.some((other) => other.startsWith(word)));
  const alien = foreign.filter((word) => !label.some((own) => own.includes(word)));
  const isElsewhere = read.some(({ match }) => match === 'equal');
  if (read.some(({ match, part }) => match === 'equal' && isWith(part, label))) return undefined;
  const isPossible = read.some(({ match }) => match !== 'different' && match !== 'unrelated');
  if (isPossible && !isElsewhere) return undefined;
  const moved = read.find(
    ({ each, match, part }) =>
      match !== 'equal' &&
      isWith(part, label) &&
      !isWith(part, alien) &&
      (isElsewhere
        ? isOnly && isNamed(alike, each.quantity)
        : unnamed().has(each) &&
          isOther(wanted, each, text) &&
          isChanged(wanted, each, others) &&
          !isWithinLimit(wanted, each.quantity) &&
          isOfKind(wanted, each.quantity, match, before === '')),
  );
  const isDerived =
    !isElsewhere && moved !== undefined && findDerived(ladder, others, wanted, text).length > 0;
  return moved && !isDerived ? quantityMention(moved.each, 0) : undefined;
}

/** Returns true for a value that takes the place of another one beside the same word. */
function isOfKind(
  wanted: Quantity,
  found: Quantity,
  match: QuantityMatch,
  isCounted: boolean,
): boolean {
  // Year 9 is a name, and no count.
  if (found.raw === 1 || wanted.low !== wanted.high || wanted.dimension + found.dimension === '')
    return false;
  const areCounts = isCounted && wanted.dimension === '' && isCount(found.dimension);
  return match === 'different' || isKin(wanted, found) || areCounts;
}

const listMark = /^(?:[,、・と]| |and|or|および|及び)+$/;
/** Fewest values of a list. */
const fewestListed = 3;

/** Districts 4 and 5 for 4, 5 and 9: all values of a list but one. */
function findListed({ index }: Ladder, labelled: readonly Labelled[]): Mention | undefined {
  const read = index.quantities();
  const missing = labelled.filter(
    ({ quantity }) =>
      !hasNumber(index.plainLower, quantity.raw) && !read.some((each) => isTrace(quantity, each)),
  );
  const [wanted] = missing;
  if (missing.length !== 1 || !wanted?.quantity.raw || labelled.length < fewestListed)
    return undefined;
  const kept = labelled.filter((each) => each !== wanted);
  const isList = labelled.every(
    ({ quantity, before }, at) =>
      quantity.dimension === wanted.quantity.dimension && (at === 0 || listMark.test(before)),
  );
  if (!isList) return undefined;
  const last = read.findLast((other) =>
    kept.every(({ quantity }) =>
      read.some((each) => each.field === other.field && isTrace(quantity, each)),
    ),
  );
  return last && quantityMention(last, 0);
}

/** Returns true for a value of the plan that may be the wanted one, and for a range around it. */
function isTrace(wanted: Quantity, { quantity }: PlanQuantity): boolean {
  const { dimension, low, high } = quantity;
  const isAround = /^$|^clock$/.test(dimension + wanted.dimension) && low < high;
  if (isAround && low <= wanted.low && wanted.high <= high) return true;
  return !/^(?:different|unrelated)$/.test(compareQuantities(wanted, quantity));
}

/** Returns the clause around a quantity with 0 for its number, or its part beside "and". */
function partAround({ field: { original }, span: { start, end } }: PlanQuantity): string {
  const before = original.slice(clauseStart(original, start), start);
  const [after = ''] = original.slice(end, clauseEnd(original, end)).split(' and ');
  return `${before.slice(Math.max(0, before.lastIndexOf(' and ')))}0${after} ${original.slice(start, end)}`;
}

/** Returns the free values that two terms do not give either. */
function leftOver(
  free: ReadonlySet<PlanQuantity>,
  terms: readonly Quantity[],
): readonly PlanQuantity[] {
  const parts = terms.slice(0, mostParts);
  const isAsked = (found: Quantity): boolean =>
    parts.some(
      (a) =>
        compareQuantities(a, found) === 'possible' ||
        parts.some((b) => a !== b && givesEnd(found, a, b)),
    );
  return [...free]
    .slice(0, mostParts)
    .filter((each) => (each.quantity.raw !== 1 || isAlone(each)) && !isAsked(each.quantity))
    .filter(
      ({ field, span }) =>
        !/^an? (?:day|week|hour|minute)$/.test(field.original.slice(span.start, span.end)),
    );
}

/** 一人で, 1名で: one person and no other. */
function isAlone({ field, span, quantity }: PlanQuantity): boolean {
  return (
    quantity.raw === 1 &&
    quantity.dimension === 'person' &&
    /^で(?![はもの])/.test(field.original.slice(span.end, span.end + 2))
  );
}

/** Dimensions of one kind of value. */
const kinds = [
  /^(?:time|month|workday)$/,
  /^(?:degree|fahrenheit)$/,
  /^(?:ratio|fold|proportion)$/,
  /^(?:yen|usd|eur|gbp|cny|krw|cent|p)$/,
  /^(?:length|extent|px|scanlines)$/,
  /^(?:date|calendar-month)$/,
] as const;

/** Counted things that any noun may name. */
const openNouns = /^(?:|item|person|user|n:[一-龠])$/;

/** Returns true for a value that can only be another one of the same kind. */
function isKin(wanted: Quantity, found: Quantity): boolean {
  const { dimension: own } = wanted;
  const { dimension: other } = found;
  // Nothing from August on, for until the end of July.
  if (own === 'date' && other === 'calendar-month' && isBesideMonth(wanted.low % 10_000, found.low))
    return false;
  const kind = kinds.find((each) => each.test(own));
  if (kind !== undefined || !isCount(own)) return kind?.test(other) ?? own === other;
  // Seniors from 60 years, for 65
  if (!isCount(other))
    return own === '' && wanted.low > 0 && other === 'month' && found.low % 12 === 0;
  // 57 chairs for 六脚: nouns of two languages cannot be compared.
  const isMixed =
    [own, other].every((each) => each.startsWith('n:')) &&
    /[a-z]/.test(own.slice(2)) !== /[a-z]/.test(other.slice(2));
  if (own === other || isMixed) return true;
  // 100 people for 120 guests; no other noun, and not two floors for 45 booths.
  const isGeneral = openNouns.test(other) || (openNouns.test(own) && other.startsWith('n:'));
  const isNoun = openNouns.test(own) || own.startsWith('n:');
  const areLimits = isNoun && wanted.bound !== undefined && found.bound !== undefined;
  const isLarge = Math.min(wanted.raw, found.raw) > mostTimes;
  return isGeneral && (isLarge || areLimits) && timesOf(wanted, found) < mostTimes + 1;
}

/** Returns true for the first or one of the last days of a month and the month beside it. */
function isBesideMonth(date: number, month: number): boolean {
  const own = Math.floor(date / 100);
  return date % 100 === 1 ? month % 12 === own - 1 : date % 100 >= 28 && own % 12 === month - 1;
}

/** Most times that a changed value is as large: a digit too many, or 200 ms as 2 s. */
const mostTimes = 10;

/**
 * A measure changes by a digit or a unit. Where the request has others of its kind, one of another size may be what
 * they make together: 12,200 yen for two courses and a discount of 1,000.
 */
function isChanged(
  wanted: Quantity,
  { quantity: found }: PlanQuantity,
  others: readonly Quantity[],
): boolean {
  const { dimension, raw } = wanted;
  // Nine or more are turned down for at most eight, another term.
  if (others.some((each) => compareQuantities(each, found) === 'complement')) return false;
  // 6 is no 24,000.
  const isBare = dimension === '' && found.dimension === '' && wanted.low === wanted.high;
  if (isBare && Number.isInteger(raw) && !Number.isInteger(found.raw)) return false;
  if (isBare && found.raw > 0 && timesOf(wanted, found) > mostTimes ** 2) return false;
  const isLike = raw === found.raw || dimension !== found.dimension || isCount(dimension);
  return (
    isLike ||
    !others.some((each) => each.dimension === dimension) ||
    timesOf(wanted, found) <= mostTimes * (1 + 1e-9)
  );
}

/** Returns how many times as large the larger of two values is. */
function timesOf({ low: a }: Quantity, { low: b }: Quantity): number {
  return Math.max(Math.abs(a), Math.abs(b)) / Math.min(Math.abs(a), Math.abs(b));
}

/** Measures that no other one can express. Days are left out: a plan may count meals or sessions instead. */
const closed =
  /^(?:time|degree|fahrenheit|yen|usd|eur|gbp|length|mass|litre|byte|bit|decibel|volt|watt|proportion)$/;

/** A place is no count, and a temperature no price. The same number may have a unit that was read wrongly. */
function mayBe(wanted: Quantity, found: Quantity): boolean {
  const { dimension: own, low, raw } = wanted;
  const { dimension: other } = found;
  // A seed of 1337 is no rate of 0.03.
  if (own + other === '' && raw >= 100 && found.raw < 1) return false;
  const isDays = own === 'time' && low === raw * day;
  if (closed.test(own) && !isDays && raw !== found.raw && found.per === undefined) {
    if (closed.test(other))
      return own === other || kinds.some((each) => each.test(own) && each.test(other));
    // 54 °C is no 24-bit, and 1.5 t no time of day.
    if (isCounter(other) || other === 'date' || (other === 'clock' && own !== 'time')) return false;
  }
  return !own.startsWith('#') || other.startsWith('#') || other === '';
}

const numeral = /(?<![\da-z])[\da-z]|(?<![一二三四五六七八九十百千])[一二三四五六七八九十百千]/g;

/** 五分別, 十二等分: the number of a count beside a word that is no known counter. */
function findNumber(
  index: PlanIndex,
  { raw, low, high }: Quantity,
  others: readonly Quantity[],
): readonly Mention[] {
  if (raw < 2 || low !== high) return [];
  const { text, mentions } = index.folded;
  const measures = index
    .quantities()
    .filter(({ quantity }) => !isCount(quantity.dimension) || isNamed(others, quantity));
  const isMeasure = (mention: Mention): boolean =>
    measures.some(({ field, span }) => field === mention.field && isWithin(mention.span, span));
  return [...text.matchAll(numeral)].flatMap(({ index: at }) => {
    const number = readNumber(text, at);
    if (number?.value !== raw) return [];
    return mentions(at, number.end, 'near', scores.possible).filter((each) => !isMeasure(each));
  });
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Most numbers of a plan and of a request that are combined. */
const mostParts = 12;

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

/** 14から16, from row 5 to row 60: a change or a range of numbers without a unit. */
const change = /(?<![\d.:])(\d{1,2})(?:から| to (?:[a-z]+ )?|→)(\d{1,2})$/;

function hasNumber(lower: string, value: number): boolean {
  return [...lower.matchAll(numeral)].some(
    ({ index: at }) => readNumber(lower, at)?.value === value,
  );
}

/** Returns true when the plan nowhere has the number to which a term leads. Its first number may go without saying. */
export function isTargetLost({ plainLower, quantities }: PlanIndex, text: string): boolean {
  const [, first = 0, second = 0] = change.exec(lowerAscii(normalizeWidth(text).text)) ?? [];
  const target = Number(second);
  if (target === 0 || new RegExp(`(?<!\\d)${target}(?!\\d)`).test(plainLower)) return false;
  return (
    !hasNumber(plainLower, target) &&
    !quantities().some(({ quantity: { low, high, raw } }) =>
      // From 8 for six hours
      [raw, low, high, low / 60, high / 60, low / 3600 + Number(first)].some(
        (end) => end === target || end === target + 12,
      ),
    )
  );
}

/** Flour and 2,500 g for 2.5 kg of flour: tasks with all values of a term and all its other words. */
export function findSpelled(ladder: Ladder, text: string): readonly Mention[] {
  const labelled = labelledIn(text);
  const rest = labelled.map(({ before, after }) => `${before} ${after}`).join(' ');
  const words = (rest.match(/[a-z][a-z'-]+|[一-龠]+|[ァ-ヶー]+/g) ?? []).filter(
    (word) => !isStopWord(word),
  );
  const found = words.map((word) => mentionsOf(ladder, foldTerm(word)));
  const [first, ...others] = labelled.map(({ quantity }) =>
    ladder.index
      .quantities()
      .filter(
        (each) =>
          each.negation === undefined &&
          each.quantity.rounded === quantity.rounded &&
          compareInPlan(ladder.index, quantity, each) === 'equal' &&
          !isTurnedChange(text, each),
      ),
  );
  if (first === undefined || words.length === 0) return [];
  return first
    .filter(({ field: { taskIndex } }) =>
      [...others, ...found].every((each) =>
        each.some(({ field, negation }) => field.taskIndex === taskIndex && negation === undefined),
      ),
    )
    .map((each) => quantityMention(each, spelledScore));
}

/** Words of a plan that count something two times. */
const doubling = /直径|往復|両方|diameter|round trip|both/;
const two: Quantity = { dimension: 'fold', low: 2, raw: 2, high: 2 };
/** Numbers of smaller periods in a year, a month, a week, a day or an hour. */
const periodParts = [4, 5, 7, 12, 24, 30, 52, 60, 365];

/** 18 and 18 for 36, 12:45 for 20 minutes before 13:05: one step of arithmetic leads to the value. */
function findDerived(
  { index, unnamed, texts }: Pick<Ladder, 'index' | 'unnamed' | 'texts'>,
  others: readonly Quantity[],
  wanted: Quantity,
  text: string,
): readonly Mention[] {
  const asked = [...(doubling.test(index.plainLower + texts) ? [two] : []), ...others].slice(
    0,
    mostParts,
  );
  // 15分おき is another interval than 5分ごと, with three of something.
  const isRival = ({ field, span, quantity }: PlanQuantity): boolean =>
    periodic.test(text) &&
    quantity.dimension === wanted.dimension &&
    periodic.test(field.original.slice(span.start, span.end));
  const free = [...unnamed()].slice(0, mostParts);
  // 4 weeks after the first 8 for 12 weeks, where "8" shares the unit of another term.
  asked.push(
    ...index
      .quantities()
      .map(({ quantity }) => quantity)
      .filter(
        (each) =>
          each.dimension === wanted.dimension &&
          each.low !== wanted.low &&
          !isCount(each.dimension),
      )
      .slice(0, mostParts),
  );
  const sum = findSum(index, wanted) ?? findRate(index, wanted);
  if (sum !== undefined) return [quantityMention(sum, scores.possible)];
  // One person alone and one of something else are not two people.
  const parts = free
    .filter((each) => !isAlone(each))
    .flatMap((each) => endsOf(each.quantity).map((part) => ({ part, each })));
  const found = parts.find(({ part, each }) => {
    // Six plates in one task and three servers in another one are not nine of anything.
    const own = parts
      .filter(
        (other) =>
          other.each.field === each.field ||
          !isCount(part.dimension) ||
          !isCount(other.part.dimension),
      )
      .map((other) => other.part);
    return (
      isInstalment(wanted, part) ||
      asked.some((other) => isAllotted(wanted, part, other)) ||
      own.some(
        (other) =>
          other !== part && (givesCount(wanted, part, other) || givesTotal(wanted, part, other)),
      ) ||
      // 25 where others pay 40, for 15 less
      (comparing.test(text) &&
        asked.some(
          (other) =>
            [wanted, part, other].every(({ dimension }) => dimension === '') &&
            isNear(Math.abs(other.low - part.low), wanted.low),
        )) ||
      [...asked, ...own].some(
        (other) =>
          other !== part &&
          (!isRival(each) || /^(?:fold|ratio)$/.test(other.dimension)) &&
          (givesEnd(wanted, part, other) || givesEnd(wanted, other, part)),
      )
    );
  });
  return found === undefined ? [] : [quantityMention(found.each, scores.possible)];
}

/** S 100枚, M 200枚, L 100枚 for 400枚: the values of one kind in a task make the wanted one together. */
function findSum(
  index: PlanIndex,
  { dimension, low, high, per }: Quantity,
): PlanQuantity | undefined {
  if (low !== high || per !== undefined || low <= 1) return undefined;
  return index.quantities().find(({ field, quantity }, at, all) => {
    let sum = quantity.low;
    let count = 1;
    for (let next = at + 1; count < mostParts; next += 1) {
      const other = all[next];
      if (other?.field !== field || other.quantity.dimension !== quantity.dimension) break;
      sum += other.quantity.low;
      count += 1;
      if (count > 2 && isNear(sum, low))
        return isCount(dimension) ? isCount(quantity.dimension) : dimension === quantity.dimension;
    }
    return false;
  });
}

/** 100㎡に2kg for 1㎡あたり20g, 1 g in half a litre for 2 g per litre: two neighbours give the wanted rate. */
function findRate(
  index: PlanIndex,
  { dimension, low, high, per }: Quantity,
): PlanQuantity | undefined {
  if (low !== high || per === undefined) return undefined;
  return index.quantities().find(({ field, quantity: one, span }, at, all) => {
    const next = all[at + 1];
    if (next?.field !== field || next.span.start - span.end > farthestRate) return false;
    const other = next.quantity;
    return [
      [one, other],
      [other, one],
    ].some(
      ([count, period]) =>
        count?.dimension === dimension &&
        period?.dimension === per.dimension &&
        isNear(count.low / period.low, low / per.value),
    );
  });
}

/** Most units between a value and what it is counted for. */
const farthestRate = 12;

/** 5.2 and 5.8 of 5.2 to 5.8 Nm. */
function endsOf(quantity: Quantity): readonly Quantity[] {
  const { low, high } = quantity;
  if (low === high) return [quantity];
  return [low, high].filter(Boolean).map((end) => ({ ...quantity, low: end, high: end }));
}

/** Ten euros each month for 120 euros a year. */
function isInstalment(wanted: Quantity, { dimension, low, per }: Quantity): boolean {
  const isRate = wanted.per !== undefined && per === undefined && wanted.dimension === dimension;
  return isRate && periodParts.some((count) => isNear(low * count, wanted.low));
}

/** Four adults and 28 pupils for one adult for every 7 pupils. */
function isAllotted({ dimension, low, per }: Quantity, part: Quantity, all: Quantity): boolean {
  if (per === undefined || part.dimension !== dimension || part.low !== part.high) return false;
  const areCounts = isCount(dimension) && isCount(per.dimension) && isCount(all.dimension);
  return areCounts && part.low === Math.ceil((all.low * low) / per.value);
}

/** Words of a difference. */
const comparing = /less|more|cheaper|extra|off|安|高|引|差|増|減|遅|早/;

/** Five boxes a week for twelve weeks are 60 boxes. */
function givesTotal(wanted: Quantity, { dimension, low, per }: Quantity, time: Quantity): boolean {
  return (
    per !== undefined &&
    wanted.per === undefined &&
    per.dimension === time.dimension &&
    (dimension === wanted.dimension || (isCount(dimension) && isCount(wanted.dimension))) &&
    isNear((low * time.low) / per.value, wanted.low)
  );
}

/** Returns true when a difference, sum, product or quotient of two values is an end of the wanted one. */
function givesEnd(wanted: Quantity, a: Quantity, b: Quantity): boolean {
  if (a.low !== a.high || b.low !== b.high || valueOf(a) * valueOf(b) === 0) return false;
  // A mesh of 2 mm, two people per station: no 4 mm.
  const isEach = b.per !== undefined && isCount(b.per.dimension);
  if (wanted.per === undefined && isEach && isCount(b.dimension)) return false;
  const open = openUnits[a.dimension]?.[wanted.dimension];
  if (open !== undefined)
    return givesEnd(
      wanted,
      { ...a, dimension: wanted.dimension, low: a.low * open, high: a.low * open },
      b,
    );
  const [kind, one, other] = [kindOf(wanted), kindOf(a), kindOf(b)];
  const [x, y] = [valueOf(a), valueOf(b)];
  const ends = [wanted.low, wanted.high].map((end) => end / scaleOf(wanted));
  const isEnd = (value: number): boolean => ends.some((end) => isNear(value, end));
  if (other === 'date') {
    const days = daysBetween(x, y);
    if (kind === 'month')
      return (
        one === 'date' &&
        [days, days + 1, 365 - days].some((each) => isNear(each / 30.4, wanted.low, 0.03))
      );
    return kind === 'time' && one === 'date' && isEnd(days * day);
  }
  if (kind === 'date')
    return (
      one === 'date' &&
      other === 'time' &&
      [0, 1].some((own) => ends.some((end) => isNear(daysBetween(x, end), y / day - own)))
    );
  const isTime = (minutes: number): boolean => isEnd((minutes + 1440) % 1440);
  if (one === 'clock' && other === 'clock')
    return kind === 'time' && [x - y, y - x].some((each) => isEnd(((each + 1440) % 1440) * 60));
  if (kind === 'clock' && one === 'clock' && other === 'time')
    return isTime(x + y / 60) || isTime(x - y / 60);
  if (kind === 'clock' && other === 'clock') return one === 'time' && givesEnd(wanted, b, a);
  // Six eggs for three where the recipe is doubled; 10 L with 200 mL for 50 times.
  const isScaled = kind === '' && other === '' && /^(?:fold|ratio)$/.test(b.dimension) && y !== 1;
  if (isScaled && isCount(a.dimension) && (isEnd(x / y) || isEnd(x * y))) return true;
  // 4,800 characters with a box of 600 for 4,200; 70 and 80 ℃ for steps of 10 ℃.
  // 8,000 visitors with 80 of something for every 100.
  const areLarge = kind === '' && other === '' && Math.min(x, y, wanted.low) >= mostTimes;
  if (areLarge && isCount(a.dimension) && isCount(b.dimension) && x > y && isEnd(x / y))
    return true;
  const areLike = [a, b].every(({ dimension }) => [wanted.dimension, ''].includes(dimension));
  if (kind === '' && areLike && !wanted.per && a.dimension + b.dimension !== '') {
    // Two and one of them are not three.
    const isSum = Math.min(x, y) > 1 || (a.rounded ?? b.rounded) === true;
    return (isSum && isEnd(x + y)) || isEnd(x - y) || isEnd(y - x);
  }
  const areAlike =
    a.dimension === b.dimension && (a.dimension !== '' || Math.min(x, y) > mostParts);
  const isShare = wanted.dimension === 'ratio' && isCount(a.dimension);
  // 100 ml and 400 ml are 1:4.
  if (areAlike && (isShare || wanted.dimension === 'proportion') && isEnd(x / y)) return true;
  if (kind === '') return one === other && one !== '' && (isEnd(x / y) || isEnd(y / x));
  // Five days of eight hours.
  const isDays = kind === 'time' && one === kind && other === kind && x === a.raw * 86_400;
  if (isDays && isEnd(a.raw * y)) return true;
  if (one === other) return one === kind && (isEnd(x + y) || isEnd(x - y) || isEnd(y - x));
  // 3,000 yen and a tenth for 3,300 yen
  const isMarkup = b.dimension === 'ratio' && y < 1 && (isEnd(x * (1 + y)) || isEnd(x * (1 - y)));
  if (one === kind && other === '') return y !== 1 && (isMarkup || isEnd(x * y) || isEnd(x / y));
  return other === kind && one === '' && givesEnd(wanted, b, a);
}

const day = 86_400;

/** Counts of the plan make a count: 24 red and 12 blue ones, five rows of twelve. */
function givesCount({ dimension, low }: Quantity, a: Quantity, b: Quantity): boolean {
  const areCounts = [dimension, a.dimension, b.dimension].every(isCount);
  // 15 groups with children of five are not 20 groups.
  const areAlike =
    a.dimension === b.dimension || [a, b].some((each) => openNouns.test(each.dimension));
  return areCounts && ((areAlike && isNear(a.low + b.low, low)) || isNear(a.low * b.low, low));
}

/** Returns the dimension of a value, '' for counts, shares and factors. */
function kindOf({ dimension }: Quantity): string {
  return isCount(dimension) || /^(?:ratio|fold)$/.test(dimension) ? '' : dimension;
}

function scaleOf({ dimension }: Quantity): number {
  return dimension === 'ratio' ? 100 : 1;
}

function valueOf(quantity: Quantity): number {
  return quantity.low / scaleOf(quantity);
}

/** Words for a value: `dimension value words`. A rate has the dimension of its period after a slash. */
const spoken = /* @__PURE__ */ buildTable(() =>
  String.raw`
ratio 100 \b(?:all|every|each|whole|entire(?:ly)?|full(?:y)?|complete(?:ly)?)\b|全|すべて|残らず|丸ごと
 18 \b(?:adults?|grown-?ups?|minors?)\b
age 18 \b(?:adults?|grown-?ups?|minors?)\b|成人|成年|大人
age 20 成人|成年|大人|はたち
age 60 還暦
time 86400 \b(?:around|round) the clock|昼も夜も|day and night|終日|昼夜|一日中|常時|夜通し
time 604800 \b(?:past|last|previous|preceding) week\b|(?:過去|直近|この)の?(?:[1一]|ここ)?週間?|ここ[1一]週間
month 12 \b(?:past|last|previous|preceding) (?:calendar )?year\b|(?:過去|直近|この)の?[1一]年|昨年|去年
time/time 0.857143 (?:but|except|excluding) sun|mon(?:day)? ?(?:to|through|till|-|–) ?sat|日曜?.{0,3}(?:除|以外|休)|月曜?日?(?:から|[〜～~-])土
time/time 1 \b(?:around|round) the clock|昼も夜も|day and night|every ?day|daily|昼夜|終日|常時|毎日|無休
time/time 0.7143 mon(?:day)? ?(?:to|through|till|-|–) ?fri|weekdays|平日|月曜?日?(?:から|[〜～~-])金
time 31536000 year-?round|all year|whole year|every day|無休|通年|[一年]年?中|年間を通
time/month 2628000 year-?round|all year|every day|無休|通年|一年中|年間を通
month 1 monthly|per month|月単位|月ごと|毎月|\b(?:past|last|previous|preceding) (?:calendar )?month\b|(?:過去|直近|この)の?[1一](?:か|カ|ヶ)月|先月
clock 1439 midnight|last minute|end of|through|24時|24:00|午前0時|日付が変|当日中|末
times/time 3.4722e-5 (?:each|every|with) meals?|morning, (?:noon|midday)|朝.?昼.?[晩夕夜]|毎食|三食
times/time 3.3069e-6 (?:mon|tues|wednes|thurs|fri|satur|sun)days? and (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!曜日?[と、・])[月火水木金土日]曜?日?[と、・][月火水木金土日]曜(?!日?[と、・][月火水木金土日]曜)
times/time 4.9603e-6 (?:mon|tues|wednes|thurs|fri|satur|sun)days?, (?:mon|tues|wednes|thurs|fri|satur|sun)days?,? and (?:mon|tues|wednes|thurs|fri|satur|sun)day|[月火水木金土日]曜?日?[と、・][月火水木金土日]曜?日?[と、・][月火水木金土日]曜
times/time 2.3148e-5 morning .{0,30}(?:evening|night)|朝.?[晩夕夜]
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

/** Returns the quantities of a text, fixed phrases last. */
export function quantitiesIn(text: string): readonly Quantity[] {
  const spans = scanQuantities(lowerAscii(normalizeWidth(text.trim()).text));
  return spans
    .toSorted((a, b) => Number(a.vague) - Number(b.vague))
    .map(({ quantity }) => quantity);
}

/** Returns the first quantity of a text: 午前3時 of 毎日午前3時. */
export function readQuantity(text: string): Quantity | undefined {
  return quantitiesIn(text)[0];
}

function isNamed(others: readonly Quantity[], found: Quantity): boolean {
  return others.some((other) => compareQuantities(other, found) === 'equal');
}

/** Cost: one clause of bounded length. */
function isRefused({ field, span, negation }: PlanQuantity): boolean {
  return negation !== undefined || refusal.test(clauseAround(field.original, span).toLowerCase());
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
            ({ field, span, quantity: { dimension, low, high, raw } }) =>
              low === high &&
              [wanted.low, wanted.high].some((end) =>
                dimension === 'date'
                  ? daysBetween(low % 10_000, end % 10_000) === 1
                  : isDay(field, span) && low === raw * day && Math.abs(raw - (end % 100)) === 1,
              ),
          );
  if (besides.length > 0 && lows.length + highs.length + besides.length > 1)
    return besides.slice(0, 1).map((each) => quantityMention(each, scores.possible));
  const isTogether = (low: PlanQuantity): boolean =>
    highs.some((high) => high.field.taskIndex === low.field.taskIndex);
  return highs.length === 0
    ? []
    : lows.map((low) => quantityMention(low, isTogether(low) ? impliedScore : scores.possible));
}

/** The 21st, 21日; 21日間 is a duration. */
function isDay({ original }: PlanQuantity['field'], { start, end }: Span): boolean {
  return /\d(?:st|nd|rd|th|日)$/.test(original.slice(start, end));
}

/** 土日を除く5日, five days without weekends: working days. */
const withoutWeekends =
  /(?:土日|週末|休日|土曜).{0,8}(?:除|含め|含ま|数え|カウントし|抜き|別に)|(?:exclud(?:es|ed|ing)|without|except|not (?:counting|including)|leaving out|ignoring|skipping|apart from) (?:the )?(?:weekend|saturday)|weekends? (?:and [a-z ]{3,20} )?(?:not |do not |don't |are not |aren't |excluded)/;

function compareInPlan(index: PlanIndex, wanted: Quantity, found: PlanQuantity): QuantityMatch {
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
  const match = compareQuantities(wanted, quantity);
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
