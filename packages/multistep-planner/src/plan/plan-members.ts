import type { JsonValue, Language } from '@kanmon/core';
import { isJsonArray, isJsonObject, type WithoutUndefined } from '@kanmon/core/kit';
import { isLongerThan, isWithinDepth } from '../wire/values.ts';
import type { PlanRepairCode, RawObject, Spot } from './plan-finding.ts';
import type { PlanLimits } from './plan-limits.ts';
import { type PlanStep, type SlotKind, slotKinds } from './plan.ts';
import { queryRefusal } from './query-text.ts';
import {
  plainSpelling,
  readBoolean,
  readConfidence,
  readEnum,
  readLanguage,
  readList,
  readNumber,
} from './spelling.ts';

/** The values that a plan is completed with, and the limits of its members. */
export interface PlanDefaults {
  readonly limits: PlanLimits;
  readonly topK: number;
  readonly language: Language;
}

/** A model's own `raw` beyond this is dropped: it is stored for people to read. Characters of JSON. */
const maxRawLength = 8192;
/** Deeper values would exhaust the stack of a schema that reads the plan again. */
const maxRawDepth = 64;
/** Questions of all steps together, where they are listed once more at the top. */
const maxListedQuestions = 24;

/** Reads a member; undefined leaves it out. What cannot be repaired is refused at its spot. */
type Read<Value> = (value: JsonValue | undefined, spot: Spot, defaults: PlanDefaults) => Value;
type ReadPresent<Value> = (value: JsonValue, spot: Spot, defaults: PlanDefaults) => Value;

/** A member that may be missing. Null counts as missing, and is named. */
function optional<Value>(read: ReadPresent<Value>): Read<Value | undefined> {
  return (value, spot, defaults) => {
    if (value === null) spot.repair('null-dropped');
    return value === undefined || value === null ? undefined : read(value, spot, defaults);
  };
}

/** A member that is filled in where it is missing. `isShown`: the repair has the value as parameter. */
function filled<Value extends string | number | boolean, Given>(
  code: PlanRepairCode,
  fill: (defaults: PlanDefaults) => Value,
  read: ReadPresent<Given>,
  isShown = true,
): Read<Value | Given> {
  return (given, spot, defaults) => {
    if (given === null) spot.repair('null-dropped');
    if (given !== undefined && given !== null) return read(given, spot, defaults);
    const value = fill(defaults);
    spot.repair(code, isShown ? { value } : {});
    return value;
  };
}

const readText: ReadPresent<string | undefined> = (value, spot) => {
  if (typeof value === 'string') return trimmed(value, spot);
  spot.refuse('type-wrong', { expected: 'a string' });
  return undefined;
};

function trimmed(text: string, spot: Spot): string {
  const rest = text.trim();
  if (rest !== text) spot.repair('whitespace-trimmed');
  return rest;
}

/** An id that is not a text, or blank, is left out and assigned later. */
const readId: Read<string | undefined> = (value, spot) =>
  typeof value === 'string' && value.trim() !== '' ? trimmed(value, spot) : undefined;

const readQuery: Read<string | undefined> = (value, spot, defaults) => {
  const { limits } = defaults;
  if (isJsonArray(value) && value.length === 1 && typeof value[0] === 'string') {
    spot.repair('value-respelled', { given: '[…]', value: value[0].slice(0, 40) });
    return readQuery(value[0], spot, defaults);
  }
  if (value === undefined || value === null) spot.refuse('query-missing');
  else if (typeof value !== 'string') spot.refuse('type-wrong', { expected: 'a string' });
  else {
    const refusal = queryRefusal(value.trim(), limits);
    if (refusal === null) return trimmed(value, spot);
    spot.refuse(refusal, { maximum: limits.queryLength });
  }
  return undefined;
};

