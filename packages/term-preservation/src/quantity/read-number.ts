import { buildTable } from '../text/lexicon.ts';
import { isDigit, isKanji, isLower, runEnd } from '../text/characters.ts';
import { isCounter, readUnit } from './units.ts';

/** A number in the text. `kanji` and `word` numbers count only before a unit. */
export interface NumberReading {
  readonly value: number;
  readonly end: number;
  readonly form: 'digits' | 'kanji' | 'word';
}

type NumberTable = ReadonlyMap<string, number>;

const kanjiDigits = '〇一二三四五六七八九';
const smallPowers: NumberTable = /* @__PURE__ */ numberTable({ 十: 10, 百: 100, 千: 1000 });
const largePowers: NumberTable = /* @__PURE__ */ numberTable({ 万: 1e4, 億: 1e8, 兆: 1e12 });
const wordPowers: NumberTable = /* @__PURE__ */ numberTable({
  hundred: 100,
  thousand: 1e3,
  lakh: 1e5,
  million: 1e6,
  crore: 1e7,
  billion: 1e9,
  dozen: 12,
  score: 20,
  gross: 144,
});
const wordValues: NumberTable = /* @__PURE__ */ buildTable(
  () =>
    new Map([
      ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
        .split(' ')
        .map((word, value) => [word, value] as const),
      ...'twenty thirty forty fifty sixty seventy eighty ninety'
        .split(' ')
        .map((word, index) => [word, 20 + 10 * index] as const),
    ]),
);
/** third, twentieth. "second" is a unit and "first" is often no number. */
const ordinals: NumberTable = /* @__PURE__ */ buildTable(
  () =>
    new Map([
      ...'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
        .split(' ')
        .map((word, index) => [word, index + 3] as const),
      ...'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth'
        .split(' ')
        .map((word, index) => [word, 20 + 10 * index] as const),
      ['thousandth', 1000],
    ]),
);
/** Longer runs of numerals than 千二百億 and the like are not numbers that people write. */
const longestKanjiNumber = 12;
/** Words of "two hundred and fifty-six thousand", and some more. */
const mostNumberWords = 8;
/** seven-seven-one-nine: the digits of a code */
const spelled =
  /^(?:(?:zero|one|two|three|four|five|six|seven|eight|nine)[- ]){2,9}(?:zero|one|two|three|four|five|six|seven|eight|nine)(?![a-z-])/;

function numberTable(values: Readonly<Record<string, number>>): NumberTable {
  return new Map(Object.entries(values));
}

/** Reads the number that starts at `at`. Look-ahead is bounded except for a run of digits. */
export function readNumber(lower: string, at: number): NumberReading | undefined {
  const unit = lower.charCodeAt(at);
  if (isKanji(unit)) return readKanji(lower, at);
  const number = isDigit(unit)
    ? readDigits(lower, at)
    : isLower(unit)
      ? readWords(lower, at)
      : undefined;
  if (number === undefined) return undefined;
  const part = readAndPart(lower, number.end);
  if (part !== undefined) {
    // two and a half million
    const power = wordPowers.get(wordAt(lower, part.end + 1));
    const end = power === undefined ? part.end : part.end + 1 + wordAt(lower, part.end + 1).length;
    return { ...number, value: (number.value + part.value) * (power ?? 1), end };
  }
  // seven point six
  let { value, end } = number;
  for (let size = 0.1; lower.startsWith(size === 0.1 ? ' point ' : ' ', end); size /= 10) {
    const start = end + (size === 0.1 ? ' point '.length : 1);
    const digit = number.form === 'word' ? wordValues.get(wordAt(lower, start)) : undefined;
    if (digit === undefined || digit > 9) break;
    value = Math.round((value + digit * size) / size) * size;
    end = start + wordAt(lower, start).length;
  }
  return { ...number, value, end };
}

/** one and a half, 2 and a quarter, three-and-a-half: the part after a number or a unit. */
export function readAndPart(
  lower: string,
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  const [form, half, three] =
    /^[ -]and[ -](?:a[ -](half|quarter)|(three)[ -]quarters)(?! of|[a-z])/.exec(
      lower.slice(at, at + 22),
    ) ?? [];
  if (form === undefined) return undefined;
  return {
    value: half === 'half' ? 0.5 : three === undefined ? 0.25 : 0.75,
    end: at + form.length,
  };
}

