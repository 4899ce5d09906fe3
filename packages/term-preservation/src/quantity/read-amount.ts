import { firstYear, lastYear } from './quantity.ts';
import { isDigit, isKanji, isKatakana, isLatin, isWordUnit, runEnd } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { buildTable, entriesOf, groupByUnit, stemWord } from '../text/lexicon.ts';
import { isStopWord } from '../words/stop-words.ts';
import { monthOf, readClock, readDate, readEnglishDate, readSpokenClock } from './read-calendar.ts';
import { type NumberReading, readAndPart, readNumber, readOrdinal } from './read-number.ts';
import {
  isCompound,
  isCounter,
  isLooseSymbol,
  openUnits,
  type Period,
  readUnit,
  type Unit,
} from './units.ts';

/** A number with its unit, before comparators, ranges and rates are read. */
export interface Amount {
  readonly end: number;
  readonly dimension: string;
  readonly value: number;
  /** The number as written. */
  readonly raw: number;
  readonly otherValue?: number | undefined;
  readonly per?: Period;
  readonly loose?: boolean | undefined;
  readonly rounded?: boolean;
  /** `idiom`: a fixed phrase (half a day, twice, 毎週). It answers a requested quantity and is no term itself. */
  readonly form: NumberReading['form'] | 'idiom';
}

type Measure = Omit<Amount, 'raw' | 'form'>;

/** Fixed phrases: `dimension value form,form`. `_` is a space or a hyphen. `@60` after a dimension makes a rate per 60 seconds, `@M3` per 3 months. */
const idiomLines = `
time 1800 半時間; time 900 四半時間,quarter_hour; time 43200 半日; time 86400 一昼夜; night 1 一晩; time 1209600 two_week,the_first_fortnight,the_last_fortnight; time 604800 one_more_week; month 12 one_more_year,another_year; month 1 one_more_month,another_month;
month 0.5 半月; month 12 the_past_year,the_last_year,the_preceding_year,the_previous_year,the_coming_year,the_next_year; month 1 ひと月,ひと月分; month 3 四半期; month 600 半世紀; month 6 半年,半年間,半年分; ratio 50 half_price,50/50,半分,半数,半額,半値,半減,half,halve,halved,halving; quarter 1 a_quarter;
#nth 1 初日,初回,初年度; person 1 ひとり; person 2 ふたり; times 1 once; times 2 twice; times 3 thrice; degree 1 一度; ratio 33.3333333333 a_third,one_third;
ratio 66.6666666667 two_thirds; item 6 half_a_dozen,半ダース; fold 1.25 time_and_a_quarter; fold 1.5 time_and_a_half; fold 2 double,doubled,doubling,倍増; fold 3 triple,tripled; calendar-month 1 january;
calendar-month 2 february; calendar-month 4 april; calendar-month 6 june; calendar-month 7 july; calendar-month 8 august; calendar-month 9 september;
calendar-month 10 october; calendar-month 11 november; calendar-month 12 december; calendar-month 3 of_march,in_march,by_march,march;
calendar-month 5 of_may,in_may,by_may,may; clock 720 noon,midday,12_noon,twelve_noon,12_midday,正午; clock 0 midnight,12_midnight,twelve_midnight; times@1 1 毎秒; times@60 1 毎分; times@900 1 every_quarter_of_an_hour,each_quarter_of_an_hour,every_quarter_hour,each_quarter_hour,quarter_hourly; times@1800 1 half_hourly; time@86400 86400 24/7;
scanlines 720 720p; scanlines 1080 1080p,full_hd,フルhd; scanlines 1440 1440p; scanlines 2160 4k,2160p; scanlines 4320 8k;
times@3600 1 hourly,毎時,毎正時; times@86400 1 daily,nightly,every_day,each_day,every_night,every_morning,毎日,日次,毎晩,毎朝,日ごと;
times@604800 1 weekly,every_week,each_week,毎週,週次,週ごと; times@1209600 1 fortnightly,every_fortnight,every_other_week,biweekly,隔週;
times@M24 1 隔年,every_other_year; times@M2 1 隔月; times@172800 1 every_other_day,隔日; times@M1 1 monthly,every_month,each_month,毎月,月次,月ごと; times@M3 1 quarterly,every_quarter,each_quarter,四半期ごと,四半期に一度;
times@M6 1 semi_annually,semiannually,half_yearly,半期ごと,半年ごと,biannually; times@M12 1 yearly,annually,annual,every_year,each_year,毎年,年次,年ごと
`;
const idioms = /* @__PURE__ */ buildTable(() =>
  groupByUnit(
    entriesOf(idiomLines).flatMap((line) => {
      const [described = '', value = '', forms = ''] = line.split(' ');
      const [dimension = '', period] = described.split('@');
      const amount = {
        dimension,
        value: Number(value),
        ...(period && { per: periodOf(period) }),
      };
      return forms
        .split(',')
        .flatMap((form) => [' ', '-'].map((gap) => ({ form: form.replaceAll('_', gap), amount })));
    }),
    ({ form }) => form,
  ),
);

