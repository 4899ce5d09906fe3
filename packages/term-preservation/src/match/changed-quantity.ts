import { clauseAround } from '../negation/clause-edges.ts';
import {
  type Bound,
  type Quantity,
  type QuantityMatch,
  compareQuantities,
  complements,
  daysBetween,
  isCount,
  isNear,
  isUpper,
} from '../quantity/quantity.ts';
import { isCounter, openUnits } from '../quantity/units.ts';
import { givesEnd } from './derived-quantity.ts';
import type { PlanQuantity } from './plan-index.ts';
import {
  day,
  isAlone,
  isRefused,
  mostParts,
  mostTimes,
  openNouns,
  periodic,
} from './plan-quantities.ts';

/** Words of a change for less and for more. */
const forLess =
  /割引|引き|値引|下げ|減|低く|縮|\b(?:off|down|lower(?:s|ed|ing)?)\b|discount|cheaper|reduc|decreas/;
const forMore =
  /割増|増し|上げ|増や|上乗せ|高く|\b(?:up|higher|rais(?:e|es|ed|ing))\b(?! to)|surcharge|dearer|premium|increas/;

/** 3割増し for 3割引: the same amount the other way. */
export function isTurnedChange(text: string, { field, span }: PlanQuantity): boolean {
  const clause = clauseAround(field.original, span).toLowerCase();
  const [asked, given] = [text.toLowerCase(), clause].map(
    (each) => Number(forLess.test(each)) - Number(forMore.test(each)),
  );
  return asked !== 0 && asked === -(given ?? 0);
}

/** Words that turn a limit around: never more than three, 1.5mより深く掘らない. */
export const turning = /\b(?:no|not|none|never|nobody|without)\b|n't\b|(?<!満た)ない|禁止/i;

const consecutive = /\b(?:consecutive|in a row|back to back)\b|連続|続けて|連日/;

/** A case and no limit: another number is another case. */
export const ofCase = /たら|れば|場合|とき|[上下満超]の[一-龠]|\b(?:if|when|unless)\b/;

/** 19時に閉める for 21時まで: the end itself. */
const shutting = /^(?:に|で)?閉|^に終わ/;

/** 9時から17時まで: an end and no limit. */
const endOfRange = /から.{0,40}まで|\bfrom .{0,40} (?:to|until|till) /;

/** A limit inside the wanted one differs from it by less than this factor. 15 m/s for 10 is a change. */
const mostInside = 1.5;
/** Six minutes for ten, and five days ahead for three */
const mostEarlier = 2;

/**
 * 430 euros for under 500, "at most 450", and a repair below 5 mm for at least 4: a plan may choose a value that the wanted
 * limit allows, or a limit inside it.
 */
