import { buildTable } from '../text/lexicon.ts';
import { isDigit, isKanji, isLower, runEnd } from '../text/characters.ts';

/** A number in the text. `kanji` and `word` numbers count only before a unit. */
export interface NumberReading {
  readonly value: number;
  readonly end: number;
  readonly form: 'digits' | 'kanji' | 'word';
}

const kanjiDigits = '〇一二三四五六七八九';
const smallPowers: ReadonlyMap<string, number> = /* @__PURE__ */ buildTable(
  () => new Map(Object.entries({ 十: 10, 百: 100, 千: 1000 })),
);
const largePowers: ReadonlyMap<string, number> = /* @__PURE__ */ buildTable(
  () => new Map(Object.entries({ 万: 1e4, 億: 1e8 })),
);
const wordValues: ReadonlyMap<string, number> = /* @__PURE__ */ buildTable(
  () =>
    new Map(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
        .split(' ')
        .map((word, value) => [word, value] as const),
    ),
);
const tens: ReadonlyMap<string, number> = /* @__PURE__ */ buildTable(
  () =>
    new Map(
      'twenty thirty forty fifty sixty seventy eighty ninety'
        .split(' ')
        .map((word, index) => [word, 20 + 10 * index] as const),
    ),
);
/** Longer runs of numerals than 千二百億 and the like are not numbers that people write. */
const longestKanjiNumber = 12;

/** Reads the number that starts at `at`. Look-ahead is bounded except for a run of digits. */
export function readNumber(lower: string, at: number): NumberReading | undefined {
  const unit = lower.charCodeAt(at);
  if (isDigit(unit)) return readDigits(lower, at);
  if (isKanji(unit)) return readKanji(lower, at);
  return isLower(unit) ? readWord(lower, at) : undefined;
}

function readDigits(lower: string, at: number): NumberReading {
  const first = readPlainDigits(lower, at);
  let { value, end } = first;
  // 1万2000, 5千, 3億: the power multiplies the number before it.
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
      const rest = readPlainDigits(lower, end);
      return { value: value + rest.value, end: rest.end, form: 'digits' };
    }
  }
  if (lower.charCodeAt(end) === 107 /* k */ && !/[a-z0-9]/.test(lower.charAt(end + 1))) {
    value *= 1000;
    end += 1;
  }
  return { value, end, form: 'digits' };
}

function readPlainDigits(lower: string, at: number): { value: number; end: number } {
  let end = at;
  while (isDigit(lower.charCodeAt(end)) || (lower.charAt(end) === ',' && isThousands(lower, end))) {
    end += 1;
  }
  const whole = end;
  if (lower.charAt(end) === '.' && isDigit(lower.charCodeAt(end + 1))) {
    end = runEnd(lower, end + 1, isDigit);
  }
  const text = lower.slice(at, whole).replaceAll(',', '') + lower.slice(whole, end);
  return { value: Number(text), end };
}

function isThousands(lower: string, comma: number): boolean {
  return /^\d{3}(?!\d)/.test(lower.slice(comma + 1, comma + 5));
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
  return { value: total + section + Math.max(digit, 0), end, form: 'kanji' };
}

function readWord(lower: string, at: number): NumberReading | undefined {
  const first = wordAt(lower, at);
  const ten = tens.get(first);
  if (ten === undefined) {
    const value = wordValues.get(first);
    return value === undefined ? undefined : { value, end: at + first.length, form: 'word' };
  }
  const end = at + first.length;
  const second = /[- ]/.test(lower.charAt(end)) ? wordAt(lower, end + 1) : '';
  const ones = wordValues.get(second);
  if (ones === undefined || ones === 0 || ones > 9) return { value: ten, end, form: 'word' };
  return { value: ten + ones, end: end + 1 + second.length, form: 'word' };
}

/** Returns the lower-case word at `at`, or a prefix longer than any number word. */
function wordAt(lower: string, at: number): string {
  return lower.slice(at, runEnd(lower, at, isLower, at + 12));
}