/** Returns the period of `60` (seconds) or `M3` (months). */
export function periodOf(code: string): Period {
  return code.startsWith('M')
    ? { dimension: 'month', value: Number(code.slice(1)) }
    : { dimension: 'time', value: Number(code) };
}

/** 一時停止, 十分に, 一度に ...: kanji numerals that open another word. */
const notNumbers =
  /^(?:一時(?!間)|一部|一括|一点|一本|二度|一日の|一行|一画面|一対(?![一二三四五六七八九十百\d])|一組|一体|十分(?![以間毎ご前後お刻])|百貨|千葉|一位|一番|万一|一字|一人ひとり|一件一件|一種|一食|一例|一級|一席|一元|一方|一元|三位一体|八百屋|一頭)/;

/** an adult for every six children */
const oneFor =
  /^an?(?= [a-z]{3,15} (?:per|(?:to|for) (?:each|every)) (?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|t(?:en|we)[a-z-]+) ))/;

/** an hour, each minute and a half */
const oneUnit = /^(?:an? (?:full |whole )?(?=[a-z]{3})|(?:every|each) (?=[a-z]{3,7} and a ))/;

/** Reads the amount that starts at `at`. Look-ahead is bounded by the number and a few words. */
export function readAmount(lower: string, at: number): Amount | undefined {
  const clock = readSpokenClock(lower, at);
  if (clock !== undefined) return { ...clock, raw: clock.value, form: 'idiom' };
  const part = readPart(lower, at);
  const idiom = part === undefined ? readIdiom(lower, at) : undefined;
  if (idiom !== undefined) return idiom;
  const one = oneUnit.exec(lower.slice(at, at + 24))?.[0].length ?? 0;
  const unit = part === undefined && one > 0 ? readUnit(lower, at + one) : undefined;
  // an hour and thirty minutes, a litre and a half
  if (unit !== undefined && !isCounter(unit.dimension) && !/^second|^qu/.test(unit.form)) {
    const measure = withUnit(lower, at + one + unit.form.length, 1, unit);
    return { ...measure, raw: measure.value, form: 'idiom' };
  }
  // the twenty-first of May
  const place =
    part === undefined && /^[a-z]/.test(lower.charAt(at)) ? readPlace(lower, at) : undefined;
  if (place !== undefined) return place;
  const [article] = oneFor.exec(lower.slice(at, at + 44)) ?? [];
  const number: NumberReading | undefined =
    article === undefined
      ? (part ?? readNumber(lower, at))
      : { value: 1, end: at + article.length, form: 'word' };
  const measure = number && readMeasure(lower, at, number);
  return number && measure && { ...measure, raw: number.value, form: number.form };
}

