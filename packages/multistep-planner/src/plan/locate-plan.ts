import type { JsonPointer, JsonValue } from '@kanmon/core';
import { childPath, isJsonArray, isJsonObject } from '@kanmon/core/kit';
import type { RawObject } from './plan-finding.ts';
import { respellKeys } from './read-loosely.ts';
import { isStepType } from './step-type.ts';

/** Members of a plan. */
const planKeys: readonly string[] = [
  'steps',
  'needsClarification',
  'clarifyingQuestions',
  'followupQueries',
  'confidence',
  'language',
  'raw',
];

/** The members of a plan inside a raw value. */
export interface LocatedPlan {
  /** Members by name. Those that the plan itself lacks may come from the objects around it. */
  readonly members: RawObject;
  /** Pointer of a member, from the raw value. */
  readonly placeOf: (key: string) => JsonPointer;
  /** Pointers of members that are no part of a plan. */
  readonly dropped: readonly JsonPointer[];
  /** Pointers of members whose keys were spelled otherwise, with the keys they were read as. */
  readonly respelled: readonly (readonly [JsonPointer, string])[];
  /** Where the plan or its steps are; null when the raw value is the plan itself. */
  readonly unwrappedFrom: JsonPointer | null;
}

/** Most objects around a plan. */
const maxWrappers = 4;

/**
 * Finds the plan in a value: the value itself, a member of an object around it (`{ plan, thought }`),
 * a bare list of steps, or one bare step. Null where there is no plan, or more than one.
 */
export function locatePlan(value: JsonValue): LocatedPlan | null {
  return locateAt(value, '', 0);
}

/** The members by which a plan is recognised. */
const tellingKeys = ['steps', 'needsClarification', 'confidence'];

/** How a plan is found in a model's text: a value counts by how many of the telling members it holds. */
export const planSearch: {
  readonly keys: readonly string[];
  readonly root: 'any';
  readonly accept: (value: JsonValue) => number;
} = {
  keys: tellingKeys,
  root: 'any',
  accept: (value) => {
    const members = locatePlan(value)?.members ?? (isJsonObject(value) ? value : {});
    return tellingKeys.filter((key) => Object.hasOwn(members, key)).length;
  },
};

/** The members of a value that is taken for a plan although it has no steps, so that each fault is named. */
export function asPlan(members: RawObject): LocatedPlan {
  return ownMembers(members, '', null);
}

function locateAt(value: JsonValue, path: JsonPointer, depth: number): LocatedPlan | null {
  if (isJsonArray(value)) {
    if (value.length > 0 && value.every(isStep)) return stepsAt(value, path);
    const [only] = value;
    if (value.length !== 1 || only === undefined || depth === maxWrappers) return null;
    return locateAt(only, `${path}/0`, depth + 1);
  }
  if (!isJsonObject(value)) return null;
  const own = ownMembers(value, path, depth === 0 ? null : path);
  if (own.members['steps'] !== undefined) return own;
  if (isStep(value)) return stepsAt([value], path);
  return depth === maxWrappers ? null : locateInside(value, own, path, depth);
}

/** Only one member may hold a plan; where several do, the one that is called `plan` is it. */
function locateInside(
  value: RawObject,
  own: LocatedPlan,
  path: JsonPointer,
  depth: number,
): LocatedPlan | null {
  const found = Object.entries(value).flatMap(([key, member]) => {
    const located = planKeys.includes(key)
      ? null
      : locateAt(member, childPath(path, key), depth + 1);
    return located === null ? [] : [{ key, located }];
  });
  const [first] = found;
  const chosen = found.length === 1 ? first : found.find(({ key }) => key === 'plan');
  if (chosen === undefined) return null;
  const { key: taken, located } = chosen;
  const isInside = (key: string): boolean => Object.hasOwn(located.members, key);
  const unused = Object.keys(own.members).filter(isInside);
  return {
    members: { ...own.members, ...located.members },
    placeOf: (key) =>
      (Object.hasOwn(own.members, key) && !isInside(key) ? own : located).placeOf(key),
    dropped: [
      ...located.dropped,
      ...own.dropped.filter((place) => place !== childPath(path, taken)),
      ...unused.map((key) => own.placeOf(key)),
    ],
    respelled: [...located.respelled, ...own.respelled],
    unwrappedFrom: located.unwrappedFrom,
  };
}

/** Sorts the members of one object into those of a plan and others. */
function ownMembers(
  raw: RawObject,
  path: JsonPointer,
  unwrappedFrom: JsonPointer | null,
): LocatedPlan {
  const { raw: respelled, renamed } = respellKeys(raw, planKeys);
  const given = new Map(renamed.map(([from, to]) => [to, from]));
  const entries = Object.entries(respelled);
  const isOwn = (key: string): boolean => planKeys.includes(key);
  return {
    members: Object.fromEntries(entries.filter(([key]) => isOwn(key))),
    placeOf: (key) => childPath(path, given.get(key) ?? key),
    dropped: entries.flatMap(([key]) => (isOwn(key) ? [] : [childPath(path, key)])),
    respelled: renamed.map(([from, to]) => [childPath(path, from), to]),
    unwrappedFrom,
  };
}

function stepsAt(steps: readonly JsonValue[], path: JsonPointer): LocatedPlan {
  return {
    members: { steps },
    placeOf: (key) => (key === 'steps' ? path : childPath(path, key)),
    dropped: [],
    respelled: [],
    unwrappedFrom: path,
  };
}

/** Outside a plan only an object that names its type counts as a step. */
function isStep(value: JsonValue): boolean {
  return isJsonObject(value) && isStepType(respellKeys(value, ['type']).raw['type'] ?? null);
}
