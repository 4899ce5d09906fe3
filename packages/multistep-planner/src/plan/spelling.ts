import type { JsonValue, Language } from '@kanmon/core';
import { visibleText } from '@kanmon/core/kit';
import { firstCodePoints } from '../wire/values.ts';
import type { RawObject, Spot } from './plan-finding.ts';
import type { MultiStepQueryPlan } from './plan.ts';

// Reads the spellings that models use for a value. Each reader notes a repair where it read something
// other than what was written, and returns null where nothing fits.

/** Longer texts spell no member of an enum, no number and no language. UTF-16 code units. */
const longestSpelling = 64;

/**
 * Returns the letters and digits of a word in lower case and half width: the form in which spellings
 * are compared. Null for a text that is too long to be a spelling.
 */
export function plainSpelling(text: string): string | null {
  if (text.length > longestSpelling) return null;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the member that a text spells, whatever its case, width and separators; else null. */
export function spelledMember<Member extends string>(
  text: string,
  members: readonly Member[],
): Member | null {
  const spelling = plainSpelling(text);
  return members.find((member) => plainSpelling(member) === spelling) ?? null;
}

/** Reads a member of an enum. */
export function readEnum<Member extends string>(
  value: JsonValue | undefined,
  members: readonly Member[],
  spot: Spot,
): Member | null {
  if (typeof value !== 'string') return null;
  const member = spelledMember(value, members);
  return member === null ? null : noted(value, member, spot);
}

/** Words for a value, one line of words for each value. */
function wordMap<Value extends string>(
  lines: Readonly<Record<Value, string>>,
): ReadonlyMap<string, Value> {
  // The cast restores the key type that Object.entries drops.
  const entries = Object.entries(lines) as [Value, string][];
  return new Map(
    entries.flatMap(([value, words]) =>
      words.split(' ').map((word): [string, Value] => [plainSpelling(word) ?? word, value]),
    ),
  );
}

const booleanWords = wordMap({ true: 'true yes', false: 'false no' });

/** Reads true or false, or a word for it. */
export function readBoolean(value: JsonValue, spot: Spot): boolean | null {
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : null;
  const word = booleanWords.get(plainSpelling(value) ?? '');
  return word === undefined ? null : noted(value, word === 'true', spot);
}

const numberText = /^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/u;

/** Reads a number, or a text that is one (`"8"`, `"８"`, `" 8.0 "`). */
export function readNumber(value: JsonValue, spot: Spot): number | null {
  if (typeof value !== 'string') return typeof value === 'number' ? value : null;
  const number = numberOfText(value);
  return number === null ? null : noted(value, number, spot);
}

function numberOfText(text: string): number | null {
  if (text.length > longestSpelling) return null;
  const digits = text.normalize('NFKC').trim();
  return numberText.test(digits) ? Number(digits) : null;
}

const levels = ['low', 'medium', 'high'] as const;
const levelWords = wordMap({
  low: 'low 低 低い',
  medium: 'medium med mid moderate 中 中程度',
  high: 'high 高 高い',
});

/** Words of degree before a level. */
const intensity = /^(?:very|quite|fairly|rather|somewhat|非常に|とても|かなり|やや)/u;

/** Thirds of 1: each number goes to the level whose middle is nearest. */
const mediumFrom = 1 / 3;
const highFrom = 2 / 3;

/**
 * Numbers above this are percentages. Between 1 and 10 the scale is unknown (of 5, of 10, or a small
 * percentage), so those numbers are not read.
 */
const percentAbove = 10;

/** Reads a confidence: a level, another word for it, a share of 1, or a percentage. */
export function readConfidence(
  value: JsonValue,
  spot: Spot,
): MultiStepQueryPlan['confidence'] | null {
  const member = readEnum(value, levels, spot);
  if (member !== null) return member;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const word =
    typeof value === 'string'
      ? levelWords.get((plainSpelling(value) ?? '').replace(intensity, ''))
      : undefined;
  if (word !== undefined) return noted(value, word, spot);
  const share = shareOf(value);
  if (share === null) return null;
  return noted(value, share >= highFrom ? 'high' : share >= mediumFrom ? 'medium' : 'low', spot);
}

function shareOf(value: string | number): number | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const isPercentage = /[%％]$/u.test(text);
  const number =
    typeof value === 'number' ? value : numberOfText(isPercentage ? text.slice(0, -1) : text);
  if (number === null || number < 0 || number > 100) return null;
  if (isPercentage || number > percentAbove) return number / 100;
  return number <= 1 ? number : null;
}