/** every second week, each third day, on alternate Fridays: one in so many periods. */
const everyFew =
  /^(?:(?:every|each) (other |[a-z]{5,11} |\d{1,2}(?:nd|rd|th) )|alternat(?:e|ing) )(?:(mon|tues|wednes|thurs|fri|satur|sun)days?|([a-z]{3,8}))(?![a-z]| of)/;

function readEveryFew(lower: string, at: number): Amount | undefined {
  const [form, place = 'other ', weekday, noun = ''] =
    everyFew.exec(lower.slice(at, at + 40)) ?? [];
  if (form === undefined) return undefined;
  const unit = readUnit(noun.replace(/^(?:night|morning|evening)s?$/, 'day'), 0);
  const count = /other|second/.test(place) ? 2 : readOrdinal(place.trim(), 0)?.value;
  if (count === undefined) return undefined;
  const week = { dimension: 'time', factor: 604_800 };
  const { dimension = 'ratio', factor = 0 } = (weekday === undefined ? unit : week) ?? {};
  const end = at + form.length;
  // every twentieth fish: one in twenty
  if (factor === 0)
    return place === 'other '
      ? undefined
      : { end, dimension, value: 100 / count, raw: 1 / count, form: 'idiom' };
  // every sixteenth row: every 16 rows
  if (!/^(?:time|month)$/.test(dimension))
    return { end, dimension, value: count * factor, raw: count, form: 'idiom' };
  const per = { dimension, value: count * factor };
  return { end, dimension: 'times', value: 1, raw: 1, per, form: 'idiom' };
}

/** the end of June, the last day of June; "of March" is read with its preposition */
export const monthEnd = /\b(?:the )?(?:end|last day|close) (?:of )?$/;

function readIdiom(lower: string, at: number): Amount | undefined {
  const found = idioms
    .get(lower.charAt(at))
    ?.find(({ form }) => lower.startsWith(form, at) && isWhole(lower, at, at + form.length));
  if (found === undefined) return readEveryFew(lower, at);
  const { form, amount } = found;
  const end = at + form.length;
  // December 31 is a date.
  const [gap = '', day = ''] = /^ (?:the )?(\d{1,2}(?!\d))?/.exec(lower.slice(end, end + 8)) ?? [];
  const isDay = day !== '' || (gap !== '' && readOrdinal(lower, end + gap.length) !== undefined);
  const isMonth = amount.dimension === 'calendar-month';
  const isLast = monthEnd.test(lower.slice(Math.max(0, at - 20), at));
  // "may" and "march" are months before a year.
  const isYear = /^ \d{4}(?!\d)/.test(lower.slice(end, end + 6));
  if (isMonth && (isDay || (form.startsWith('ma') && !isYear && !isLast))) return undefined;
  if (isLast && isMonth) {
    const last = new Date(Date.UTC(2023, amount.value, 0)).getUTCDate();
    return { end, dimension: 'date', value: amount.value * 100 + last, raw: last, form: 'idiom' };
  }
  const isTerm = isDigit(lower.charCodeAt(at));
  // Half is 0.5 as a number.
  const raw = amount.dimension === 'ratio' ? amount.value / 100 : amount.value;
  return { ...amount, raw, end, form: isTerm ? 'digits' : 'idiom' };
}

/** 毎月25日 goes on with its number, and 四半期末 with another kanji. */
function isWhole(lower: string, start: number, end: number): boolean {
  const next = lower.charCodeAt(end);
  // 4k, and not 4kg
  if (isLatin(lower.charCodeAt(end - 1)) && isWordUnit(next)) return false;
  if (isLatin(lower.charCodeAt(start)))
    return !isWordUnit(lower.charCodeAt(start - 1)) && !isWordUnit(next) && next !== 45;
  return (
    !isDigit(next) && !'一二三四五六七八九十百千万時分目期間ひ'.includes(lower.charAt(end) || ' ')
  );
}

const wholes: Readonly<Record<string, number>> = { half: 2, quarter: 4 };
const uppers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };

/** half a kilometre, a fifth of a second, 1/3 cup, 1/250秒, 半キロ: the part of one unit. */
function readPart(lower: string, at: number): NumberReading | undefined {
  const text = lower.slice(at, at + 24);
  const [large, , power] = /^(half|(?:a )?quarter of) a (m|b)illion(?= )/.exec(text) ?? [];
  if (large !== undefined) {
    const share = large.startsWith('half') ? 2 : 4;
    return { value: (power === 'm' ? 1e6 : 1e9) / share, end: at + large.length, form: 'word' };
  }
  const part =
    /^(?:an? |one |(two|three|four)[ -])?(?:(half|quarter)[- ](?!an? |of )|([a-z]{4,9}?)s?(?: of)? an? (?!dozen))/;
  const [words, count = '', own, name = own ?? ''] = part.exec(text) ?? [];
  const [digits, upper, whole] =
    /^(\d{1,2})\/(\d{1,4})(?: of an? | an? | (?=[a-z])|(?=[^\d /]))/.exec(text) ?? [];
  const form = words ?? digits ?? /^半(?=[ァ-ン])/.exec(text)?.[0];
  if (form === undefined || readUnit(lower, at + form.length) === undefined) return undefined;
  const parts =
    digits === undefined ? (wholes[name] ?? readOrdinal(name, 0)?.value) : Number(whole);
  const value = (uppers[count] ?? Number(upper ?? 1)) / (form === '半' ? 2 : (parts ?? 0));
  return value < 1 ? { value, end: at + form.trimEnd().length, form: 'digits' } : undefined;
}

/** "the fifth of August" is a date, "a fifth" a share, and any other ordinal word a place in an order. */
function readPlace(lower: string, at: number): Amount | undefined {
  const article = /^an? /.exec(lower.slice(at, at + 3))?.[0] ?? '';
  const ordinal = readOrdinal(lower, at + article.length) ?? readFirst(lower, at);
  if (ordinal === undefined || isWordUnit(lower.charCodeAt(ordinal.end))) return undefined;
  const { value, end } = ordinal;
  // "a fifth of the seats", "cut by a fifth", and "a fifth session"
  const [, word = 'of'] = /^ ([a-z]+)/.exec(lower.slice(end, end + 12)) ?? [];
  const isShare = article !== '' && (isStopWord(word) || /^(?:aside|away|less)$/.test(word));
  const named = { raw: value, end, form: 'idiom' } as const;
  if (isShare) return { ...named, dimension: 'ratio', value: 100 / value };
  const date = readEnglishDate(lower, at, end, value);
  return date === undefined ? { ...named, dimension: '#nth', value } : { ...named, ...date };
}

/** March the first, the first of November, the second quarter */
function readFirst(lower: string, at: number): ReturnType<typeof readOrdinal> {
  const word = /^(?:first|second)(?![a-z])/.exec(lower.slice(at, at + 7))?.[0] ?? '';
  const before = /([a-z]{3,9}) the $/.exec(lower.slice(Math.max(0, at - 15), at))?.[1];
  const after = /^ of ([a-z]{3,9})/.exec(lower.slice(at + word.length, at + word.length + 13))?.[1];
  const isQuarter = lower.startsWith(' quarter', at + word.length);
  if (word === '' || (monthOf(before) + monthOf(after) === 0 && !isQuarter)) return undefined;
  return { value: word === 'first' ? 1 : 2, end: at + word.length };
}