function readDigits(lower: string, at: number): NumberReading {
  let { value, end } = readPlainDigits(lower, at);
  // 1万2000, 5千, 3億2000万: the power multiplies the number before it.
  const small = smallPowers.get(lower.charAt(end));
  if (small !== undefined && small >= 100) {
    value *= small;
    end += 1;
  }
  const large = largePowers.get(lower.charAt(end));
  if (large !== undefined) {
    value *= large;
    end += 1;
    if (isDigit(lower.charCodeAt(end))) {
      const rest = readDigits(lower, end);
      return { value: value + rest.value, end: rest.end, form: 'digits' };
    }
  }
  // 10k, 2 million, 1m rows
  const power =
    /^(?:k(?![a-z0-9])|m(?= [a-z]+s(?![a-z]))| ?(?:thousand|lakh|million|crore|billion))/.exec(
      lower.slice(end, end + 32),
    );
  if (power === null) return { value, end, form: 'digits' };
  const name = power[0].trim();
  const factor = wordPowers.get(name) ?? (name === 'k' ? 1e3 : 1e6);
  return { value: value * factor, end: end + power[0].length, form: 'digits' };
}

/** 1.500,50: thousands by a dot and decimals by a comma */
const european = /^\d{1,3}(?:\.\d{3})+,\d{1,2}(?![\d,])/;

/** Digits with thousands by comma or space, and decimals. */
function readPlainDigits(lower: string, at: number): { value: number; end: number } {
  const euros = european.exec(lower.slice(at, at + 24))?.[0] ?? '';
  if (euros !== '')
    return { value: Number(euros.replaceAll('.', '').replace(',', '.')), end: at + euros.length };
  let end = runEnd(lower, at, isDigit);
  // sev-2 240 minutes: the first number belongs to a name.
  if (end - at <= 3 && !/[a-z]-$/.test(lower.slice(Math.max(0, at - 2), at))) {
    const group = lower.charAt(end) === ',' ? /^,\d{3}(?!\d)/ : /^ \d{3}(?!\d)/;
    while (group.test(lower.slice(end, end + 5))) end += 4;
  }
  const whole = end;
  if (lower.charAt(end) === '.' && isDigit(lower.charCodeAt(end + 1))) {
    end = runEnd(lower, end + 1, isDigit);
  }
  // 3e-4
  const power = /^e-?\d{1,2}(?![a-z0-9.])/.exec(lower.slice(end, end + 5))?.[0] ?? '';
  if (power !== '') return { value: Number(lower.slice(at, end) + power), end: end + power.length };
  const text = lower.slice(at, whole).replace(/[, ]/g, '') + lower.slice(whole, end);
  // 1½, 2 1/4
  const [part = '', upper, lowerPart] =
    /^ ([1-9])\/([2-9])(?![\d/])/.exec(lower.slice(end, end + 5)) ?? [];
  const rest = part === '' ? 0 : Number(upper) / Number(lowerPart);
  return { value: Number(text) + rest, end: end + part.length };
}

function readKanji(lower: string, at: number): NumberReading | undefined {
  let end = at;
  let total = 0;
  let section = 0;
  let digit = -1;
  while (end < at + longestKanjiNumber) {
    const character = lower.charAt(end);
    const value = character === '' ? -1 : kanjiDigits.indexOf(character);
    const small = smallPowers.get(character);
    const large = largePowers.get(character);
    if (value >= 0) digit = digit < 0 ? value : digit * 10 + value;
    else if (small !== undefined) {
      section += (digit < 0 ? 1 : digit) * small;
      digit = -1;
    } else if (large !== undefined && end > at) {
      total += (section + Math.max(digit, 0)) * large;
      section = 0;
      digit = -1;
    } else break;
    end += 1;
  }
  if (end === at) return undefined;
  const value = total + section + Math.max(digit, 0);
  // 二・五キロ
  const part = lower.charAt(end) === '・' ? kanjiDigits.indexOf(lower.charAt(end + 1) || ' ') : -1;
  const isPart = part >= 0 && !kanjiDigits.includes(lower.charAt(end + 2) || ' ') && value < 100;
  const unit = isPart ? readUnit(lower, end + 2) : undefined;
  // 一・二年生: two classes
  const isList = part === value + 1 && isCounter(unit?.dimension ?? '');
  if (unit !== undefined && !isList)
    return { value: value + part / 10, end: end + 2, form: 'kanji' };
  return { value, end, form: 'kanji' };
}