const languageNames = wordMap({
  en: 'english eng inglés anglais englisch 英語',
  ja: 'japanese jpn jp nihongo 日本語 日本 和文',
  other:
    'other others arabic bengali mandarin czech dansk dutch nederlands suomi french german deutsch greek hebrew hindi magyar italiano malay norsk polski svenska thai',
});

/** Danish, Chinese, Korean: how most English names of languages end. */
const languageName = /^[a-z]{3,7}(?:ish|ese|ian|ean)$/u;

/** A language tag of BCP 47: `en-US`, `ja_JP.UTF-8`, `zh-Hant`. */
const languageTag = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8}){0,3}(?:\.[a-z0-9-]{2,10})?$/u;

/** Reads a language: its tag, or its usual name in English or in the language. */
export function readLanguage(value: JsonValue, spot: Spot): Language | null {
  if (typeof value !== 'string') return null;
  const language = languageOfName(value);
  return language === null ? null : noted(value, language, spot);
}

function languageOfName(name: string): Language | null {
  const spelling = plainSpelling(
    name.slice(0, longestSpelling).replace(/\([^()]{0,30}\)\s{0,8}$/u, ''),
  );
  if (spelling === null || name.length > longestSpelling) return null;
  const known = languageNames.get(spelling);
  if (known !== undefined) return known;
  if (languageName.test(spelling)) return 'other';
  // Русский, français, 中国語: a word in other letters than those of English names another language.
  if (/^\p{L}+$/u.test(spelling) && /[^a-z]/u.test(spelling)) return 'other';
  const tag = languageTag.exec(name.normalize('NFKC').trim().toLowerCase())?.[1];
  if (tag === 'en' || tag === 'ja') return tag;
  return tag === undefined ? null : (languageNames.get(tag) ?? 'other');
}

/** Reads a list; a single text where a list is expected is a list of one. */
export function readList(value: JsonValue, spot: Spot): readonly JsonValue[] | null {
  if (Array.isArray(value)) return value as readonly JsonValue[]; // Array.isArray widens to any[]
  if (typeof value !== 'string' || value.trim() === '') return null;
  spot.repair('item-listed');
  return [value];
}

/** An object whose keys are spelled as known keys where each has one reading. */
export interface RespelledObject {
  readonly raw: RawObject;
  /** Each key as it was written, with the key it was read as. */
  readonly renamed: readonly (readonly [given: string, key: string])[];
}

/**
 * Renames members whose keys differ from a known key in case or separators only (`top_k`), where the
 * object lacks that key, or have one of the `synonyms` (`search_query`). Two keys that would get one name stay as they are.
 */
export function respellKeys(
  raw: RawObject,
  known: readonly string[],
  synonyms: ReadonlyMap<string, string> = new Map(),
): RespelledObject {
  const wanted = new Map<string, string[]>();
  for (const key of Object.keys(raw)) {
    const name = known.includes(key)
      ? null
      : (spelledMember(key, known) ?? synonyms.get(plainSpelling(key) ?? '') ?? null);
    if (name === null || Object.hasOwn(raw, name)) continue;
    wanted.set(name, [...(wanted.get(name) ?? []), key]);
  }
  const names = new Map<string, string>();
  for (const [name, [key, ...others]] of wanted) {
    if (key !== undefined && others.length === 0) names.set(key, name);
  }
  if (names.size === 0) return { raw, renamed: [] };
  const members = Object.entries(raw).map(([key, member]) => [names.get(key) ?? key, member]);
  return { raw: Object.fromEntries(members) as RawObject, renamed: [...names] };
}

/** Returns the value that was read; notes it where it is not the value that was written. */
function noted<Value extends string | number | boolean>(
  given: string | number,
  value: Value,
  spot: Spot,
): Value {
  if (given === value) return value;
  const shown = typeof given === 'number' ? given : visibleText(firstCodePoints(given, 40));
  spot.repair('value-respelled', { given: shown, value });
  return value;
}
