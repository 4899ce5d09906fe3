import {
  isDigit,
  isKanji,
  isKatakana,
  isLetter,
  isWordUnit,
  lowerAscii,
  placesOf,
} from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { isBrandForm } from '../scan/scan-identifiers.ts';
import { readNumber, readOrdinal } from '../quantity/read-number.ts';
import { boundEnd, numberEnd, parseVersion } from '../scan/version.ts';
import type { TermKind } from '../vocabulary/terms.ts';
import { isStopWord } from '../words/stop-words.ts';
import { boundaryScore } from './boundary.ts';
import { type Mention, type PlanIndex, squash } from './plan-index.ts';

/** Quotes of this length or more may be inside a longer kanji word. */
const longQuote = 4;

/** Returns the mentions of an exact kind: equal after NFKC, at boundaries that do not extend it. Score 1. */
export function findExact(index: PlanIndex, kind: TermKind, text: string): readonly Mention[] {
  const plain = withoutDelimiters(normalizeWidth(text.trim()).text, kind);
  if (plain === '') return [];
  if (kind === 'version') return findVersion(index, plain);
  const anyCase = (kind === 'identifier' || kind === 'code') && isBrandForm(plain);
  const haystack = anyCase ? index.plainLower : index.plain.text;
  const forms = spellings(kind, anyCase ? lowerAscii(plain) : plain);
  const found = forms.flatMap((form) => findSpelling(index, haystack, form, kind));
  return found.length > 0 ? found : findTurnedEndpoint(index, plain);
}

/** Returns true for names of products and acronyms, whose spelling people vary: GitHub, ECS Fargate, S3. */
export function isNameForm(kind: TermKind, text: string): boolean {
  return kind === 'identifier' && isBrandForm(normalizeWidth(text.trim()).text);
}

/** A literal in another spelling, or part of it: never enough, and too much to call it lost. */
const traceScore = 0.6;
/** Shorter names of files are no trace of a path. */
const shortestFile = 4;

/**
 * Returns the traces of a literal that is not in the plan as it is written: its letters and digits with other
 * separators and case, the number of a version, an endpoint without its method, a file without its folder.
 */
export function findTraces(index: PlanIndex, kind: TermKind, text: string): readonly Mention[] {
  const plain = withoutDelimiters(normalizeWidth(text.trim()).text, kind);
  const found = [...findSquashed(index, plain), ...findParts(index, kind, plain)];
  return found.map((mention) => ({ ...mention, method: 'near', score: traceScore }));
}