/** twelve, twenty-four, two hundred and fifty, a hundred, three million. */
/** all hundred and twenty, the hundred guests, one per hundred */
const allHundred = /\b(?:all|the|these|those|per|every|each) $/;

function readWords(lower: string, at: number): NumberReading | undefined {
  let total = 0;
  let section = 0;
  let end = at;
  const pair = /^a (?:couple|pair) of(?= )/.exec(lower.slice(at, at + 13));
  if (pair !== null) return { value: 2, end: at + pair[0].length, form: 'word' };
  // three quarters of a million
  const share = /^three[- ]quarters of a (?=[mb]illion)/.exec(lower.slice(at, at + 29))?.[0];
  const whole = share && wordAt(lower, at + share.length);
  const size = whole && wordPowers.get(whole);
  if (share && whole && size)
    return { value: 0.75 * size, end: at + share.length + whole.length, form: 'word' };
  const code = spelled.exec(lower.slice(at, at + 60))?.[0];
  const digits = code?.split(/[- ]/).map((digit) => wordValues.get(digit));
  if (code && digits)
    return { value: Number(digits.join('')), end: at + code.length, form: 'word' };
  let next = lower.startsWith('a ', at) ? at + 2 : at;
  if (next > at && !wordPowers.has(wordAt(lower, next))) return undefined;
  for (let words = 0; words < mostNumberWords; words += 1) {
    const word = wordAt(lower, next);
    const value = wordValues.get(word);
    const power = wordPowers.get(word);
    if (value !== undefined) {
      const fits = section % 100 === 0 || (value > 0 && value < 10 && section % 100 >= 20);
      if (!fits || (section % 10 !== 0 && section % 100 !== 0)) break;
      section += value;
    } else if (
      power !== undefined &&
      (words > 0 || next > at || allHundred.test(lower.slice(Math.max(0, at - 6), at)))
    ) {
      if (power < 1000) section = Math.max(section, 1) * power;
      else {
        total += Math.max(section, 1) * power;
        section = 0;
      }
    } else break;
    end = next + word.length;
    next = /[- ]/.test(lower.charAt(end)) ? end + 1 : end;
    if (next === end) break;
    if (power !== undefined && lower.startsWith('and ', next)) next += 4;
  }
  return end === at ? undefined : { value: total + section, end, form: 'word' };
}

/** Reads the ordinal that starts at `at`: third, 3rd, a plural of a fraction (fifths) with its `s`. */
export function readOrdinal(
  lower: string,
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  const digits = /^(\d{1,3})(?:st|nd|rd|th)(?![a-z])/.exec(lower.slice(at, at + 6));
  if (digits !== null) return { value: Number(digits[1]), end: at + digits[0].length };
  const word = wordAt(lower, at);
  const value = ordinals.get(word.endsWith('s') ? word.slice(0, -1) : word);
  if (value !== undefined) return { value, end: at + word.length };
  // twenty-first; a twenty-second pause is one of 20 s.
  const tens = wordValues.get(word) ?? 0;
  const [form, first] = /^-(first|[a-z]{5,7})/.exec(lower.slice(at + word.length, at + 16)) ?? [];
  const last = first === 'first' ? 1 : (ordinals.get(first ?? '') ?? 10);
  if (form === undefined || tens < 20 || last > 9) return undefined;
  return { value: tens + last, end: at + word.length + form.length };
}

/** Returns the lower-case word at `at`, or a prefix longer than any number word. */
function wordAt(lower: string, at: number): string {
  return lower.slice(at, runEnd(lower, at, isLower, at + 12));
}
