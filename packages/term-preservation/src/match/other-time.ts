import { lowerAscii } from '../text/characters.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { Mention, PlanIndex } from './plan-index.ts';

const dayLetters = '月火水木金土日';
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** 火曜, 火・金, (火), Tuesdays */
const weekday =
  /((?<=[月火水木金土日]・)[月火水木金土日]|[月火水木金土日](?=[曜・)）]))|\b(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)(?=days?\b)|\b(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)\b/g;

/** all days but Sunday, not on Fridays, 日曜を除く: a day that is left out. */
const exception = /\b(?:but|except|excluding|bar|not|no|without)(?: on| for)? (?:a )?$/;

/** Returns a weekday of the plan that no term has, for a term whose own weekdays are not in the plan. */
export function findWeekday(
  { plain, plainLower }: PlanIndex,
  text: string,
  asked: string,
): Mention | undefined {
  const own = weekdaysOf(text);
  if (own.length === 0 || /曜?(?:から|[〜~-])[月火水木金土日]|day (?:to|through) /.test(plainLower))
    return undefined;
  const given = weekdaysOf(plain.text).filter(
    ({ at }) =>
      !exception.test(plainLower.slice(Math.max(0, at - 12), at)) &&
      !/^.曜?日?(?:を除|以外|は[休除]|の[翌前次])/.test(plainLower.slice(at, at + 6)) &&
      !/\b(?:before|after) (?:the )?$/.test(plainLower.slice(Math.max(0, at - 12), at)),
  );
  const same = given.filter(({ day }) => own.some((each) => each.day === day));
  // the third Saturday for the last one
  const [wanted] = own.map(({ at }) => placeBefore(text, at));
  const moved = same.find(({ at }) => placeBefore(plainLower, at) !== undefined);
  const isMoved =
    wanted !== undefined &&
    moved !== undefined &&
    same.every(({ at }) => (placeBefore(plainLower, at) ?? wanted) !== wanted);
  if (isMoved) {
    const place = weekdayPlace.exec(plainLower.slice(Math.max(0, moved.at - 16), moved.at))?.[0];
    return plain.mentions(moved.at - (place?.length ?? 0), moved.at + moved.length, 'near', 0)[0];
  }
  // Mondays and Wednesdays for Mon, Wed and Fri
  const missing = own.filter(({ day }) => !same.some((each) => each.day === day));
  const [first] = same;
  if (first !== undefined)
    return own.length > 2 && missing.length === 1
      ? plain.mentions(first.at, first.at + first.length, 'near', 0)[0]
      : undefined;
  const others = new Set(weekdaysOf(asked).map(({ day }) => day));
  // On Thursday for by Friday, and on Saturday for by Monday
  const isLimit = /\b(?:by|until|before|no later)\b|まで/i.test(text);
  const last = Math.max(...own.map(({ day = '' }) => dayNames.indexOf(day)));
  const found = given.find(
    ({ day = '' }) => !others.has(day) && !(isLimit && isEarlierDay(dayNames.indexOf(day), last)),
  );
  return found && plain.mentions(found.at, found.at + found.length, 'near', 0)[0];
}

/** Seasons, halves of a day, and days beside another one: the values that may be such a part, and its words. */
const parts = [
  [/month|date/, /\bspring\b|春/, /\bsummer\b|夏/, /\bautumn\b|\bfall\b|秋/, /\bwinter\b|冬/],
  [/date|time/, /前[日夜]|前の[日晩]|\beve\b|\bday before/, /当日/, /翌[日朝]|次の日|\bday after/],
  [
    /clock/,
    /\b(?:morning|dawn)|午前|昼前|(?<![毎翌明今])朝/,
    /\b(?:afternoon|evening|(?:to)?night|dusk)|午後|[夕晩夜](?![食飯ご刊])/,
  ],
] as const;
/** Words beside such a part that leave its meaning: in spring, every Friday morning, 早朝, 秋に. */
const besidePart =
  /^(?:\s|in|on|at|by|the|of|s|early|late|this|every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)day|[早初晩毎中先頃にの])*$/;

/** Also open at night: around the clock. */
const allDay = /24 ?時間|終日|常時|昼夜|\b(?:24 hours|all day|day and night|around the clock)\b/;

/** Returns another part of the year or the day that no term has, for a term that is such a part: autumn for "in spring". */
export function findPart(
  { plain, plainLower, quantities }: PlanIndex,
  text: string,
  asked: string,
): Mention | undefined {
  const lower = lowerAscii(normalizeWidth(text.trim()).text);
  const isPart = (each: RegExp): boolean =>
    each.test(lower) && besidePart.test(lower.replace(each, ''));
  const [values, ...words] = parts.find(([, ...all]) => all.some(isPart)) ?? [/^$/];
  const half = words.findIndex(isPart);
  const mayBe = quantities().some(
    ({ quantity: { dimension, low, loose } }) =>
      values.test(dimension) && (dimension !== 'clock' || loose || Number(low >= 720) === half),
  );
  const isAllDay = values.test('clock') && allDay.test(plainLower);
  if (mayBe || isAllDay || words[half]?.test(plainLower) !== false) return undefined;
  const found = words.find((each) => !each.test(asked) && each.test(plainLower))?.exec(plainLower);
  // All of it in the afternoon, for what the morning is ruled out.
  if (!found || /午.*午/.test(lower + found[0])) return undefined;
  const end = found.index + found[0].length;
  return plain.mentions(found.index, end, 'near', 0).find((each) => each.negation === undefined);
}

/** Earlier in a week, or in the three days before its start. */
function isEarlierDay(day: number, last: number): boolean {
  return day < last || (last - day + 7) % 7 <= 3;
}

/** The place of a weekday in its month, where no other place is beside it: the last Saturday, 第2火曜. */
const weekdayPlace =
  /(?<!(?:and|or|,|&|to) )\b(?:(first|1st|opening)|(second|2nd)|(third|3rd)|(fourth|4th)|(last|final|closing)) $|(?<![・と、])第(?:([1１一])|([2２二])|([3３三])|([4４四]))の?$|()最[終後]の?$/;
const lastPlace = 5;

function placeBefore(text: string, at: number): number | undefined {
  const groups =
    weekdayPlace.exec(text.slice(Math.max(0, at - 16), at).toLowerCase())?.slice(1) ?? [];
  const found = groups.findIndex((group) => group !== undefined);
  return found < 0 ? undefined : (found % lastPlace) + 1;
}

function weekdaysOf(
  text: string,
): readonly { readonly at: number; readonly length: number; readonly day: string | undefined }[] {
  return [...text.matchAll(weekday)].map(({ 0: form, 1: letter, index: at }) => {
    const day =
      letter === undefined ? form.slice(0, 3).toLowerCase() : dayNames[dayLetters.indexOf(letter)];
    const rest = /^(?:days?|曜日?)/.exec(text.slice(at + form.length, at + form.length + 4))?.[0];
    return { at, length: form.length + (rest?.length ?? 0), day };
  });
}