/** Questions that can be shown, at most `maximum(limits)`. */
function readQuestions(maximum: (limits: PlanLimits) => number): Read<string[] | undefined> {
  return (value, spot, { limits }) => {
    if (value === undefined || value === null) {
      spot.refuse('questions-empty');
      return undefined;
    }
    const list = readList(value, spot);
    if (list === null) spot.refuse('type-wrong', { expected: 'an array of strings' });
    else if (list.length === 0) spot.refuse('questions-empty');
    else if (list.length > maximum(limits)) {
      spot.refuse('too-many-questions', { actual: list.length, maximum: maximum(limits) });
      return undefined;
    }
    return list?.flatMap((question, index) => readQuestion(question, spot.at(index), limits));
  };
}

function readQuestion(question: JsonValue, spot: Spot, limits: PlanLimits): readonly string[] {
  if (typeof question !== 'string') {
    spot.refuse('type-wrong', { expected: 'a string' });
    return [];
  }
  const maximum = limits.questionLength;
  if (question.trim() === '') spot.refuse('questions-empty');
  if (isLongerThan(question.trim(), maximum)) spot.refuse('question-too-long', { maximum });
  return [trimmed(question, spot)];
}

/** An unknown kind of slot is dropped and named. */
const readAbout: ReadPresent<readonly SlotKind[]> = (value, spot) => {
  const list = readList(value, spot);
  if (list === null) spot.refuse('type-wrong', { expected: 'an array of slot kinds' });
  return (list ?? []).flatMap((entry, index) => {
    const kind = readEnum(entry, slotKinds, spot.at(index));
    if (kind === null) spot.at(index).repair('unknown-key-dropped');
    return kind ?? [];
  });
};

const readTopK: ReadPresent<number> = (value, spot, { limits, topK }) => {
  const maximum = limits.maxTopK;
  const given = readNumber(value, spot);
  if (given === null || !Number.isInteger(given)) {
    spot.refuse('topk-invalid', { maximum });
    return topK;
  }
  const clamped = Math.min(Math.max(given, 1), maximum);
  if (clamped !== given) spot.repair('topk-clamped', { given, value: clamped });
  return clamped;
};

/** Null is a value here: a search without filters. */
const readFilters: Read<RawObject | null | undefined> = (value, spot, { limits }) => {
  if (value === undefined || value === null || areFilters(value, limits)) return value;
  if (isJsonArray(value) ? value.length === 0 : value === '') {
    spot.repair('empty-dropped');
    return undefined;
  }
  spot.refuse('filters-invalid', { keys: limits.filterKeys, depth: limits.filterDepth });
  return undefined;
};

/** Returns true for a value that a search may receive as its filters: neither wide nor deep. */
export function areFilters(value: JsonValue, limits: PlanLimits): value is RawObject {
  return (
    isJsonObject(value) &&
    Object.keys(value).length <= limits.filterKeys &&
    isWithinDepth(value, limits.filterDepth)
  );
}

const readBasis: ReadPresent<'user' | 'previous_answer' | undefined> = (value, spot) => {
  const basis = readEnum(value, ['user', 'previous_answer'], spot);
  if (basis === null) spot.refuse('based-on-invalid');
  return basis ?? undefined;
};

const readStyle: ReadPresent<'faq' | 'step_by_step' | null> = (value, spot) => {
  const style = readEnum(value, ['faq', 'step_by_step'], spot);
  if (style === null) spot.refuse('style-invalid');
  return style;
};

const readFlag: ReadPresent<boolean | null> = (value, spot) => {
  const flag = readBoolean(value, spot);
  if (flag === null) spot.refuse('type-wrong', { expected: 'true or false' });
  return flag;
};

function isBlank(entry: JsonValue): boolean {
  return typeof entry === 'string' && entry.trim() === '';
}

/** An empty list asks nothing; a step's own list of questions may not be empty. */
const readListedQuestions: ReadPresent<readonly string[] | undefined> = (value, spot, defaults) => {
  if (!isJsonArray(value) || !value.every(isBlank))
    return readQuestions(() => maxListedQuestions)(value, spot, defaults);
  if (value.length > 0) spot.repair('empty-dropped');
  return [];
};

