import { type Quantity, daysBetween, isCount, isNear } from '../quantity/quantity.ts';
import { openUnits } from '../quantity/units.ts';
import type { Ladder } from './form-rungs.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';
import {
  day,
  isAlone,
  isSameLimit,
  mostParts,
  mostTimes,
  openNouns,
  periodic,
  quantityMention,
  scores,
} from './plan-quantities.ts';

/** Words of a plan that count something two times. */
const doubling = /直径|往復|行き帰り|両方|diameter|round trip|both/;

const two: Quantity = { dimension: 'fold', low: 2, raw: 2, high: 2 };

/** Numbers of smaller periods in a day or an hour, in a week, and in a month or a year. */
const periodParts = [
  [24, 60],
  [5, 7],
  [4, 12, 30, 52, 365],
] as const;

/** 18 and 18 for 36, 12:45 for 20 minutes before 13:05: one step of arithmetic leads to the value. */
export function findDerived(
  { index, unnamed, texts }: Pick<Ladder, 'index' | 'unnamed' | 'texts'>,
  others: readonly Quantity[],
  wanted: Quantity,
  text: string,
): readonly Mention[] {
  const asked = others.slice(0, mostParts);
  const isDoubled = doubling.test(texts);
  // 15分おき is another interval than 5分ごと, with three of something.
  const isRival = ({ field, span, quantity }: PlanQuantity): boolean =>
    periodic.test(text) &&
    quantity.dimension === wanted.dimension &&
    periodic.test(field.original.slice(Math.max(0, span.start - 5), span.end));
  const free = [...unnamed()]
    .slice(0, mostParts)
    .filter(({ quantity }) => !isSameLimit(wanted, quantity, others));
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
    // Six plates in one task and three servers in another one are not nine of anything, and tables of eight or nine add
    // nothing to guests.
    const own = parts
      .filter(
        (other) =>
          (other.each.field === each.field && isOne(other.each) && isOne(each)) ||
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
      [
        ...(isDoubled || doubling.test(each.field.original.toLowerCase()) ? [two] : []),
        ...asked,
        ...own,
      ].some(
        (other) =>
          other !== part &&
          (!isRival(each) || /^(?:fold|ratio)$/.test(other.dimension)) &&
          (givesEnd(wanted, part, other) || givesEnd(wanted, other, part)),
      )
    );
  });
  return found === undefined ? [] : [quantityMention(found.each, scores.possible)];
}

function isOne({ quantity: { low, high } }: PlanQuantity): boolean {
  return low === high;
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

/** 二人で4,400円 for 2,200円, 100㎡に2kg for 1㎡あたり20g, 1 g in half a litre for 2 g per litre: two neighbours give the wanted rate. */
function findRate(
  index: PlanIndex,
  { dimension, low, high, per, bound }: Quantity,
): PlanQuantity | undefined {
  if (low !== high) return undefined;
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
        period !== undefined &&
        (per === undefined
          ? isCount(period.dimension) && period.low > 1
          : period.dimension === per.dimension) &&
        (count.bound ?? bound) === (bound ?? count.bound) &&
        isNear(count.low / period.low, low / (per?.value ?? 1)),
    );
  });
}

/** Most units between a value and what it is counted for. */
const farthestRate = 32;

/** 5.2 and 5.8 of 5.2 to 5.8 Nm. */
function endsOf(quantity: Quantity): readonly Quantity[] {
  const { low, high } = quantity;
  if (low === high) return [quantity];
  return [low, high].filter(Boolean).map((end) => ({ ...quantity, low: end, high: end }));
}

/** Ten euros each month for 120 euros a year. */
function isInstalment(wanted: Quantity, { dimension, low, per }: Quantity): boolean {
  const isRate = wanted.per !== undefined && per === undefined && wanted.dimension === dimension;
  const isDaily = (wanted.per?.value ?? 0) <= day;
  const parts = periodParts[wanted.per?.dimension === 'month' ? 2 : isDaily ? 0 : 1];
  return isRate && parts.some((count) => isNear(low * count, wanted.low));
}

