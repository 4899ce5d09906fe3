import { clauseEnd, clauseStart } from '../negation/clause-edges.ts';
import {
  type Quantity,
  type QuantityMatch,
  compareQuantities,
  isCount,
} from '../quantity/quantity.ts';
import { scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/lexicon.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { isStopWord } from '../words/stop-words.ts';
import {
  isAsked,
  isChanged,
  isKin,
  isOther,
  isTurnedChange,
  timesOf,
  isWithinLimit,
} from './changed-quantity.ts';
import { mentionsOf } from './cover-rung.ts';
import { findDerived } from './derived-quantity.ts';
import type { Ladder } from './form-rungs.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';
import { compareInPlan, day, hasNumber, isNamed, quantityMention } from './plan-quantities.ts';

/** The value and every word of a term, in any order. */
const spelledScore = 0.9;

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
    return { quantity, words: labelsOf(withSides(`${before}0${after}`)), before, after };
  });
}

/** A side of a thing, and a word for it in the same form for noun and adjective. */
const side = /^(?:deep|wide|high|long|thick|[幅縦横径]0|.さ|奥行|直径)$/;
const sides = { depth: 'deep', width: 'wide', height: 'high', tall: 'high', length: 'long' };

/** Returns a text with the adjectives of its sides: deep for depth. */
function withSides(lower: string): string {
  return Object.entries(sides).reduce((text, [noun, form]) => text.replaceAll(noun, form), lower);
}

/** A word beside a value, or a kanji right beside the 0 that is in its place. */
const labelWord =
  /[一-龠]0|[高長深厚広太重]さ|[a-z]?[一-龠ァ-ヶー]{2,}|[一-龠ァ-ヶー][ぁ-ん]{1,2}[一-龠ァ-ヶー](?=[はがをの]?0)|[a-z][一-龠]|[a-z]{3,}/g;

/** Returns the words of a text that carry a meaning. */
function labelsOf(text: string): readonly string[] {
  const words = text.match(labelWord) ?? [];
  return words.filter((word) => !isStopWord(word)).map(stemWord);
}

/**
 * Returns the value that the plan gives to the thing of a term instead of that of the term: 会員2,000円、一般1,500円 for
 * 会員1,500円, and six vegetarian plates for "nine are vegetarian".
 */
