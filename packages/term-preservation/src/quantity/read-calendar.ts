import { buildTable } from '../text/lexicon.ts';
import { isDigit } from '../text/characters.ts';
import { readNumber } from './read-number.ts';

/** A time of day in minutes, or a date as the number its digits make: 20260401, 401. */
interface CalendarReading {
  readonly end: number;
  readonly dimension: 'clock' | 'date' | 'calendar-month';
  readonly value: number;
}

const monthNames = /* @__PURE__ */ buildTable(() =>
  'january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/** 9:00, 17時, 17時半, 9時30分, 5pm: the time whose hour ends at `end`. */
export function readClock(lower: string, end: number, hour: number): CalendarReading | undefined {
  if (hour > 30) return undefined;
  let last = end;
  let minutes = 0;
  if (lower.charAt(end) === ':' && /^\d\d(?!\d)/.test(lower.slice(end + 1, end + 4))) {
    minutes = Number(lower.slice(end + 1, end + 3));
    last = end + 3;
  } else if (lower.charAt(end) === '時' && lower.charAt(end + 1) !== '間') {
    last = end + 1;
    if (lower.charAt(last) === '半') {
      minutes = 30;
      last += 1;
    } else if (isDigit(lower.charCodeAt(last))) {
      const rest = readNumber(lower, last);
      if (rest !== undefined && lower.charAt(rest.end) === '分') {
        minutes = rest.value;
        last = rest.end + 1;
      }
    }
  } else if (!/^ ?[ap]m(?![a-z])/.test(lower.slice(end, end + 4))) return undefined;
  const half = /^ ?([ap])m(?![a-z])/.exec(lower.slice(last, last + 4));
  if (half === null) return { end: last, dimension: 'clock', value: hour * 60 + minutes };
  const afternoon = half[1] === 'p' && hour < 12 ? 12 : 0;
  const midnight = half[1] === 'a' && hour === 12 ? 12 : 0;
  return {
    end: last + half[0].length,
    dimension: 'clock',
    value: (hour + afternoon - midnight) * 60 + minutes,
  };
}

/** 2026-04-01, 2026年4月1日, 3月31日, 4/1, March 31, 31 March; 4月 alone is a month of the year. */
export function readDate(
  lower: string,
  at: number,
  end: number,
  value: number,
): CalendarReading | undefined {
  const text = lower.slice(at, at + 12);
  const full = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})(?!\d)|年(\d{1,2})月(\d{1,2})日)/.exec(text);
  if (full !== null) {
    const month = Number(full[3] ?? full[5]);
    const day = Number(full[4] ?? full[6]);
    if (month <= 12 && day <= 31) {
      return {
        end: at + full[0].length,
        dimension: 'date',
        value: value * 10_000 + month * 100 + day,
      };
    }
  }
  const short = /^(\d{1,2})(?:月(\d{1,2})日|\/(\d{1,2})(?![\d/a-z%]))/.exec(text);
  if (short !== null) {
    const day = Number(short[2] ?? short[3]);
    if (value >= 1 && value <= 12 && day >= 1 && day <= 31) {
      return { end: at + short[0].length, dimension: 'date', value: value * 100 + day };
    }
  }
  if (lower.charAt(end) === '月' && value >= 1 && value <= 12) {
    return { end: end + 1, dimension: 'calendar-month', value };
  }
  return readEnglishDate(lower, at, end, value);
}

function readEnglishDate(
  lower: string,
  at: number,
  end: number,
  day: number,
): CalendarReading | undefined {
  if (day < 1 || day > 31 || !Number.isInteger(day)) return undefined;
  const before = /([a-z]{3,9})\.? $/.exec(lower.slice(Math.max(0, at - 11), at))?.[1];
  const suffix = /^(?:st|nd|rd|th)?/.exec(lower.slice(end, end + 2))?.[0] ?? '';
  const close = end + suffix.length;
  const after = /^ (?:of )?([a-z]{3,9})/.exec(lower.slice(close, close + 13));
  const beforeMonth = monthOf(before);
  const afterMonth = monthOf(after?.[1]);
  if (beforeMonth > 0) return { end: close, dimension: 'date', value: beforeMonth * 100 + day };
  if (afterMonth === 0 || after === null) return undefined;
  return { end: close + after[0].length, dimension: 'date', value: afterMonth * 100 + day };
}

/** Returns 1 to 12, or 0. Abbreviations of three or four letters count; "may" only beside a day. */
function monthOf(word: string | undefined): number {
  if (word === undefined) return 0;
  return (
    monthNames.findIndex((name) => name === word || (word.length <= 4 && name.startsWith(word))) + 1
  );
}