function readMeasure(lower: string, at: number, number: NumberReading): Measure | undefined {
  const { end, form, value } = number;
  if (form === 'kanji' && notNumbers.test(lower.slice(at, at + 5)) && !isTimes(lower, at))
    return undefined;
  // 6.30 pm, 18h30
  const whole = form === 'digits' ? runEnd(lower, at, isDigit) : end;
  const hourEnd = '.h'.includes(lower.charAt(whole)) ? whole : end;
  const calendar =
    form === 'word'
      ? undefined
      : (readDate(lower, at, end, value) ?? readClock(lower, at, hourEnd, Math.trunc(value)));
  const isMonday = lower.startsWith('月曜', end);
  // 一月以上 is a month's time.
  const isMonths =
    form === 'kanji' && /^月(?:以[上内]|余り|あまり)/.test(lower.slice(end, end + 4));
  const measure =
    (isMonths ? { end: end + 1, dimension: 'month', value } : undefined) ??
    readDuration(lower, at) ??
    calendar ??
    readFraction(lower, at, number) ??
    (isMonday ? undefined : readMeasured(lower, number));
  // L-03: a code
  if (measure !== undefined || /^0\d(?!\d)/.test(lower.slice(at, at + 3))) return measure;
  // "five or more": a word without a unit is no term, and may answer one.
  // 第二水曜, 第二と第四の水曜
  const isWeek =
    lower.charAt(at - 1) === '第' &&
    /^(?:[と・、]第?[1-5一二三四五])?の?[月火水木金土日]曜/.test(lower.slice(end, end + 6));
  if (isWeek) return { end, dimension: '', value };
  const isGlued = isLatin(lower.charCodeAt(end)) && !/^x\d/.test(lower.slice(end, end + 2));
  // one or more
  if (
    value === 1 &&
    form === 'word' &&
    /^ (?:or [a-z]{4}|parts?(?![a-z]))/.test(lower.slice(end, end + 8))
  )
    return { end, dimension: '', value };
  if (form === 'kanji' || value === 1 || isGlued)
    return form === 'digits' && !isGlued ? { end, dimension: '', value } : undefined;
  return { end, dimension: '', value };
}

const durationParts =
  /^(?=\d+h\d|\d+m(?:in)?\d)(?:(\d{1,4})h)?(?:(\d{1,4})m(?:in)?)?(?:(\d{1,4})s)?(?![a-z\d])/;

/** 1h 30m, 5m 30s: after the hours and before the seconds the letter is a minute, and no metre. */
const spacedParts =
  /^(?=\d+ ?h \d+ ?m(?![a-z])|\d+m \d+s)(?:(\d{1,3}) ?h )?(\d{1,2}) ?m(?: (\d{1,2}) ?s)?(?![a-z\d])/;

/** 1h30m, 5m30s, 1h30m15s */
function readDuration(lower: string, at: number): Measure | undefined {
  const text = lower.slice(at, at + 18);
  const [form, hours = 0, minutes = 0, seconds = 0] =
    durationParts.exec(text) ?? spacedParts.exec(text) ?? [];
  if (form === undefined) return undefined;
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { end: at + form.length, dimension: 'time', value };
}

/** 週に二度, 午後一時: after a period the word is a number. */
function isTimes(lower: string, at: number): boolean {
  return /(?:[に日週月年].度|午[前後].時|昼の?.時)/.test(lower.slice(Math.max(0, at - 2), at + 2));
}

/** "one bottle in a hundred", "3 out of 10", 5人に1人: a share of the whole. */
const sharesOf =
  /^(?: [a-z]+)? (?:out of|in)(?: every)? (?=a (?:hundred|thousand|dozen)(?![a-z])|[a-z]*(?=[ .,;)]|$)|\d+(?=[ .,;)]|$))/;