export function findChanged(ladder: Ladder, text: string): Mention | undefined {
  // No two rooms of one colour: none of any count.
  const labelled = labelledIn(text).filter(
    ({ quantity, before }) => quantity.raw !== 2 || !/\bno $/.test(before),
  );
  const all = labelled.map(({ quantity }) => quantity);
  return labelled
    .map((each) => findBeside(ladder, each, text, all))
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
  all: readonly Quantity[],
): Mention | undefined {
  const { index, quantities, labels, unnamed } = ladder;
  const read = index.quantities().map((each) => ({
    each,
    part: withSides(partAround(each).toLowerCase()),
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
  // 90 cm high and 120 cm wide, for 90 cm wide
  const isOtherSide =
    label.some((word) => side.test(word)) &&
    read.every(
      ({ match, part }) => match !== 'equal' || labelsOf(part).some((word) => side.test(word)),
    );
  if (read.some(({ match, part }) => match === 'equal' && isWith(part, label))) return undefined;
  const isPossible = read.some(({ match }) => !none.test(match));
  const moved = read.find(
    ({ each, match, part }) =>
      match !== 'equal' &&
      isWith(part, label) &&
      !isWith(part, alien) &&
      (isElsewhere
        ? all.length === 1 &&
          (label.every((word) => side.test(word))
            ? match === 'different' && isOtherSide
            : isNamed(alike, each.quantity))
        : unnamed().has(each) &&
          (!isPossible || (none.test(match) && isBehind(each, before))) &&
          (isBehind(each, before) || !(isAsked(each, others) || isAsked(each, all))) &&
          isOther(wanted, each, text) &&
          isChanged(wanted, each, others) &&
          !isWithinLimit(wanted, each, text) &&
          isOfKind(wanted, each, match, before)),
  );
  const isDerived =
    !isElsewhere &&
    moved !== undefined &&
    !isBehind(moved.each, before) &&
    !isOtherSide &&
    findDerived(ladder, others, wanted, text).length > 0;
  return moved && !isDerived ? quantityMention(moved.each, 0) : undefined;
}

/** Six singers in 地謡6人 for 地謡は八人: right behind the same word. */
function isBehind({ field, span, quantity }: PlanQuantity, before: string): boolean {
  const isEach = /(?:ずつ| each)$/.test(field.original.slice(span.start, span.end));
  const isThing = isCount(quantity.dimension) && quantity.dimension !== 'fold';
  if (!isThing || quantity.per !== undefined || isEach) return false;
  const [word, label] =
    /([一-龠ァ-ヶー](?:[ぁ-ん]{0,2}[一-龠ァ-ヶー]){1,8}|[a-z]{4,16})[はがをの:\s]*$/.exec(before) ??
    [];
  if (word === undefined || label === undefined) return false;
  const written = lowerAscii(field.original.slice(Math.max(0, span.start - 20), span.start));
  return written.replace(/[はがをの:\s]+$/, '').endsWith(label);
}

/** Most times that another count of one thing is as large. */
const mostCounted = 10;

/** Returns true for a value that takes the place of another one beside the same word. */
function isOfKind(
  wanted: Quantity,
  place: PlanQuantity,
  match: QuantityMatch,
  before: string,
): boolean {
  const found = place.quantity;
  // Year 9 is a name, and no count.
  if (found.raw === 1 || wanted.low !== wanted.high || wanted.dimension + found.dimension === '')
    return false;
  // 席を4席 for 席を6つ
  const isCounted =
    wanted.dimension === ''
      ? before === '' && isCount(found.dimension)
      : isCount(wanted.dimension) && isBehind(place, before);
  const areCounts = isCounted && timesOf(wanted, found) < mostCounted;
  // 5% for 5 g of the same thing
  const isOtherUnit =
    wanted.raw === found.raw &&
    ![wanted, found].some(
      ({ dimension }) => isCount(dimension) || /^(?:clock|date|time|.*month|year)$/.test(dimension),
    );
  return match === 'different' || isKin(wanted, found) || areCounts || isOtherUnit;
}

const none = /^(?:different|unrelated)$/;
const listMark = /^(?:[,、・と]| |and|or|および|及び)+$/;

/** Words for both of two. */
const pair = /\b(?:both|two|pair|either)\b|両|[2二]つ/;

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
  if (!wanted?.quantity.raw) return undefined;
  const isPair =
    labelled.length === 2 &&
    /^(?:date|#.+)?$/.test(kindInList(wanted.quantity)) &&
    (wanted.quantity.dimension !== '' || /[a-z]{3}s $/.test(labelled[0]?.before ?? '')) &&
    !pair.test(index.plainLower);
  if (!isPair && (missing.length !== 1 || labelled.length < fewestListed)) return undefined;
  const kept = labelled.filter((each) => each !== wanted);
  const isList = labelled.every(
    ({ quantity, before }, at) =>
      kindInList(quantity) === kindInList(wanted.quantity) && (at === 0 || listMark.test(before)),
  );
  if (!isList) return undefined;
  const last = read.findLast(
    (other) =>
      kept.every(({ quantity }) =>
        read.some((each) => each.field === other.field && isTrace(quantity, each)),
      ) &&
      (kept.length === 0 || kept.some(({ quantity }) => isTrace(quantity, other))),
  );
  return last && quantityMention(last, 0);
}

/** 9日と17日, 10月21日と22日: days of a month in a list. */
function kindInList({ dimension, low, raw }: Quantity): string {
  return dimension === 'time' && raw <= 31 && low === raw * day ? 'date' : dimension;
}

/** Returns true for a value of the plan that may be the wanted one, and for a range around it. */
function isTrace(wanted: Quantity, { quantity }: PlanQuantity): boolean {
  const { dimension, low, high } = quantity;
  const isAround = /^$|^clock$/.test(dimension + wanted.dimension) && low < high;
  if (isAround && low <= wanted.low && wanted.high <= high) return true;
  return !none.test(compareQuantities(wanted, quantity));
}

/** Returns the clause around a quantity with 0 for its number, or its part beside "and". */
function partAround({ field: { original }, span: { start, end } }: PlanQuantity): string {
  const before = original.slice(clauseStart(original, start), start);
  const [after = ''] = original.slice(end, clauseEnd(original, end)).split(' and ');
  return `${before.slice(Math.max(0, before.lastIndexOf(' and ')))}0${after} ${original.slice(start, end)}`;
}

/** 14から16, from row 5 to row 60: a change or a range of numbers without a unit. */
const change = /(?<![\d.:])(\d{1,2})(?:から| to (?:[a-z]+ )?|→)(\d{1,2})$/;

/** Dock 6, above force 7, 改訂12: a thing by its number. */
const numbered = /^(?:(?:[a-z]{2,7} )?[a-z]{3,12} (?=\d)|[一-龠ァ-ヶー]{2,8}(?=\d))(\d{1,2})$/;

/**
 * Returns true when the plan nowhere has the number to which a term leads, or which names it. The first of two numbers may
 * go without saying.
 */
export function isTargetLost({ plainLower, quantities }: PlanIndex, text: string): boolean {
  const lower = lowerAscii(normalizeWidth(text).text);
  const [name] =
    numbered
      .exec(lower)
      ?.slice(1)
      .filter((each) => Number(each) > 3) ?? [];
  if (name !== undefined && new RegExp(`[a-z]-?${name}(?!\\d)`).test(plainLower)) return false;
  const [, first = 0, second = name ?? 0] = change.exec(lower) ?? [];
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