function findParts(index: PlanIndex, kind: TermKind, plain: string): readonly Mention[] {
  const { text } = index.plain;
  const endsFree = (at: number): boolean => !/[\w/]/.test(text.charAt(at) || ' ');
  if (kind === 'version') {
    const { name = '', number = '' } = parseVersion(lowerAscii(plain)) ?? {};
    // OAuth2 is OAuth 2.0.
    const base = number.replace(/(?<!\.0)(?:\.0)+$/, '');
    // Python 3.9 is not Python 3.90.
    const full = findSquashed(index, `${name}${base}.0`).filter(({ field, span }) =>
      field.original.slice(0, span.end).endsWith('.0'),
    );
    const short = [...findSquashed(index, name + base), ...full, ...findCoded(index, base)];
    if (name !== '' && short.length > 0) return short;
    const called = findSquashed(index, `version${base}`);
    if (name === '' && called.length > 0) return called;
    return findNumeral(index, number);
  }
  const [, method, route] = endpointForm.exec(plain) ?? [];
  if (method !== undefined && route !== undefined) {
    // GET /users/{id} and GET /users/:userId: the parameter has another name.
    const fixed = /^.*?\/(?=[{:])/.exec(route)?.[0] ?? '';
    const named = ['{', ':'].flatMap((mark) => {
      const form = `${method} ${fixed}${mark}`;
      return fixed === '' ? [] : placesOf(text, form, form.length).map((at) => [at, form] as const);
    });
    const found = named.flatMap(([at, form]) =>
      index.plain.mentions(at, at + form.length, 'near', traceScore),
    );
    if (found.length > 0) return found;
    return findSpelling(index, text, route, 'path').filter(
      ({ field, span }) =>
        !/[A-Z]{3,7}[`\s]*$/.test(field.original.slice(0, span.start).slice(-12)),
    );
  }
  const [, own, given = ''] = (kind === 'identifier' && setting.exec(plain)) || [];
  if (own !== undefined)
    return findNumeral(index, given).length > 0 ? findSpelling(index, text, own, kind) : [];
  const address = /^https?:\/\//.test(plain) ? plain.replace(/^https?:\/\//, '') : '';
  if (address !== '') return findSquashed(index, address);
  // NH203 as flight 203
  const digits = kind === 'identifier' ? (/^[A-Za-z]+-?(\d{3,})$/.exec(plain)?.[1] ?? '') : '';
  if (digits !== '') return findNumeral(index, digits);
  // 10.0.8.0/24 as 10.0.8.0 to 10.0.8.255, /var/log/*.log as the folder
  const [, part] = /^(\d+(?:\.\d+){3})\/\d+$|/.exec(plain) ?? [];
  if (part !== undefined) return findSpelling(index, text, part, 'identifier');
  const [folder, rest] = plain.split('/*');
  if (rest !== undefined && folder) return findSpelling(index, text, folder, 'path');
  const pieces = findPieces(index, kind, plain);
  if (pieces.length > 0) return pieces;
  const file = kind === 'path' ? (plain.split('/').at(-1) ?? '') : '';
  if (file.length < shortestFile || !file.includes('.')) return [];
  return placesOf(text, file, file.length)
    .filter((at) => endsFree(at - 1) && endsFree(at + file.length))
    .flatMap((at) => index.plain.mentions(at, at + file.length, 'near', traceScore));
}

/** The "logs" folder under /var/backup for /var/backup/logs, and the name "summary" as a PDF for summary.pdf. */
function findPieces(index: PlanIndex, kind: TermKind, path: string): readonly Mention[] {
  const [, first = '', last = ''] =
    (kind === 'path' ? /^(.+)\/([^/]+)\/?$/ : /^([\w-]{3,})\.([a-z]{2,4})$/i).exec(path) ?? [];
  if (first === '') return [];
  const { plain, plainLower } = index;
  const isNamed = placesOf(plainLower, lowerAscii(last), last.length).some(
    (at) =>
      !isWordUnit(plainLower.charCodeAt(at - 1)) &&
      !isWordUnit(plainLower.charCodeAt(at + last.length)),
  );
  return isNamed ? findSpelling(index, plain.text, first, kind) : [];
}

/** R7 for 令和7年, L201 for Lee 201: the number in a name of one or two letters. */
export function findCoded({ plain, plainLower }: PlanIndex, number: string): readonly Mention[] {
  const form = number.replace('.', String.raw`\.`);
  const code = new RegExp(String.raw`(?<![a-z\d-])[a-z]{1,2}${form}(?![\w-]|\.\d)`).exec(
    plainLower,
  );
  if (code === null) return [];
  return plain.mentions(code.index, code.index + code[0].length, 'near', traceScore);
}

/** Returns the places of a number that is part of no longer one and of no name. */
function findNumeral({ plain }: PlanIndex, number: string): readonly Mention[] {
  return placesOf(plain.text, number, number.length)
    .filter((at) => !isWordUnit(plain.text.charCodeAt(at - 1)) && plain.text.charAt(at - 1) !== '.')
    .filter((at) => numberEnd(plain.text, at) === at + number.length)
    .flatMap((at) => plain.mentions(at, at + number.length, 'near', traceScore));
}

/** Longest name that is looked for with another number. */
const longestName = 40;
/** A number with a letter that is no unit: 41A, 9b. */
export const shortName = /^\d{1,3}(?:[A-Z]|[a-fijkn-z])$/;
const anyNumber = String.raw`([a-z]?-?\d+[a-z]?(?:\(\w+\))*)`;
/** A noun and its number: bus 41A, section 12(3), エラーコード32. */
const labelled = new RegExp(`([a-z]{3,}[ -]|[ァ-ヶー一-龠]{2,} ?)${anyNumber}$`, 'i');

/**
 * Returns a name of the plan with the same letters or the same noun and another number that no term has: Q73 for Q37,
 * bus 41 for bus 41A. A number that is anywhere in the plan may belong to the noun.
 */
export function findSibling(index: PlanIndex, text: string, asked: string): Mention | undefined {
  const plain = normalizeWidth(text.trim()).text;
  if (!/\d/.test(plain) || plain.length > longestName) return undefined;
  const whole = lowerAscii(plain);
  const isThere = placesOf(index.plainLower, whole, 1).some(
    (at) => !isWordUnit(index.plainLower.charCodeAt(at + whole.length)),
  );
  if (isThere) return undefined;
  const [, noun = '', number = plain] = labelled.exec(plain) ?? [];
  const read = index.quantities().map(({ quantity }) => quantity);
  // 6:45 is no chair 6.
  const isRead = read.some(
    ({ raw, low, dimension }) => raw === Number(number) && !(dimension === 'clock' && low % 60 > 0),
  );
  // Line 7 is a name, and "step 7" may be one of a list.
  const isCommon = isStopWord(noun.toLowerCase().trim()) && !/^[A-Z]/.test(noun);
  if (isRead || hasName(index.plainLower, number) || isCommon) return undefined;
  const form = number.replace(/[^\w\s]/g, '\\$&').replace(/\d+/g, '\\d+');
  // 41 and 41B for 41A
  const short = shortName.test(number) ? `|(?:${number.slice(0, -1)}[a-z]?)` : '';
  // B2 for C1, and MM106 for M26
  const grade = /^[A-Z]{1,3}\d{1,3}$/.test(plain) ? String.raw`|(?:[A-Z]{1,3}\d{1,3})` : '';
  const shape = noun === '' ? form + short + grade : noun + anyNumber + short;
  const names = new RegExp(String.raw`(?<![\w.,-])(?:${shape})(?![\w-]|[.,]\d)`, 'gi');
  for (const { 0: name, 1: other = name, index: at } of index.plain.text.matchAll(names)) {
    const [mention] = index.plain.mentions(at, at + name.length, 'near', 0);
    // The number after a noun is its own: Year 11 pupils are not 11 pupils.
    const isMeasure =
      (noun === '' || name === other) &&
      read.some(
        ({ raw, dimension, bound = '' }) => raw === Number(other) && dimension + bound !== '',
      );
    // B1 or below is what B2 or higher leaves out, and force 8 is above force 7.
    const isRest =
      (/^(?:above|over|below|under|beyond|at least|at most|up to|from|until) /.test(whole) &&
        Math.abs(Number(other) - Number(number)) === 1) ||
      /^ ?(?:(?:or|and) (?:below|lower|under|earlier|older|less)|以下|未満|まで|以前)/.test(
        index.plainLower.slice(at + name.length, at + name.length + 14),
      );
    if (mention?.negation === undefined && !isMeasure && !isRest && !hasName(asked, other))
      return mention;
  }
  return undefined;
}

/**
 * DDP Zürich for DAP Zürich, 改訂B for 改訂C: the same words beside another code of capitals that no term has. One letter is
 * a code only beside a single word.
 */
export function findCode({ plain }: PlanIndex, text: string, asked: string): Mention | undefined {
  const whole = normalizeWidth(text.trim()).text;
  const [, before = '', code = '', after = ''] =
    codeForm.exec(whole) ?? labelForm.exec(whole) ?? letterForm.exec(whole) ?? [];
  if (code === '' || before + after === '' || hasName(plain.text, code)) return undefined;
  const [left, right] = [before, after].map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  const shape = String.raw`(?<![\w一-龠ァ-ヶー])${left}([A-Z]{${code.length}})${right}(?![\w一-龠ァ-ヶー])`;
  const found = [...plain.text.matchAll(new RegExp(shape, 'gi'))].find(
    ([, other = code]) => /[A-Z]/.test(other) && !hasName(asked, other),
  );
  return found && plain.mentions(found.index, found.index + found[0].length, 'near', 0)[0];
}

/** A code of capitals before or after a word. */
const codeForm = /^([\w ]{2,40} )?([A-Z]{2,5})( [^\s\d]{2,40})?$/;
/** drawing rev. D: a letter after a word that calls for one */
const labelForm =
  /(?<![\w-])((?:[Rr]ev|[Rr]evision|[Vv]ersion|[Vv]ol|[Vv]olume|[Pp]lan|[Oo]ption|[Ss]ection|[Aa]nnex|[Aa]ppendix|[Ee]xhibit|[Ss]chedule|[Hh]all|[Bb]uilding|[Bb]lock|[Gg]ate|[Tt]erminal|[Ww]ing|[Ww]ard|[Rr]oom|[Zz]one|[Pp]latform|[Cc]lass|[Gg]rade|[Tt]ype|[Mm]odel|[Gg]roup|[Tt]eam)\.? )([A-HJ-Z])$/;
/** A letter after its noun or before it: Plan B, 改訂C, B棟. */
const letterForm = /^([A-Za-z]{3,12} |[一-龠ァ-ヶー]{1,8})?([A-HJ-Z])([一-龠ァ-ヶー]{1,6})?$/;

/** 高松センター, 田中部長: a place or a person by the own name and what it is. */
const placeForm =
  /^([一-龠]{2,4}|[ァ-ヶー]{2,8})(センター|工場|支店|営業所|支社|店|駅|港|空港|病院|小学校|中学校|高校|大学|公園|会館|図書館|倉庫|ホール|ホテル|[部課]長)$/;
/** 各店, 新工場, 近隣病院, 担当部長: no name. */
const generalPlace = /^(?:[各全新両同当自別近他旧前元総主本外次毎]|最寄|地元|系列|市内|県内|担当)/;

const englishPlaceForm =
  /^(?:the )?([A-Z][a-z]{2,}) (office|branch|site|plant|factory|warehouse|depot|store|shop|clinic|hospital|school|campus|hall|cent(?:re|er)|station|airport|library|museum|gallery|hotel|studio|bridge)$/;

/**
 * Returns a place of the same kind with another name, for one whose name is nowhere in the plan: 仙台センター for 高松センター, 佐藤部長 for 田中部長,
 * the York office for the Leeds office.
 */
export function findPlace({ plain }: PlanIndex, text: string, asked: string): Mention | undefined {
  const whole = normalizeWidth(text.trim()).text;
  const [, owner = '', noun = ''] = englishPlaceForm.exec(whole) ?? [];
  if (owner !== '' && !plain.text.includes(owner.slice(0, 4))) {
    const others = new RegExp(String.raw`(?<=[a-z,] )([A-Z][a-z]{2,}) ${noun}\b`, 'g');
    const other = [...plain.text.matchAll(others)].find(
      ([, each = owner]) => !asked.includes(each),
    );
    return other && plain.mentions(other.index, other.index + other[0].length, 'near', 0)[0];
  }
  const [, name = '', kind = ''] = placeForm.exec(whole) ?? [];
  if (name === '' || generalPlace.test(name) || plain.text.includes(name.slice(0, 2)))
    return undefined;
  const places = new RegExp(
    `(?<![一-龠ァ-ヶー])([一-龠]{2,3}|[ァ-ヶー]{2,8})${kind}(?![一-龠ァ-ヶー])`,
    'g',
  );
  const found = [...plain.text.matchAll(places)].find(
    ([, other = name]) => !generalPlace.test(other) && !asked.includes(other),
  );
  return found && plain.mentions(found.index, found.index + found[0].length, 'near', 0)[0];
}

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
    /\b(?:morning|dawn)|午前|昼前|朝/,
    /\b(?:afternoon|evening|(?:to)?night|dusk)|午後|[夕晩夜](?![食飯ご刊])/,
  ],
] as const;
/** Words beside such a part that leave its meaning: in spring, every Friday morning, 早朝, 秋に. */
const besidePart =
  /^(?:\s|in|on|at|by|the|of|s|early|late|this|every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)day|[早初晩毎中先頃にの])*$/;

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
  if (mayBe || words[half]?.test(plainLower) !== false) return undefined;
  const found = words.find((each) => !each.test(asked) && each.test(plainLower))?.exec(plainLower);
  // All of it in the afternoon, for what the morning is ruled out.
  if (!found || /午.*午/.test(lower + found[0])) return undefined;
  const end = found.index + found[0].length;
  return plain.mentions(found.index, end, 'near', 0).find((each) => each.negation === undefined);
}

/** Sides and colours of a thing: in each group the words that exclude each other. */
const sideWord =
  /\b(?:(left|right)|(north|south|east|west)|(upper|lower)|(front|back|rear)|(inner|outer|inside|outside)|(indoor|outdoor)|(black|white|red|blue|green|yellow|orange|purple|brown|pink))(?:ern|bound|[- ]hand)? (?=[a-z]{3})|([左右])|([東西南北])|([上下])(?=[段側巻部り半])|((?<=[屋室場])[内外]|[内外](?=側))|([前後])(?=[列輪部半])|([男女])(?=[子性])|([表裏])(?=[面側])|([赤青白黒黄緑紫茶桃])(?=[いの色ァ-ヶ]|[一-龠])/g;

/**
 * Returns the other side of the same thing, for a term whose own side is nowhere in the plan: 西口 for 東口, the right knee
 * for the left one.
 */
export function findSide(
  { plain, plainLower }: PlanIndex,
  text: string,
  asked: string,
): Mention | undefined {
  const lower = lowerAscii(normalizeWidth(text.trim()).text);
  const [own, ...more] = [...lower.matchAll(sideWord)];
  const axis = own?.findIndex((group, at) => at > 0 && group !== undefined) ?? 0;
  const side = own?.[axis] ?? '';
  if (own === undefined || more.length > 0 || isIn(side, plainLower)) return undefined;
  const after = lower.slice(own.index + own[0].length);
  const nouns = (after.match(/[a-z]{3,}/g) ?? []).filter((word) => !isStopWord(word));
  const rest = /^の?([一-龠ァ-ヶーぁ-ん]{1,2})/.exec(after)?.[1] ?? '';
  const before = lower.slice(Math.max(0, own.index - 2), own.index);
  // The noun right after it or some words on, or the end of a name: 十日町北 for 十日町南
  const shape = new RegExp(
    /[a-z]/.test(side)
      ? `^(?:[a-z]+ ){0,3}(?:${nouns.join('|') || '0'})\\b`
      : rest === ''
        ? '^'
        : `^の?${rest}`,
  );
  for (const found of plainLower.matchAll(sideWord)) {
    const { 0: form, [axis]: other, index } = found;
    const end = index + form.length;
    const noun = shape.exec(plainLower.slice(end, end + 50))?.[0];
    const isNamed =
      rest !== '' ||
      nouns.length > 0 ||
      (before.length > 1 && plainLower.startsWith(before, index - 2));
    if (other !== undefined && noun !== undefined && isNamed && !isIn(other, asked))
      return plain.mentions(index, end + noun.length, 'near', 0)[0];
  }
  return undefined;
}

function isIn(word: string, text: string): boolean {
  return new RegExp(/[a-z]/.test(word) ? `\\b${word}` : word, 'i').test(text);
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

/** Returns true for a name that is part of no longer one, with any separators. */
function hasName(text: string, name: string): boolean {
  const form = (name.match(/\d+|[a-z]+/gi) ?? []).join(String.raw`[^a-z\d]?`);
  // 04:12 is no 12.
  return new RegExp(String.raw`(?<![a-z\d]|\d[:.,/])${form}(?![a-z\d]|[:.,/]\d)`, 'i').test(text);
}

/** order_events in "order events" and orderEvents, and not in order-events-v2. */
function findSquashed(index: PlanIndex, plain: string): readonly Mention[] {
  const wanted = squash(foldTerm(plain)).text;
  if (wanted.length < 3) return [];
  const { text, offsets } = index.squashed();
  const plan = index.folded.text;
  // orders.order_id is the same name with its owner.
  const goesOn = (mark: number, next: number, marks: string): boolean =>
    marks.includes(plan.charAt(mark) || ' ') && isWordUnit(plan.charCodeAt(next));
  return placesOf(text, wanted, 1).flatMap((at) => {
    const start = offsets[at] ?? 0;
    const end = (offsets[at + wanted.length - 1] ?? start) + 1;
    const isWhole = boundaryScore(plan, start, end) > 0;
    // UTF-8 is not UTF-80.
    const isLonger = isDigit(plan.charCodeAt(end - 1)) && isDigit(plan.charCodeAt(end));
    if (
      !isWhole ||
      isLonger ||
      goesOn(start - 1, start - 2, '-_') ||
      goesOn(end, end + 1, plain.includes('/') ? '-_./' : '-_.')
    )
      return [];
    if (end - start > 2 * wanted.length + 4) return [];
    return index.folded.mentions(start, end, 'near', traceScore);
  });
}

/** A term given by hand may carry its quotes or ticks. */
function withoutDelimiters(plain: string, kind: TermKind): string {
  if (kind !== 'quoted' && kind !== 'code') return plain;
  return /^(?:「.*」|『.*』|“.*”|".*"|`.*`)$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}

const endpointForm = /^([A-Z]{3,7}) +(\/.*)$/;

/** Actions of package managers and their short forms. */
const shortActions = [
  ['install', 'i', 'add'],
  ['test', 't'],
];

/** MAX_RETRIES=5, and what a plan may write between the name and its value. */
const setting = /^([\w.-]+)=(-?\d[\w.]*)$/;
const joints = [
  ' = ',
  ': ',
  ':',
  ' to ',
  ' is ',
  ' of ',
  ' ',
  'を',
  ' を ',
  'は',
  ' は ',
  '` to ',
  '` を ',
];

/** `/users/:id` is `/users/{id}`. Between a method and its path a plan may put code marks. */
function spellings(kind: TermKind, plain: string): readonly string[] {
  const forms = [plain];
  // CronJob is CronJobs.
  if (kind === 'identifier' && /^(?:[A-Z][a-z]+){2,}$/.test(plain))
    forms.push(plain.endsWith('s') ? plain.slice(0, -1) : `${plain}s`);
  // npm test is npm run test, and pnpm i is pnpm install.
  const [, tool, action = '', rest] =
    /^(npm|pnpm|yarn|bun) (?:run(?:-script)? )?([\w:-]+)(?![\w:-])(.*)$/.exec(plain) ?? [];
  if (tool !== undefined)
    for (const name of shortActions.find((names) => names.includes(action)) ?? [action])
      forms.push(`${tool} ${name}${rest}`, `${tool} run ${name}${rest}`);
  const [, name, value] = setting.exec(plain) ?? [];
  if (name !== undefined) forms.push(...joints.map((joint) => `${name}${joint}${value}`));
  if (plain.includes('/{')) forms.push(plain.replace(/\/\{(\w+)\}/g, '/:$1'));
  if (plain.includes('/:')) forms.push(plain.replace(/\/:(\w+)/g, '/{$1}'));
  const [, method, path] = endpointForm.exec(plain) ?? [];
  if (method !== undefined && (kind === 'endpoint' || kind === 'code')) {
    const separators = [' `', '` `', '` ', '  '];
    for (const separator of separators)
      forms.push(`${separator.startsWith('`') ? '`' : ''}${method}${separator}${path}`);
  }
  return forms;
}

/** "/auth/login に POST する": the method right after its path. */
function findTurnedEndpoint(index: PlanIndex, plain: string): readonly Mention[] {
  const [, method, path] = endpointForm.exec(plain) ?? [];
  if (method === undefined || path === undefined) return [];
  return findSpelling(index, index.plain.text, path, 'path').filter(({ field, span }) => {
    const after = field.original
      .slice(span.end, span.end + 20)
      .replace(/^[`」』)\s]*(?:への|に対する|に|へ|を|で|の|via|with)?[`「『(\s]*/, '');
    return after.startsWith(method) && !isWordUnit(after.charCodeAt(method.length));
  });
}

function findSpelling(
  index: PlanIndex,
  haystack: string,
  form: string,
  kind: TermKind,
): readonly Mention[] {
  return placesOf(haystack, form, form.length - 1)
    .filter((at) => !isExtended(index.plain.text, at, at + form.length, kind))
    .flatMap((at) => index.plain.mentions(at, at + form.length, 'literal', 1));
}

/** Returns true when the text around `start`..`end` makes it part of a longer name, path or word. */
function isExtended(plain: string, start: number, end: number, kind: TermKind): boolean {
  const first = plain.charCodeAt(start);
  const last = plain.charCodeAt(end - 1);
  const before = plain.charCodeAt(start - 1);
  const after = plain.charCodeAt(end);
  const next = plain.charCodeAt(end + 1);
  const pathLike =
    kind === 'path' ||
    kind === 'endpoint' ||
    ((kind === 'code' || kind === 'quoted') &&
      /^(?:[A-Z]+ )?[./~\w@-]*\/\S*$/.test(plain.slice(start, Math.min(end, start + 80))));
  if (isWordUnit(first) && (isWordUnit(before) || isJoin(plain, start - 1, before))) return true;
  if (
    pathLike &&
    (isWordUnit(before) || (before > 32 && '/.-~}'.includes(plain.charAt(start - 1) || ' ')))
  )
    return true;
  if (isWordUnit(last) && isWordUnit(after)) return true;
  if ((isWordUnit(last) || pathLike) && (after === 45 || after === 46) && isWordUnit(next))
    return true;
  if (pathLike)
    return (
      (after === 47 && (isLetter(next) || next === 123 || next === 58 || next === 42)) ||
      after === 123 ||
      after === 42 ||
      (isWordUnit(after) && last !== 47) ||
      (after === 58 && isWordUnit(next))
    );
  if (after === 35 || (after === 43 && plain.charCodeAt(end + 1) === 43)) return isWordUnit(last);
  return isInsideWord(plain, start, end);
}

/** `-x`, `.x`: a name goes on to the left; `/x` only makes a fuller path of it. */
function isJoin(plain: string, at: number, unit: number): boolean {
  if (unit === 36 || unit === 64) return true;
  return (unit === 45 || unit === 46) && isWordUnit(plain.charCodeAt(at - 1));
}

/** A short quoted word is not found inside a longer kanji or katakana word: 完了 in 未完了, 承認 in 承認者. */
function isInsideWord(plain: string, start: number, end: number): boolean {
  const [before, first] = [plain.charCodeAt(start - 1), plain.charCodeAt(start)];
  const [last, after] = [plain.charCodeAt(end - 1), plain.charCodeAt(end)];
  if (isKanji(first) && '未非不無'.includes(plain.charAt(start - 1) || ' ')) return true;
  if (isKatakana(first) && isKatakana(before)) return true;
  if (isKatakana(last) && isKatakana(after)) return true;
  if (end - start >= longQuote) return false;
  return (isKanji(first) && isKanji(before)) || (isKanji(last) && isKanji(after));
}

/** A place in an order may be the number of a name. */
const placeScore = 0.6;

/** Name, number and comparator are compared apart: "Node.js 22 以上" is "node.js v22+", not Node.js 22.4. */
function findVersion(index: PlanIndex, text: string): readonly Mention[] {
  const wanted = parseVersion(lowerAscii(text));
  if (wanted === undefined)
    return findSpelling(index, index.plainLower, lowerAscii(text), 'identifier');
  const { plainLower } = index;
  const mentions: Mention[] = [];
  let end = 0;
  for (
    let at = plainLower.indexOf(wanted.number);
    at >= 0;
    at = plainLower.indexOf(wanted.number, Math.max(at + 1, end))
  ) {
    // The search goes on after the number: 1.1.1.1 is read once.
    end = numberEnd(plainLower, at);
    if (end !== at + wanted.number.length || isDigit(plainLower.charCodeAt(at - 1))) continue;
    if (plainLower.charAt(at - 1) === '.' && isDigit(plainLower.charCodeAt(at - 2))) continue;
    const after = plainLower.charCodeAt(end);
    if (
      isWordUnit(after) ||
      ((after === 45 || after === 46) && isWordUnit(plainLower.charCodeAt(end + 1)))
    )
      continue;
    const start = Math.max(...namesOf(wanted.name).map((name) => nameStart(plainLower, at, name)));
    if (start < 0) continue;
    const bound = boundEnd(plainLower, end);
    if (wanted.bound !== undefined && bound.bound !== undefined && wanted.bound !== bound.bound)
      continue;
    mentions.push(...index.plain.mentions(start, bound.end, 'literal', 1));
  }
  if (mentions.length === 0) mentions.push(...findOrdinalName(index, wanted));
  if (mentions.length > 0) return mentions;
  // the Eighth Symphony for No. 8
  return index
    .quantities()
    .filter(
      ({ quantity: { dimension, raw } }) => dimension === '#nth' && raw === Number(wanted.number),
    )
    .map(({ field, span, negation }) => ({
      field,
      span,
      method: 'quantity',
      score: placeScore,
      negation,
    }));
}

/** "The second act" is no other place than Act 2, but may be another thing. */
const ordinalScore = 0.9;
const romanNumerals = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');

/** Returns the places of a name with its number in words: the second act, act two and act II for Act 2. */
function findOrdinalName(
  index: PlanIndex,
  { name, number }: { readonly name: string; readonly number: string },
): readonly Mention[] {
  const { plainLower, plain } = index;
  if (!/^[a-z]{3,}$/.test(name) || number.includes('.')) return [];
  return placesOf(plainLower, name, name.length).flatMap((at) => {
    const end = at + name.length;
    if (isWordUnit(plainLower.charCodeAt(at - 1)) || isWordUnit(plainLower.charCodeAt(end)))
      return [];
    const [before = ''] = /[a-z\d-]{1,15} $/.exec(plainLower.slice(Math.max(0, at - 16), at)) ?? [];
    const [after = ''] = /^ [a-z]+/.exec(plainLower.slice(end, end + 12)) ?? [];
    const isBefore = placeOf(before.trim()) === Number(number);
    if (!isBefore && countOf(after.trim()) !== Number(number)) return [];
    const [start, close] = isBefore ? [at - before.length, end] : [at, end + after.length];
    return plain.mentions(start, close, 'near', ordinalScore);
  });
}

/** The fifth floor, 3rd movement, 第四楽章: a thing by its place among those of its kind. */
const ordinalThing =
  /^(?:the )?([a-z-]{5,14}|\d{1,2}(?:st|nd|rd|th)) ([a-z]{3,})$|^第([\d一二三四五六七八九十]{1,3})([一-龠ァ-ヶー]{1,4})$/;

/** Returns a thing of the same kind in another place: floor 4 for the fifth floor, 第二楽章 for 第四楽章. */
export function findOrdinalSibling(
  { plain, plainLower }: PlanIndex,
  text: string,
  asked: string,
): Mention | undefined {
  const whole = lowerAscii(normalizeWidth(text.trim()).text);
  const [, place = '', noun = '', number = '', kind = noun] = ordinalThing.exec(whole) ?? [];
  const wanted = number === '' ? placeOf(place) : countOf(number);
  if (wanted === undefined) return undefined;
  const places = (
    of: string,
  ): { readonly at: number; readonly form: string; readonly value: number }[] =>
    placesOf(of, kind, kind.length).flatMap((at) => {
      const end = at + kind.length;
      const [before = '', japanese = ''] =
        /第([\d一二三四五六七八九十]{1,3})$|[a-z\d-]+ $/.exec(of.slice(Math.max(0, at - 16), at)) ??
        [];
      // Floor 4 is a place, and the party 20 guests.
      const [, after = '', next = ''] =
        /^( (?:[a-z]+|\d+))(?: ([a-z]+))?/.exec(of.slice(end, end + 24)) ?? [];
      const [first, second] = [
        japanese === '' ? placeOf(before.trim()) : countOf(japanese),
        japanese === '' && (next === '' || isStopWord(next)) ? countOf(after.trim()) : undefined,
      ];
      if (first !== undefined)
        return [{ at: at - before.length, form: before + kind, value: first }];
      return second === undefined ? [] : [{ at, form: kind + after, value: second }];
    });
  const given = places(plainLower);
  if (given.some(({ value }) => value === wanted)) return undefined;
  const named = new Set(places(asked).map(({ value }) => value));
  const other = given.find(({ value }) => !named.has(value));
  return other && plain.mentions(other.at, other.at + other.form.length, 'near', 0)[0];
}

/** Returns the number of first, second, 3rd and so on. */
function placeOf(word: string): number | undefined {
  const first = ['first', 'second'].indexOf(word) + 1;
  return first > 0 ? first : readOrdinal(word, 0)?.value;
}

/** Returns the number of two, ii and so on. */
function countOf(word: string): number | undefined {
  const roman = romanNumerals.indexOf(word) + 1;
  return roman > 0 ? roman : readNumber(word, 0)?.value;
}

/** Node.js is also Node, PostgreSQL is also Postgres: the short name with the same number is the same version. */
function namesOf(name: string): readonly string[] {
  const short = name.replace(/(?:js|ql)$/, '');
  if (short !== name && short.length > 2) return [name, short];
  return name.length > 2 ? [name, `${name}js`, `${name}ql`] : [name];
}

/** Returns the start of the name before the number at `at`, or -1 for another name. Separators and a `v` are passed. */
function nameStart(lower: string, at: number, name: string): number {
  const prefixed =
    lower.charAt(at - 1) === 'v' &&
    (!isWordUnit(lower.charCodeAt(at - 2)) ||
      (name !== '' && lower.endsWith(name.slice(-3), at - 1)));
  let end = prefixed ? at - 1 : at;
  if (name === '') {
    const window = lower.slice(Math.max(0, end - 8), end).trimEnd();
    const called = /(?:version|ver\.?|バージョン)$/.exec(window);
    if (end < at || called !== null) return end;
    return isWordUnit(lower.charCodeAt(at - 1)) ? -1 : end;
  }
  while (end > 0 && at - end < 14 && ' -('.includes(lower.charAt(end - 1))) end -= 1;
  const called = /(?:version|ver\.?|バージョン|系)$/.exec(lower.slice(Math.max(0, end - 8), end));
  if (called !== null) {
    end -= called[0].length;
    while (end > 0 && ' のを'.includes(lower.charAt(end - 1))) end -= 1;
  }
  // The name without its separators, read backwards.
  let left = name.length;
  let place = end;
  while (left > 0 && place > 0) {
    const unit = lower.charAt(place - 1);
    if (unit === name.charAt(left - 1)) left -= 1;
    else if (!' -_.'.includes(unit)) return -1;
    place -= 1;
  }
  if (left > 0) return -1;
  const before = lower.charCodeAt(place - 1);
  return isWordUnit(before) || (before === 45 && isWordUnit(lower.charCodeAt(place - 2)))
    ? -1
    : place;
}