export function isWithinLimit(wanted: Quantity, place: PlanQuantity, text: string): boolean {
  const { dimension, side } = wanted;
  const found = place.quantity;
  const scale = dimension === found.dimension ? 1 : openUnits[dimension]?.[found.dimension];
  const isOtherRate = wanted.per && found.per && wanted.per.value !== found.per.value;
  if (scale === undefined || isOtherRate) return false;
  const [low, high] = [wanted.low * scale, wanted.high * scale];
  const asked = limitOf(wanted);
  const given = limitOf(found);
  if (low !== high)
    return (
      !/^(?:$|#|date|extent)/.test(dimension) && !given && low < found.low && found.high < high
    );
  if (asked === undefined || endOfRange.test(text)) return false;
  const after = place.field.original.slice(place.span.end, place.span.end + 8);
  if (isMoment(dimension) && !given && isUpper(asked) && shutting.test(after)) return false;
  // None of them over 18 and up to 18, for longer than 20
  const isNot = turning.test(clauseAround(place.field.original, place.span));
  const isMost =
    asked === 'above' &&
    given &&
    ((isUpper(given) && !isRefused(place)) || (isNot && given === asked));
  const mayTurn = isStrict(asked) || (isMoment(dimension) && asked === 'at-least');
  const isTurned = mayTurn && (isMost || turning.test(text));
  // 40 minutes ahead for 30 at the latest
  const isLead = side === 'before' && !isMoment(dimension);
  if (isLead && found.side !== side) return false;
  // after nine absences
  if (found.side === 'after' && isCount(dimension)) return false;
  const isUpperLimit = !isLead && isUpper(isTurned ? complements[asked] : asked);
  const room = isUpperLimit ? low - found.high : found.low - high;
  const times = timesOf({ ...wanted, low }, found);
  const isEarly = isLead || (isUpperLimit && !isCount(dimension));
  const isClose = times < (isEarly ? mostEarlier : mostInside);
  if (isLead) return room > 0 && isClose;
  if (given !== undefined) {
    const isNearDay = dimension === 'date' && daysBetween(low % 10_000, found.high % 10_000) < 4;
    const isEarlier = (dimension === 'clock' || isNearDay) && (isUpperLimit || isTurned);
    // Below 35 none is given, for 30 or more; never above 45, for at most 50
    const isOpposite = isUpper(given) !== isUpperLimit;
    const isRest = given === 'below' || (given === 'above' && (isNot || isRefused(place)));
    if (isOpposite && !isRest) return false;
    if (!isEarlier && (!isClose || isMoment(dimension) || ofCase.test(text))) return false;
    if (!isEarlier && !isOpposite && isStrict(asked) && !isTurned) return false;
  }
  // Midnight is after 11:30 pm, and by half past two may be the afternoon's.
  const isLoose = [wanted, found].some((each) => each.loose && each.low < 780);
  if (dimension === 'clock') return (room + 1440) % (isLoose ? 720 : 1440) < (isLoose ? 360 : 720);
  return room > 0 || (room < 0 && given === undefined && asked === 'above' && times < mostEarlier);
}

/** The bound of a value, or of a time of day or a date before or after which something is. */
function limitOf({ bound, side, dimension }: Quantity): Bound | undefined {
  if (bound !== undefined || side === undefined || !isMoment(dimension)) return bound;
  return side === 'before' ? 'below' : 'above';
}

function isMoment(dimension: string): boolean {
  return dimension === 'clock' || dimension === 'date';
}

function isStrict(bound: Bound): boolean {
  return bound === 'below' || bound === 'above';
}

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

/** No one within two metres, for at least 2 m. */
const noneInside =
  /\b(?:no|nobody|nothing|none|not|never)\b[^.;\n]{0,40}\bwithin\b|以内[にで][^。\n]{0,20}(?:ない|ません)/i;

/** Nothing else within 200 m, for at least 200 m; under 30, for not tilted more than 30. */
export function isKeptOff(
  { bound, dimension, low }: Quantity,
  found: PlanQuantity,
  texts: string,
): boolean {
  const { bound: given, low: other } = found.quantity;
  if (bound === 'above' && given === 'below')
    return (
      isNear(low, other) && (dimension === 'degree' || !isCount(dimension)) && turning.test(texts)
    );
  if (bound === 'at-most' && given === 'at-least')
    return dimension !== '' && isNear(low, other) && noneInside.test(texts);
  const written = found.field.original.slice(found.span.start, found.span.end);
  const isInside = given === 'at-most' && /within|以内/i.test(written);
  return (
    bound === 'at-least' && dimension !== '' && isInside && isNear(low, other) && isRefused(found)
  );
}

/** Returns false for a value that the plan rules out, and for "monthly" where no frequency is asked for. */
export function isOther(wanted: Quantity, found: PlanQuantity, text: string): boolean {
  const { field, span, quantity, negation } = found;
  // "A day of rest in between" is another way to avoid two days in a row.
  if (consecutive.test(text) && turning.test(text)) return false;
  // One person alone may not do it, for two: the rest, which the plan turns down.
  const isNext = isCount(wanted.dimension) && Math.abs(wanted.low - quantity.low) === 1;
  if (isNext && quantity.bound === undefined && isRefused(found)) return false;
  const written = field.original.slice(Math.max(0, span.start - 2), span.end);
  // A day of the month is no duration, except where the text may name one, too.
  const mayBeDay =
    ordinal.test(text) || (wanted.raw <= 31 && wanted.low === wanted.raw * day && /日/.test(text));
  if (wanted.dimension === 'time' && dayOfMonth.test(written) && !mayBeDay) return false;
  // Two mailings a month, on the 1st and the 15th
  if (ordinal.test(text) && quantity.per !== undefined) return false;
  // "two days after" is no part of the last seven days.
  if (lookBack.test(text) && quantity.side === 'after') return false;
  if (isSeenFromOtherEnd(wanted, quantity, field.original.slice(span.end))) return false;
  // One each, of two
  const isShare = quantity.raw <= 1 && /(?:ずつ| each)$/.test(written);
  const isWhole = wanted.per === undefined && !/ずつ|each/.test(text);
  if (isShare && isWhole && quantity.low < wanted.low) return false;
  // Half an hour is no other frequency than twice a day.
  const isFrequency = wanted.dimension === 'times' && wanted.per !== undefined;
  const isSpan = /^(?:time|month)$/.test(quantity.dimension) && quantity.per === undefined;
  if (isFrequency && isSpan && !periodic.test(written)) return false;
  const isWord = quantity.raw === 1 && quantity.dimension === 'times';
  // Fed every day, for twice: in the morning and the evening.
  const isRate = wanted.per !== undefined || quantity.per === undefined;
  const isPeriodic = (wanted.dimension === 'times' && isRate) || periodic.test(text);
  // "every 20" shares the unit of another number.
  if (wanted.dimension === '' && isPeriodic && wanted.low < 100) return false;
  const isRuledOut = negation !== undefined && quantity.bound === undefined;
  return negation !== 'scope' && !isRuledOut && (!isWord || isPeriodic);
}

/** Returns true for a value that terms give together: the total of a list, and the car between two cars and three. */
export function isAsked({ quantity }: PlanQuantity, terms: readonly Quantity[]): boolean {
  const parts = terms.slice(0, mostParts).filter(({ low }) => low !== quantity.low);
  return parts.some((a, at) =>
    parts.some((b, other) => at !== other && givesEnd(quantity, a, b, true)),
  );
}

/** The least share of a total that a part has. */
const leastPart = 0.05;

/** Seven seconds for waits of 1, 2 and 4: the total of three values, one of them the wanted one. */
export function isTotal(
  { quantity }: PlanQuantity,
  terms: readonly Quantity[],
  { dimension, low }: Quantity,
): boolean {
  const parts = terms.filter((each) => each.dimension === dimension).map((each) => each.low);
  const at = parts.indexOf(low);
  return [at - 2, at - 1, at].some((start) => {
    const list = parts.slice(Math.max(0, start), start + 3);
    const sum = list.reduce((total, each) => total + each, 0);
    const isAlike = list.every((each) => each >= leastPart * sum);
    return list.length > 2 && isAlike && isNear(sum, quantity.low);
  });
}

/** Returns the free values that no terms give either. */
export function leftOver(
  free: readonly PlanQuantity[],
  terms: readonly Quantity[],
): readonly PlanQuantity[] {
  return free
    .slice(0, mostParts)
    .filter((each) => (each.quantity.raw !== 1 || isAlone(each)) && !isAsked(each, terms))
    .filter(({ quantity }) =>
      terms.slice(0, mostParts).every((a) => compareQuantities(a, quantity) !== 'possible'),
    )
    .filter(
      ({ field, span }) =>
        !/^an? (?:day|week|hour|minute)$/.test(field.original.slice(span.start, span.end)),
    );
}

/** Dimensions of one kind of value. */
const kinds = [
  /^(?:time|month|workday)$/,
  /^(?:degree|fahrenheit)$/,
  /^(?:ratio|fold|proportion)$/,
  /^(?:yen|usd|eur|gbp|cny|krw|inr|cent|p)$/,
  /^(?:length|extent|px|scanlines)$/,
  /^(?:date|calendar-month)$/,
] as const;

/** Returns true for a value that can only be another one of the same kind. */
export function isKin(wanted: Quantity, found: Quantity): boolean {
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

/** Returns the seconds of a duration, NaN for other values. */
function secondsOf({ dimension, low }: Quantity): number {
  const size = { time: 1, month: 30.4 * day, workday: day }[dimension] ?? NaN;
  return low * size;
}

/** Most times that another duration of the same thing is as long. */
const mostApart = 200;

/**
 * A measure changes by a digit or a unit. Where the request has others of its kind, one of another size may be what
 * they make together: 12,200 yen for two courses and a discount of 1,000.
 */
export function isChanged(
  wanted: Quantity,
  { quantity: found }: PlanQuantity,
  others: readonly Quantity[],
): boolean {
  const { dimension, raw } = wanted;
  // Nine or more are turned down for at most eight, another term.
  if (others.some((each) => compareQuantities(each, found) === 'complement')) return false;
  // Ten minutes are no other three days.
  const spans = [wanted, found].map(secondsOf);
  if (Math.max(...spans) > mostApart * Math.min(...spans)) return false;
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
export function timesOf(one: Quantity, other: Quantity): number {
  const isOtherUnit = one.dimension !== other.dimension;
  const [a = 0, b = 0] = [one, other].map((each) =>
    Math.abs((isOtherUnit && secondsOf(each)) || each.low),
  );
  return Math.max(a, b) / Math.min(a, b);
}

/** Measures that no other measure expresses. */
const measures = /^(?:mass|litre|length|area|energy|byte|yen|usd|eur|gbp)$/;

/** Shares, rates and places have too many forms. */
const open = /^(?:#|ratio|fold|month|times|extent)/;
/** Factors between the units of one measure, besides the powers of ten. */
const factors = [7, 12, 24, 30, 60, 3600];

/** Returns true for a number that may be the wanted one in a form that cannot be read. Any other one is of something else. */
export function mayBe(wanted: Quantity, found: Quantity): boolean {
  const { dimension: own, low, raw } = wanted;
  const { dimension: other } = found;
  if (own.startsWith('#') && !other.startsWith('#') && other !== '') return false;
  // Half past five for six loaves
  if (isCounter(own) && !/^(?:times|night)$/.test(own) && other === 'clock') return false;
  if (own === 'date' && other === 'calendar-month') return isBesideMonth(low % 10_000, found.low);
  if (own !== other && measures.test(own) && measures.test(other)) return false;
  // Thirty metres for thirty minutes
  if (own === 'time' && measures.test(other) && raw === found.raw) return false;
  // Three weak hives for 10 cm
  if (measures.test(own) && isCounter(other)) return raw === found.raw;
  // Two hours for 14 pickers; the 9th guest of 8 is read as a day.
  if (own.startsWith('n:') && /^(?:time|month)$/.test(other))
    return raw === found.raw || (wanted.bound !== undefined && Math.abs(raw - found.raw) === 1);
  // Twice is no 78%.
  if (
    own === 'ratio' &&
    low % 5 !== 0 &&
    Number.isInteger(low) &&
    isCount(other) &&
    found.raw < mostParts
  )
    return false;
  const isFrequency = own === 'times' && (wanted.per?.value ?? day) < 60;
  // A plan may count meals or sessions instead of days.
  const isDays =
    own === 'time' && low === raw * day && !wanted.side && !(wanted.bound && !wanted.per);
  // Two packs for ten days
  const isFewer = isDays && isCounter(other) && found.raw < raw;
  if ((open.test(own) && !isFrequency) || (isDays && !isFewer)) return true;
  // Six kilometres for ten minutes
  if (own === 'time' && measures.test(other)) return false;
  // Seventy frames for at least 60 exposures
  const areCounts = [own, other].every((each) => isCount(each) && !each.startsWith('#'));
  const isFree = wanted.bound !== undefined && found.bound === undefined;
  const isInside = isUpper(wanted.bound ?? 'below') ? found.low <= low : found.low >= low;
  if (areCounts && isFree && isInside && timesOf(wanted, found) < mostInside) return true;
  // The 9th guest for up to 8
  const isNext = (a: number, b: number): boolean =>
    wanted.bound !== undefined &&
    (isCount(own) || !isCount(other) || other.startsWith('#')) &&
    Math.abs(a - b) === 1;
  return numbersOf(wanted).some((a) => numbersOf(found).some((b) => isAkin(a, b) || isNext(a, b)));
}

/** Returns the numbers of a value as they are written: both ends, hours and minutes, and the number for which a rate is. */
function numbersOf({ dimension, low, high, raw, per }: Quantity): readonly number[] {
  const unit = Math.max(low, high) / raw;
  const ends =
    low === high
      ? dimension === 'ratio'
        ? [raw, low]
        : [raw]
      : [low / unit, high / unit, (low + high) / 2 / unit];
  const numbers =
    dimension === 'clock' ? [low, high].flatMap((at) => [Math.floor(at / 60), at % 60]) : ends;
  return [...numbers, per?.value ?? 0].map(Math.abs).filter((each) => each > 0);
}

/** The same digits, another unit, so many in an hour, or the rest of a hundred. */
function isAkin(a: number, b: number): boolean {
  const times = Math.max(a, b) / Math.min(a, b);
  const digits = Math.log10(times);
  return (
    isNear(digits, Math.round(digits)) ||
    [...factors, 100].some((factor) => isNear(times, factor) || isNear(a * b, factor)) ||
    [a + b, a + 100 * b, 100 * a + b].some((sum) => isNear(sum, 100))
  );
}

/** Nouns of which one may stand for another: guests, people. */
const sharedNoun = /^(?:item|person|user|n:[a-z].*)$/;

/**
 * Returns true for a number of the same unit that differs in one digit or in the order of two, 123 people for 120 guests,
 * and for a range with another end. A round number may be a part of the wanted one, and one of the `others` the difference.
 */
export function isSlip(wanted: Quantity, found: Quantity, others: readonly Quantity[]): boolean {
  const isRange = wanted.low !== wanted.high;
  if (isRange !== (found.low !== found.high) || found.bound !== undefined) return false;
  if (isMoment(wanted.dimension) || !isKin(wanted, found)) return false;
  if (isRange)
    return (
      wanted.dimension === found.dimension &&
      isNear(wanted.low, found.low) !== isNear(wanted.high, found.high)
    );
  const isUnit = isNear(wanted.low * found.raw, found.low * wanted.raw);
  const apart = Math.abs(wanted.raw - found.raw);
  if (!isUnit || timesOf(wanted, found) >= mostInside) return false;
  if (wanted.bound !== undefined && apart === 1) return false;
  const [a = '', b = ''] = [wanted, found].map(({ raw }) => String(raw));
  const areLike =
    wanted.dimension !== '' &&
    (wanted.dimension === found.dimension ||
      [wanted, found].every(({ dimension }) => sharedNoun.test(dimension)));
  if (a.length !== b.length || a.length < (areLike ? 2 : 3)) return false;
  const places = [...a].flatMap((digit, at) => (digit === b.charAt(at) ? [] : [at]));
  const [first = 0, last = first] = places;
  const isTurned = a.slice(first, last + 1) === b.charAt(last) + b.charAt(first);
  const isLike = !/^\d0*$/.test(b) && (places.length === 1 || isTurned);
  // Last, as it reads all values of the plan.
  const isSum = (): boolean =>
    others.some(
      ({ dimension, raw }) =>
        isNear(raw, apart) && (dimension === wanted.dimension || dimension === ''),
    );
  return isLike && !isSum();
}

/** The negation of a limit: not more than, 超えない. It leaves no negation of what the limit is for. */
const negatedLimit =
  /\b(?:no|not|never) (?:be )?(?:[a-z]+ than|exceed\w*)|を(?:超え|越え|上回ら|過ぎ|下回ら)(?:ない|ず)/g;

/** A duty: must exceed, 超えること. */
const duty =
  /\b(?:must|shall|should|ha(?:s|ve) to|needs? to) (?:be|exceed|stay|remain|keep|weigh|last|cost|take|measure|have)\b.*\d|(?:超え|越え|上回|下回|以上|以下|以内|未満|超)[ぁ-ん]{0,2}(?:こと|とする|にする|必要)/;

/** Most words of a clause that consists of its limit: Age under 18. */
const fewestWords = 3;

/** Returns true for a plan that sets the opposite of a limit: must exceed 30, for at most 30. A condition does not set it. */
export function isReversed(
  { bound: asked = 'above' }: Quantity,
  place: PlanQuantity,
  text: string,
): boolean {
  const clause = clauseAround(place.field.original, place.span).trim();
  const isFirm =
    duty.test(clause) || (!/[ぁ-龠]/.test(clause) && clause.split(' ').length <= fewestWords);
  const isTurned = [clause, text].some((each) => turning.test(each.replace(negatedLimit, '')));
  return !isStrict(asked) && isFirm && !isTurned && !isRefused(place) && !ofCase.test(clause);
}

/** The predicate of a term that rules out what a limit names: 5分以上待たせない. */
const ruledOut = /([一-龠])[ぁ-ん]{0,4}(?:ない|ません|ず)(?:こと|よう)?$/;
/** 18歳未満は不可 */
const turnedDown = /は(?:不可|禁止)/;

/**
 * Returns true for a plan that does what a term rules out, with the same verb, 5分以上待たせる for 5分以上待たせない, or that
 * turns down the opposite: 18歳以上は不可 for 18歳未満は不可.
 */
export function isTurnedOver(place: PlanQuantity, match: QuantityMatch, text: string): boolean {
  const after = place.field.original.slice(place.span.end, place.span.end + 8);
  if (match === 'complement') return turnedDown.test(text) && turnedDown.test(after);
  const verb = ruledOut.exec(text)?.[1] ?? '';
  const isSame =
    match === 'equal' && verb !== '' && new RegExp(`^[はをにもでが間]{0,2}${verb}`).test(after);
  return (
    isSame && !isRefused(place) && !turning.test(clauseAround(place.field.original, place.span))
  );
}