/** 3分の1, two fifths, one in four: a share of the whole. 4.5:1 and 60/40 are proportions. */
function readFraction(lower: string, at: number, number: NumberReading): Measure | undefined {
  const { end, value } = number;
  const share = readShare(lower, number);
  if (share !== undefined) return share;
  // one to one
  const one = /^ to (?:one|1)(?![a-z\d]|[.,:]\d)/.exec(lower.slice(end, end + 8))?.[0];
  if (one !== undefined && value >= 1 && !lower.startsWith('from ', at - 5))
    return { end: end + one.length, dimension: 'proportion', value };
  // one part to fifty
  const parts = /^ parts? to /.exec(lower.slice(end, end + 10))?.[0] ?? '';
  const rest = parts === '' ? undefined : readNumber(lower, end + parts.length);
  if (rest !== undefined && rest.value > 0)
    return { end: rest.end, dimension: 'proportion', value: value / rest.value };
  const ratio = lower.startsWith('対', end) ? readNumber(lower, end + 1) : undefined;
  if (ratio !== undefined && ratio.value > 0)
    return { end: ratio.end, dimension: 'proportion', value: value / ratio.value };
  // 3:2, and a map at 1:25,000
  const [written = '', last = 0] =
    /^(?::(?=\d{4}|\d+(?:,\d{3}| 000))|[:/](?=\d{1,3}(?![\d:/.])))(\d{1,3}(?:,\d{3}| 000)+|\d{1,6})(?!\d)/.exec(
      lower.slice(end, end + 12),
    ) ?? [];
  const whole = Number(String(last).replace(/[, ]/g, ''));
  if (whole > 0)
    return { end: end + written.length, dimension: 'proportion', value: value / whole };
  const upper = lower.startsWith('分の', end) ? readNumber(lower, end + 2) : undefined;
  if (upper === undefined || value === 0) return undefined;
  return { end: upper.end, dimension: 'ratio', value: (100 * upper.value) / value };
}

function shareOf(upper: number, whole: number, end: number): Measure | undefined {
  return upper < whole ? { end, dimension: 'ratio', value: (100 * upper) / whole } : undefined;
}

function readShare(lower: string, { end, value, form }: NumberReading): Measure | undefined {
  if (!Number.isInteger(value) || value === 0) return undefined;
  // the 1996 files in 2026
  if (value >= firstYear && value <= lastYear) return undefined;
  const part = form === 'word' ? readOrdinal(lower, end + 1) : undefined;
  if (
    part !== undefined &&
    ' -'.includes(lower.charAt(end)) &&
    /^s?(?![a-z-])/.test(lower.slice(part.end - (lower.charAt(part.end - 1) === 's' ? 1 : 0)))
  )
    return shareOf(value, part.value, part.end);
  // 5人に1人, 10件に1件
  const one = /^([^\d\s]{1,2})に(?:1|一)\1(?!目)/.exec(lower.slice(end, end + 8));
  if (one !== null) return shareOf(1, value, end + one[0].length);
  const of = sharesOf.exec(lower.slice(end, end + 40))?.[0];
  const whole = of === undefined ? undefined : readNumber(lower, end + of.length);
  if (of === undefined || whole === undefined) return undefined;
  // "3 in 10 minutes" counts something in a period.
  const unit = readUnit(lower, lower.charAt(whole.end) === ' ' ? whole.end + 1 : whole.end);
  if (unit?.dimension === 'time' || unit?.dimension === 'month') return undefined;
  return of.includes('out') || value === 1 || form === 'word' || whole.value >= 100
    ? shareOf(value, whole.value, whole.end)
    : undefined;
}

function readMeasured(lower: string, { end, form, value }: NumberReading): Measure | undefined {
  const hyphen = lower.charCodeAt(end) === 45 && isLatin(lower.charCodeAt(end + 1));
  const gap = lower.charCodeAt(end) === 32 || hyphen ? 1 : 0;
  if (form === 'word' && gap === 0) return undefined;
  // On the 25th: the day of a month, like 25日.
  const ordinal = form === 'digits' && /^(?:st|nd|rd|th)(?![a-z])/.test(lower.slice(end, end + 3));
  if (ordinal && !lower.startsWith(' percentile', end + 2))
    return { end: end + 2, dimension: 'time', value: value * 86_400 };
  // one full day
  const whole =
    gap === 1 ? (/^(?:full|whole) /.exec(lower.slice(end + 1, end + 7))?.[0].length ?? 0) : 0;
  const at = end + gap + whole;
  const unit = readUnit(lower, at) ?? (ordinal ? readUnit(lower, end) : undefined);
  // the 1990s
  if (unit?.form === 's' && gap === 0 && value >= 1800 && value <= 2100 && value % 10 === 0)
    return { end: at + 1, dimension: 'year', value };
  // 週に三度
  if (unit?.form === '度' && form === 'kanji' && value < 10 && lower.charAt(at + 1) !== '目')
    return { end: at + 1, dimension: 'times', value };
  if (unit !== undefined && !(gap === 1 && isLooseSymbol(unit)))
    return withUnit(lower, at + unit.form.length, value, unit);
  if (isKatakana(lower.charCodeAt(at)))
    return form === 'digits' ? readKatakanaNoun(lower, at, value) : undefined;
  // 三十代
  const isDecade = lower.charAt(end) === '代' && value >= 10 && value % 10 === 0;
  if (isKanji(lower.charCodeAt(end)) && (form === 'digits' || isDecade))
    return readKanjiNoun(lower, end, value);
  return gap === 1 ? readNoun(lower, at, value, hyphen) : undefined;
}

