import { buildTable } from '../text/lexicon.ts';
import { isDigit } from '../text/characters.ts';
import { readNumber } from './read-number.ts';

/** A time of day in minutes, or a date as the number its digits make: 20260401, 401. */
interface CalendarReading {
  readonly end: number;
  readonly dimension: 'clock' | 'date' | 'calendar-month' | 'year';
  readonly value: number;
  /** The other order of day and month: 05/04/2026. */
  readonly otherValue?: number | undefined;
  /** A time that may be before or after noon: 3時. */
  readonly loose?: boolean | undefined;
}

const monthNames = /* @__PURE__ */ buildTable(() =>
  'january february march april may june july august september october november december'.split(
    ' ',
  ),
);
/** The year before the first one of each era. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };

const minutesOfDay = 1440;

/** on Thursday at 6, tomorrow at 9: an hour by its place alone. */
const dayBefore = /(?:day|tomorrow|(morning)|(afternoon|evening|(?:to)?night)|noon)s? at $/;
const bareHour = /^(?!\d| to \d+ ?(?:°|degrees)|[.,:h]\d| ?(?:[ap]\.?m|%|°)| [a-z]+s\b| o'clock)/;

/** 9:00, 17時, 17時半, 9時30分, 5pm, 5 p.m., 9 o'clock: the time whose hour is at `at` and ends at `end`. */
export function readClock(
  lower: string,
  at: number,
  end: number,
  hour: number,
): CalendarReading | undefined {
  if (hour > 30 || !Number.isInteger(hour)) return undefined;
  const [isNamed, early, late] = dayBefore.exec(lower.slice(Math.max(0, at - 14), at)) ?? [];
  if (isNamed && hour >= 1 && hour <= 12 && bareHour.test(lower.slice(end, end + 16))) {
    const value = (hour + (late !== undefined && hour < 12 ? 12 : 0)) * 60;
    return { end, dimension: 'clock', value, loose: (early ?? late) === undefined || undefined };
  }
  let last = end;
  let minutes = 0;
  let otherValue: number | undefined;
  const half = /^(?: ?([ap])\.?m(?![a-z])\.?| in the (morning|afternoon|evening)(?![a-z]))/;
  const colon = /^[:.h]([0-5]\d)(?!\d|,\d{3}| 000)/.exec(lower.slice(end, end + 8));
  const isDotted = lower.charAt(end) === '.' && !half.test(lower.slice(end + 3, end + 8));
  // Four in the afternoon may be four people.
  const isBare =
    lower.startsWith(' in', end) && !beforeHour.test(lower.slice(Math.max(0, at - 7), at));
  if (colon !== null && !isDotted) {
    minutes = Number(colon[1]);
    last = end + 3;
  } else if (lower.charAt(end) === '時' && lower.charAt(end + 1) !== '間') {
    last = end + 1;
    if (lower.charAt(last) === '半') {
      minutes = 30;
      last += 1;
    } else if (lower.charAt(last) !== '' && !'間に'.includes(lower.charAt(last))) {
      const rest = readNumber(lower, last);
      if (rest !== undefined && lower.charAt(rest.end) === '分') {
        // 15時15分前 is also 14:45.
        if (/^前(?!日)/.test(lower.slice(rest.end + 1, rest.end + 3)))
          otherValue = hour * 60 - rest.value;
        minutes = rest.value;
        last = rest.end + 1;
      }
    }
  } else if (lower.startsWith(" o'clock", end)) last = end + 8;
  else if (isBare || !half.test(lower.slice(end, end + 18))) return undefined;
  const day = half.exec(lower.slice(last, last + 18));
  // A closing full stop of the sentence is not part of "5 p.m".
  const dots = day?.[0].includes('.m') === true ? 0 : day?.[0].endsWith('.') === true ? 1 : 0;
  const isMorning = day?.[1] === 'a' || day?.[2] === 'morning';
  const afternoon = day !== null && !isMorning && hour < 12 ? 12 : 0;
  const midnight = isMorning && hour === 12 ? 12 : 0;
  return {
    end: last + (day?.[0].length ?? 0) - dots,
    dimension: 'clock',
    value: ((hour + afternoon - midnight) * 60 + minutes) % minutesOfDay,
    otherValue,
    // 02:30 is written in 24 hours.
    loose: day === null && !(lower.charAt(at) === '0' && end - at > 1) ? colon === null : undefined,
  };
}

/** Hours and minutes in spoken form: quarter past ten, half past 9, nine p.m., seven o'clock. */
const spokenClock =
  /^(?:(?:a )?(quarter|half|five|ten|twenty|twenty-five)(?: minutes)? (past|to|after|of) )?(midnight|[a-z]{3,6}|\d{1,2})(?:( o'clock)| (fifteen|thirty|forty-five))?(?: ?([ap])\.?m(?![a-z])| in the (morning|afternoon|evening)| (?:at )?(night))?/;
/** at half six: half past six. */
const halfHour = /^half (?!past)(?=[a-z]{3,6}(?![a-z]))/;
const beforeHour = /(?:\b(?:at|by|from|until|till|before|after|around|about)|,) $/;
const spokenMinutes: Readonly<Record<string, number>> = {
  quarter: 15,
  fifteen: 15,
  half: 30,
  thirty: 30,
  'forty-five': 45,
  five: 5,
  ten: 10,
  twenty: 20,
  'twenty-five': 25,
};

/** Reads a time of day whose hour or minutes are words. */
export function readSpokenClock(lower: string, at: number): CalendarReading | undefined {
  const text = lower.slice(at, at + 60);
  const isHalf =
    halfHour.test(text) && (at === 0 || beforeHour.test(lower.slice(Math.max(0, at - 7), at)));
  const read = spokenClock.exec(isHalf ? text.replace(' ', ' past ') : text);
  if (read === null) return undefined;
  const [form, part, side, hourText = '', called, after, half, day, night] = read;
  const isBefore = side === 'to' || side === 'of';
  const minutes = (spokenMinutes[part ?? after ?? ''] ?? 0) * (isBefore ? -1 : 1);
  // "eight thirty" alone may be a count.
  if (after !== undefined && (part ?? half ?? day ?? night) === undefined) return undefined;
  // half past noon, ten to midnight
  const named = /^(?:noon|midday|midnight)$/.test(hourText) ? hourText : undefined;
  if (named !== undefined && part !== undefined) {
    const value = ((named === 'midnight' ? 0 : 720) + minutes + minutesOfDay) % minutesOfDay;
    return { end: at + form.length, dimension: 'clock', value };
  }
  const hour = readNumber(hourText, 0);
  if (hour === undefined || hour.end !== hourText.length || hour.value > 12) return undefined;
  const isMarked = (called ?? half ?? day ?? night) !== undefined;
  // "five to ten items" is a range, "twenty to nine" is not; 9 p.m. is read with its digits.
  const isMoment =
    beforeHour.test(lower.slice(Math.max(0, at - 7), at)) && bareHour.test(text.slice(form.length));
  const isFalling = -minutes > hour.value;
  const isClear = side === 'past' || part === 'quarter' || isFalling || isMarked || isMoment;
  if (
    !isClear ||
    (part === undefined && (hour.form === 'digits' || (called ?? half ?? day) === undefined))
  )
    return undefined;
  const isMorning = half === 'a' || day === 'morning';
  const isAfternoon = isMarked && !isMorning && (half ?? day ?? night) !== undefined;
  const inHalf = (hour.value % 12) * 60 + minutes;
  // Half past twelve and a quarter to one are by day without other words.
  const isByDay = isAfternoon || (!isMorning && night === undefined && inHalf < 60 && inHalf > 0);
  const value = inHalf + (isByDay ? 720 : 0);
  return {
    end: at + form.length - (isHalf ? ' past'.length : 0),
    dimension: 'clock',
    value: (value + minutesOfDay) % minutesOfDay,
    loose: isMorning || isAfternoon ? undefined : true,
  };
}

/** 11月末 is its last day. Takes the place of 月; the end of the reading is behind 末. */
function readMonthEnd(
  lower: string,
  end: number,
  month: number,
  year = 2023,
): CalendarReading | undefined {
  const [close] = /^末日?(?!締)/.exec(lower.slice(end + 1, end + 4)) ?? [];
  if (close === undefined) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { end: end + 1 + close.length, dimension: 'date', value: month * 100 + last };
}

/** Reads 三月, 八月三日, 三月末. */
function readKanjiDate(
  lower: string,
  end: number,
  month: number,
  year?: number,
): CalendarReading | undefined {
  if (lower.charAt(end) !== '月' || lower.charAt(end + 1) === '曜' || month < 1 || month > 12)
    return undefined;
  const close = year === undefined ? undefined : readMonthEnd(lower, end, month, year);
  if (close !== undefined) return close;
  const day = readNumber(lower, end + 1);
  const date = day && lower.charAt(day.end) === '日' ? dateValue(0, month, day.value) : undefined;
  if (day === undefined || date === undefined)
    return { end: end + 1, dimension: 'calendar-month', value: month };
  return { end: day.end + 1, dimension: 'date', value: date };
}

/**
 * 2026-04-01, 2026年4月1日, 令和8年4月1日, 31/12/2026, 3月31日, 4/1, March 31, 31 March 2026; 4月 alone is a month of
 * the year, and 令和8年 a year.
 */
export function readDate(
  lower: string,
  at: number,
  end: number,
  value: number,
): CalendarReading | undefined {
  const text = lower.slice(at, at + 12);
  const era = eras[lower.slice(Math.max(0, at - 2), at)];
  const isEra = era !== undefined && lower.charAt(end) === '年';
  const year = Math.trunc(era === undefined ? value : era + value);
  const isYear = lower.charAt(end) === '年' && year >= 1900 && year <= 2200;
  const month = isYear ? readNumber(lower, end + 1) : undefined;
  const ofYear = month && readKanjiDate(lower, month.end, month.value, year);
  if (ofYear?.dimension === 'date') return { ...ofYear, value: year * 10_000 + ofYear.value };
  if (!isDigit(text.charCodeAt(0)) && !isEra) return readKanjiDate(lower, end, value);
  const full = /^\d{4}([-/.])(\d{1,2})\1(\d{1,2})(?!\d)/.exec(text);
  if (full !== null) {
    const date = dateValue(year, Number(full[2]), Number(full[3]));
    if (date !== undefined) return { end: at + full[0].length, dimension: 'date', value: date };
  }
  if (isEra)
    return {
      end: lower.startsWith('度', end + 1) ? end + 2 : end + 1,
      dimension: 'year',
      value: year,
    };
  const turned = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?!\d)/.exec(text);
  if (turned !== null) {
    const [first, second] = [Number(turned[1]), Number(turned[3])];
    const [date, otherValue] = [
      dateValue(Number(turned[4]), second, first),
      dateValue(Number(turned[4]), first, second),
    ].filter((each) => each !== undefined);
    if (date !== undefined)
      return { end: at + turned[0].length, dimension: 'date', value: date, otherValue };
  }
  const brief = readBriefDate(text, at);
  if (brief !== undefined) return brief;
  // the night 5/6 March
  const [form = '', evening, morning, name] =
    /^(\d{1,2})\/(\d{1,2}) ([a-z]{3,9})/.exec(lower.slice(at, at + 16)) ?? [];
  const [night, next] = [evening, morning].map((each) => dateValue(0, monthOf(name), Number(each)));
  if (night !== undefined)
    return { end: at + form.length, dimension: 'date', value: night, otherValue: next };
  const short = /^(\d{1,2})(?:月(\d{1,2})日|\/(\d{1,2})(?![\d/a-z%]))/.exec(text);
  if (short !== null) {
    const other = short[3] === undefined ? undefined : dateValue(0, Number(short[3]), value);
    const date = dateValue(0, value, Number(short[2] ?? short[3])) ?? other;
    const otherValue = other === date ? undefined : other;
    if (date !== undefined)
      return { end: at + short[0].length, dimension: 'date', value: date, otherValue };
  }
  // 2025/4
  const [written, slash] = /^\/(1[0-2]|0?[1-9])(?![\d/])/.exec(lower.slice(end, end + 4)) ?? [];
  if (written !== undefined && value >= 1900 && value <= 2100)
    return { end: end + written.length, dimension: 'calendar-month', value: Number(slash) };
  if (lower.charAt(end) === '月' && lower.charAt(end + 1) !== '曜' && value >= 1 && value <= 12) {
    return readMonthEnd(lower, end, value) ?? { end: end + 1, dimension: 'calendar-month', value };
  }
  return readEnglishDate(lower, at, end, value);
}

/** Reads 26/4/1 and 1/4/26: a year of two digits is at either end. */
function readBriefDate(text: string, at: number): CalendarReading | undefined {
  const [form, ...digits] = /^(\d{1,2})\/(\d{1,2})\/(\d{1,2})(?![\d/])/.exec(text) ?? [];
  const [a = 0, b = 0, c = 0] = digits.map(Number);
  const [value, otherValue] = [
    [a, b, c],
    [c, b, a],
    [c, a, b],
  ]
    .filter(([year = 0]) => year >= 20 && year < 50)
    .map(([year = 0, month = 0, day = 0]) => dateValue(2000 + year, month, day))
    .filter((each) => each !== undefined);
  if (form === undefined || value === undefined) return undefined;
  return { end: at + form.length, dimension: 'date', value, otherValue };
}

function dateValue(year: number, month: number, day: number): number | undefined {
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return exists ? year * 10_000 + month * 100 + day : undefined;
}

/** The month after the last of some days. */
const listedMonth =
  /^(?:, \d{1,2}(?:st|nd|rd|th)?){0,6},? and (?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?([a-z]{3,9})(?![a-z]| [a-z]{2,4} )/;

/** Reads March 31, 31 March 2026, the fifth of August: the day whose number is at `at` to `end`. */
export function readEnglishDate(
  lower: string,
  at: number,
  end: number,
  day: number,
): CalendarReading | undefined {
  if (day < 1 || day > 31 || !Number.isInteger(day)) return undefined;
  const before = /([a-z]{3,9})\.? (?:the )?$/.exec(lower.slice(Math.max(0, at - 15), at))?.[1];
  const suffix = /^(?:st|nd|rd|th)?/.exec(lower.slice(end, end + 2))?.[0] ?? '';
  const after = /^ (?:of )?([a-z]{3,9})/.exec(
    lower.slice(end + suffix.length, end + suffix.length + 14),
  );
  const beforeMonth = monthOf(before);
  // Sundays 2, 9 and 16 November
  const listed = listedMonth.exec(lower.slice(end + suffix.length, end + suffix.length + 60))?.[1];
  const isListed = !/\bbetween $/.test(lower.slice(Math.max(0, at - 8), at));
  if (beforeMonth === 0 && isListed && monthOf(listed) > 0)
    return {
      end: end + suffix.length,
      dimension: 'date',
      value: monthOf(listed) * 100 + day,
    };
  const month = beforeMonth > 0 ? beforeMonth : monthOf(after?.[1]);
  // "nobody under 16 may work": a modal verb.
  const isModal =
    beforeMonth === 0 &&
    month === 5 &&
    /^ may (?!(?:is|was|has|to|until|through|till|and|or|at|for|from|by) )[a-z]/.test(
      lower.slice(end, end + 13),
    );
  if (
    month === 0 ||
    (isModal &&
      !/\b(?:on|by|until|before|after|from|since) $/.test(lower.slice(Math.max(0, at - 7), at)))
  )
    return undefined;
  const close = end + suffix.length + (beforeMonth > 0 ? 0 : (after?.[0].length ?? 0));
  const year = /^[.,]? (\d{4})(?!\d)/.exec(lower.slice(close, close + 7));
  return {
    end: close + (year?.[0].length ?? 0),
    dimension: 'date',
    value: Number(year?.[1] ?? 0) * 10_000 + month * 100 + day,
  };
}

/** Returns 1 to 12, or 0. Abbreviations of three or four letters count; "may" only beside a day. */
export function monthOf(word: string | undefined): number {
  if (word === undefined) return 0;
  return (
    monthNames.findIndex((name) => name === word || (word.length <= 4 && name.startsWith(word))) + 1
  );
}