/** Four adults and 28 pupils for one adult for every 7 pupils. */
function isAllotted({ dimension, low, per }: Quantity, part: Quantity, all: Quantity): boolean {
  if (per === undefined || part.dimension !== dimension || part.low !== part.high) return false;
  const areCounts = isCount(dimension) && isCount(per.dimension) && isCount(all.dimension);
  return areCounts && part.low === Math.ceil((all.low * low) / per.value);
}

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
export function givesEnd(wanted: Quantity, a: Quantity, b: Quantity, isLoose = false): boolean {
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
      isLoose,
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
        ((x % 100 === y % 100 && isEnd(monthsBetween(x, y))) ||
          [days, days + 1, 365 - days].some((each) => isNear(each / 30.4, wanted.low, 0.03)))
      );
    return kind === 'time' && one === 'date' && [days, days + 1].some((each) => isEnd(each * day));
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
  // A time of day or a temperature has no multiples.
  if (kind === 'clock' || one === 'clock' || other === 'clock') return false;
  // Six eggs for three where the recipe is doubled; 10 L with 200 mL for 50 times.
  const isScaled = kind === '' && other === '' && /^(?:fold|ratio)$/.test(b.dimension) && y !== 1;
  if (isScaled && isCount(a.dimension) && (isEnd(x / y) || isEnd(x * y))) return true;
  // 8,000 visitors with 80 of something for every 100; 4,800 characters with a box of 600 for 4,200.
  const areLarge = kind === '' && other === '' && Math.min(x, y, wanted.low) >= mostTimes;
  const isPart = isEnd(x / y) || isEnd(x - y);
  if (areLarge && isCount(a.dimension) && isCount(b.dimension) && x > y && isPart) return true;
  // Two and one of them are not three, and seven without one no other six.
  const areLike = [a, b].every(({ dimension }) => [wanted.dimension, ''].includes(dimension));
  if (kind === '' && areLike && !wanted.per && a.dimension + b.dimension !== '')
    return (
      ((isLoose || (Math.min(x, y) > 1 && !isTooSmall(wanted.low, a, b))) && isEnd(x + y)) ||
      (isLoose && (isEnd(x - y) || isEnd(y - x)))
    );
  const areAlike =
    a.dimension === b.dimension && (a.dimension !== '' || Math.min(x, y) > mostParts);
  // 100 ml and 400 ml are 1:4, and 90 badges of 180 guests half of them.
  const isShare = wanted.dimension === 'ratio' && isCount(a.dimension) && isCount(b.dimension);
  if ((isShare || (areAlike && wanted.dimension === 'proportion')) && isEnd(x / y)) return true;
  if (kind === '') return one === other && one !== '' && x !== y && (isEnd(x / y) || isEnd(y / x));
  // Five days of eight hours.
  const isDays = kind === 'time' && one === kind && other === kind && x === a.raw * 86_400;
  if (isDays && isEnd(a.raw * y)) return true;
  if (one === other) return one === kind && (isEnd(x + y) || isEnd(x - y) || isEnd(y - x));
  if (other === kind && one === '') return givesEnd(wanted, b, a, isLoose);
  if (one !== kind || other !== '' || kind === 'degree' || b.dimension.startsWith('#'))
    return false;
  // 3,000 yen and a tenth for 3,300 yen
  if (b.dimension === 'ratio' && y < 1 && (isEnd(x * (1 + y)) || isEnd(x * (1 - y)))) return true;
  // A plan has so many twos and threes that they lead to any value.
  const isFactor = isLoose || /^(?:fold|ratio)$/.test(b.dimension);
  const isTimes = isFactor || b.dimension === 'times' || a.per !== undefined;
  return (
    y !== 1 &&
    ((isEnd(x * y) && (isTimes || y > 2)) || (isEnd(x / y) && (isFactor || y > largestChance)))
  );
}

/** Returns the months from one date to another one of the next twelve months. */
function monthsBetween(first: number, second: number): number {
  return Math.abs(Math.floor(first / 100) - Math.floor(second / 100)) % 88;
}

/** Counts up to here divide too many values by chance. */
const largestChance = 3;

/** A count without a noun adds at least this share: 123 people at tables of nine are not 132. */
const leastAdded = 0.1;

function isTooSmall(whole: number, ...parts: readonly Quantity[]): boolean {
  return parts.some(({ dimension, low }) => dimension === '' && low < leastAdded * whole);
}

/** Counts of the plan make a count: 24 red and 12 blue ones, five rows of twelve. */
function givesCount({ dimension, low }: Quantity, a: Quantity, b: Quantity): boolean {
  const areCounts = [dimension, a.dimension, b.dimension].every(isCount);
  // 15 groups with children of five are not 20 groups.
  const areAlike =
    a.dimension === b.dimension || [a, b].some((each) => openNouns.test(each.dimension));
  const isSum =
    areAlike &&
    (a.dimension + b.dimension !== '' || Math.min(a.low, b.low) > 2) &&
    !isTooSmall(low, a, b);
  const isProduct = Math.min(a.low, b.low) > 1 && isNear(a.low * b.low, low);
  return areCounts && ((isSum && isNear(a.low + b.low, low)) || isProduct);
}

/** Returns the dimension of a value, '' for counts, shares and factors. */
function kindOf({ dimension }: Quantity): string {
  const isNumber = isCount(dimension) && dimension !== 'degree';
  return isNumber || /^(?:ratio|fold)$/.test(dimension) ? '' : dimension;
}

function scaleOf({ dimension }: Quantity): number {
  return dimension === 'ratio' ? 100 : 1;
}

function valueOf(quantity: Quantity): number {
  return quantity.low / scaleOf(quantity);
}