/** The measure of a value and its unit. Adds "30分" to "1時間" and "半" to "2時間". */
function withUnit(lower: string, end: number, value: number, unit: Unit): Measure {
  const { dimension, factor, per } = unit;
  // 11冊目, 二日目: a place in an order
  if (
    /^目(?!的|標|安|次|録)/.test(lower.slice(end, end + 2)) &&
    (isCounter(dimension) || /^(?:time|month)$/.test(dimension))
  )
    return { end: end + 1, dimension: '#nth', value };
  if (per !== undefined)
    return { end, dimension, value: value * factor, per, rounded: unit.rounded };
  if (dimension === 'byte') {
    const power = factor - 1;
    return { end, dimension, value: value * 1000 ** power, otherValue: value * 1024 ** power };
  }
  if (unit.form.startsWith('quarter')) return { end, dimension: 'quarter', value };
  if (dimension === 'month' && unit.form === '年' && value >= 1900 && value <= 2200)
    return { end: lower.startsWith('度', end) ? end + 1 : end, dimension: 'year', value };
  const half = /^半(?![分額数年月日])/.test(lower.slice(end, end + 2));
  const total = value * factor + (half ? factor / 2 : 0);
  return { ...withSmaller(lower, half ? end + 1 : end, total, unit), rounded: unit.rounded };
}

/** Adds the minutes to the hours, the days to the weeks, and the cents to the dollars. */
function withSmaller(
  lower: string,
  last: number,
  total: number,
  { dimension, factor }: Pick<Unit, 'dimension' | 'factor'>,
): Measure {
  const share = readAndPart(lower, last);
  if (share !== undefined)
    return { end: share.end, dimension, value: total + share.value * factor };
  // 1時間30分, 1時間と30分, an hour and thirty minutes
  const joint = /^(?: and |と| )/.exec(lower.slice(last, last + 5))?.[0] ?? '';
  const next = readNumber(lower, last + joint.length);
  // 1日8時間: hours a day.
  const isRate = joint === '' && factor >= 86_400 && total === factor;
  const smaller =
    isRate || next === undefined || (next.form === 'word' && joint !== ' and ')
      ? undefined
      : readUnit(lower, lower.charCodeAt(next.end) === 32 ? next.end + 1 : next.end);
  // 37度5分 is a body temperature, and 180度5分 five minutes.
  const isTenth = smaller?.form === '分' && dimension === 'degree' && total > 34 && total < 43;
  if (next && isTenth && next.value < 10)
    return { end: next.end + 1, dimension, value: total + next.value / 10 };
  const part = smaller === undefined ? 0 : partOf(dimension, smaller);
  const unnamed = unnamedParts[`${dimension} ${factor}`];
  if (next && !smaller && unnamed && joint !== ' and ' && next.value % 1 === 0) {
    const [least, size] = unnamed;
    const word =
      /^ ?([a-z]+|[一-龠ァ-ヶ])/.exec(lower.slice(next.end, next.end + 12))?.[1] ?? 'and';
    const isLast = isStopWord(word) || /^(?:high|tall|wide|long|deep|以|未|超)$/.test(word);
    if (next.value >= least && next.value < 10 * least && isLast)
      return { end: next.end, dimension, value: total + next.value * size };
  }
  // 1 kg and 200 g are two things.
  const isSum = joint.trim() === '' || summed.test(dimension);
  if (next === undefined || smaller === undefined || !isSum || part === 0 || part >= factor)
    return { end: last, dimension, value: total };
  return {
    end: lower.indexOf(smaller.form, next.end) + smaller.form.length,
    dimension,
    value: total + next.value * part,
  };
}