const readFollowupQueries: ReadPresent<readonly string[]> = (value, spot, defaults) => {
  const maximum = defaults.limits.searches;
  const list = readList(value, spot);
  if (list === null) spot.refuse('type-wrong', { expected: 'an array of strings' });
  else if (list.length > maximum) {
    spot.refuse('too-many-searches', { actual: list.length, maximum });
    return [];
  }
  return (list ?? []).flatMap((query, index) => readQuery(query, spot.at(index), defaults) ?? []);
};

/** Words that a model writes where it leaves the language open. */
const undecided: ReadonlySet<string> = new Set(['', 'auto', 'und', 'unknown']);

const readPlanLanguage: Read<Language> = (value, spot, defaults) => {
  const isOpen = typeof value === 'string' && undecided.has(plainSpelling(value) ?? value);
  return filled(
    'language-filled',
    ({ language }) => language,
    (given) => {
      const language = readLanguage(given, spot);
      if (language === null) spot.refuse('type-wrong', { expected: '"ja", "en" or "other"' });
      return language ?? defaults.language;
    },
  )(isOpen ? undefined : value, spot, defaults);
};

const readLevel: ReadPresent<ReturnType<typeof readConfidence>> = (value, spot) => {
  const level = readConfidence(value, spot);
  if (level === null) spot.refuse('confidence-invalid');
  return level;
};

const readRaw: ReadPresent<JsonValue | undefined> = (value, spot) => {
  if (isWithinDepth(value, maxRawDepth) && JSON.stringify(value).length <= maxRawLength) {
    return value;
  }
  spot.repair('raw-dropped');
  return undefined;
};

const topK = filled('topk-defaulted', (defaults) => defaults.topK, readTopK);

/** Members of every step, and how they are read. */
export const sharedMembers = { id: readId, description: optional(readText) };

/** Members of each type of step beside the shared ones, and how they are read. */
export const stepMembers = {
  clarify: { questions: readQuestions(({ questions }) => questions), about: optional(readAbout) },
  search: { query: readQuery, topK, filters: readFilters },
  followup_search: {
    query: readQuery,
    topK,
    basedOn: filled('based-on-defaulted', () => 'user', readBasis),
  },
  answer: {
    style: filled('style-defaulted', () => 'faq', readStyle, false),
    includeSources: filled('sources-defaulted', () => true, readFlag, false),
  },
};

/** Members of a plan beside its steps, and how they are read. Null: the value is refused. */
export const headMembers = {
  needsClarification: optional(readFlag),
  confidence: filled('confidence-defaulted', () => 'medium', readLevel),
  clarifyingQuestions: optional(readListedQuestions),
  followupQueries: optional(readFollowupQueries),
  language: readPlanLanguage,
  raw: optional(readRaw),
};

/** Other names that models give to members of a step. */
export const otherNames: ReadonlyMap<string, string> = new Map([
  ['queries', 'query'],
  ['searchquery', 'query'],
  ['searchterms', 'query'],
  ['keywords', 'query'],
  ['question', 'questions'],
]);

/** Names of the members of a plan. */
export const planKeys: readonly string[] = ['steps', ...Object.keys(headMembers)];

/** Every type of step. The cast restores the key type that Object.keys drops. */
export const stepTypes = Object.keys(stepMembers) as readonly PlanStep['type'][];

/** Members by name, each of the type that its reader returns. */
type Members<Table extends Readonly<Record<string, Read<unknown>>>> = WithoutUndefined<{
  [Key in keyof Table]: ReturnType<Table[Key]>;
}>;

/** Reads all members of a table in its order. */
export function readMembers<Table extends Readonly<Record<string, Read<unknown>>>>(
  raw: RawObject,
  table: Table,
  spotOf: (key: string) => Spot,
  defaults: PlanDefaults,
): Members<Table> {
  const read: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(table)) {
    const value = member(raw[key], spotOf(key), defaults);
    if (value !== undefined) read[key] = value;
  }
  return read as Members<Table>; // each reader has read the member of its name
}
