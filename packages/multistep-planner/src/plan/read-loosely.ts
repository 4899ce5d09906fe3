import type { JsonPointer, JsonValue } from '@kanmon/core';
import { visibleText } from '@kanmon/core/kit';
import { firstCodePoints } from '../wire/code-points.ts';
import type { PlanNotebook, RawObject } from './plan-finding.ts';

/** Longer texts spell no member of an enum, no number and no language. UTF-16 code units. */
const longestSpelling = 64;

/**
 * Letters and digits of a word in lower case and half width: the form in which spellings are compared.
 * Null for a text that is too long to be one.
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

/** Reads a member of an enum; a spelling other than the member's own is noted. Null where none fits. */
export function readEnum<Member extends string>(
  value: JsonValue | undefined,
  members: readonly Member[],
  path: JsonPointer,
  notebook: PlanNotebook,
): Member | null {
  if (typeof value !== 'string') return null;
  const member = spelledMember(value, members);
  if (member !== null && member !== value) noteReading(value, member, path, notebook);
  return member;
}

const numberText = /^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/u;

/** Reads a number, or text that is one (`"8"`, `"８"`, `" 8.0 "`). Null where there is none. */
export function readNumber(
  value: JsonValue | undefined,
  path: JsonPointer,
  notebook: PlanNotebook,
): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const number = numberOfText(value);
  if (number !== null) noteReading(value, number, path, notebook);
  return number;
}

/** The number that a text is as a whole, or null. */
export function numberOfText(text: string): number | null {
  if (text.length > longestSpelling) return null;
  const digits = text.normalize('NFKC').trim();
  return numberText.test(digits) ? Number(digits) : null;
}

const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

/** Reads true or false, or the word for it. Null where there is none. */
export function readBoolean(
  value: JsonValue | undefined,
  path: JsonPointer,
  notebook: PlanNotebook,
): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const read = booleanWords.get(plainSpelling(value) ?? '');
  if (read === undefined) return null;
  noteReading(value, read, path, notebook);
  return read;
}

/** Reads a list; a single text where a list is due is a list of one, and noted. */
export function readList(
  value: JsonValue,
  path: JsonPointer,
  notebook: PlanNotebook,
): readonly JsonValue[] | null {
  if (Array.isArray(value)) return value as readonly JsonValue[]; // Array.isArray widens to any[]
  if (typeof value !== 'string' || value.trim() === '') return null;
  notebook.repair('item-listed', path);
  return [value];
}

/** An object whose keys are spelled as known ones where that has one reading. */
export interface RespelledObject {
  readonly raw: RawObject;
  /** Each key as it was given, with the key it was read as. */
  readonly renamed: readonly (readonly [given: string, key: string])[];
}

/**
 * Renames members whose keys differ from a known key in case or separators only (`top_k`), where the
 * object lacks that key. Two keys that would get one name stay as they are.
 */
export function respellKeys(raw: RawObject, known: readonly string[]): RespelledObject {
  const wanted = new Map<string, string[]>();
  for (const key of Object.keys(raw)) {
    if (known.includes(key)) continue;
    const name = spelledMember(key, known);
    if (name === null || Object.hasOwn(raw, name)) continue;
    wanted.set(name, [...(wanted.get(name) ?? []), key]);
  }
  const names = new Map<string, string>();
  for (const [name, keys] of wanted) {
    const [key] = keys;
    if (keys.length === 1 && key !== undefined) names.set(key, name);
  }
  if (names.size === 0) return { raw, renamed: [] };
  const members = Object.entries(raw).map(([key, member]) => [names.get(key) ?? key, member]);
  return { raw: Object.fromEntries(members) as RawObject, renamed: [...names] };
}

/** Notes that a value was read as another one. */
export function noteReading(
  given: string | number,
  value: string | number | boolean,
  path: JsonPointer,
  notebook: PlanNotebook,
): void {
  const shown = typeof given === 'number' ? given : visibleText(firstCodePoints(given, 40));
  notebook.repair('value-respelled', path, { given: shown, value });
}