/** Units after which a number of so many digits counts parts without a name: 1 h 30, four pounds ninety-five, 1キロ200. */
const unnamedParts: Readonly<Record<string, readonly [least: number, share: number]>> = {
  'time 3600': [10, 60],
  'usd 1': [10, 0.01],
  'eur 1': [10, 0.01],
  'gbp 1': [10, 0.01],
  'length 1': [10, 0.01],
  'kilo 1000': [100, 1],
};

/** Dimensions whose parts "and" adds up. */
const summed = /^(?:time|month|yen|usd|eur|gbp)$/;

/** Returns how much of the base unit of a dimension a unit is, or 0. The 分 of 2割5分 are percents. */
function partOf(dimension: string, { dimension: own, factor, form }: Unit): number {
  if (dimension === 'ratio' && form === '分') return 1;
  return own === dimension ? factor : factor * (openUnits[own]?.[dimension] ?? 0);
}

/** "3スレッド": any noun may be counted. */
function readKatakanaNoun(lower: string, at: number, value: number): Measure | undefined {
  const end = runEnd(lower, at, isKatakana);
  const goesOn = isKanji(lower.charCodeAt(end)) && !'以未超前後毎間'.includes(lower.charAt(end));
  if (end - at < 2 || goesOn) return undefined;
  return { end, dimension: `n:${foldTerm(lower.slice(at, end))}`, value };
}

/** 18脚: a kanji alone after digits counts something. */
function readKanjiNoun(lower: string, at: number, value: number): Measure | undefined {
  if (isCompound(lower, at + 1) || '以未超前後毎間強弱'.includes(lower.charAt(at)))
    return undefined;
  return { end: at + 1, dimension: `n:${lower.charAt(at)}`, value };
}

/** one adult for every six children */
const countedFor =
  /^ (?:per|(?:to|for) (?:each|every)|an? (?=(?:day|night|week|month|year)(?![a-z]))) ?/;

/** "5 failed attempts", "two-step": one or two adjectives may precede an English plural or unit. */
function readNoun(lower: string, at: number, value: number, hyphen: boolean): Measure | undefined {
  let end = at - 1;
  for (let words = 0; words < 3; words += 1) {
    const start = end + 1;
    if (words > 0) {
      if (lower.charCodeAt(end) !== 32) return undefined;
      const unit = readUnit(lower, start);
      if (unit !== undefined && unit.latin && unit.form.length > 3) {
        const { dimension, factor } = unit;
        return { end: start + unit.form.length, dimension, value: value * factor };
      }
    }
    end = runEnd(lower, start, isLatin);
    // 36 gluten-free muffins
    const isWordPart = (unit: number): boolean => isLatin(unit) || (unit === 45 && !hyphen);
    end = runEnd(lower, end, isWordPart);
    const word = lower.slice(start, end);
    if (word === '' || isStopWord(word) || readNumber(word, 0) !== undefined) return undefined;
    if (words === 0 && isDigit(lower.charCodeAt(end))) return undefined;
    if (
      hyphen ||
      isPlural(word) ||
      (value === 1 && words === 0 && countedFor.test(lower.slice(end, end + 11)))
    )
      return { end, dimension: `n:${stemWord(word)}`, value };
  }
  return undefined;
}

function isPlural(word: string): boolean {
  if (/^(?:children|people|men|women)$/.test(word)) return true;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us');
}
