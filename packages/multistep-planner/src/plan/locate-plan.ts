import type { JsonPointer, JsonValue } from '@kanmon/core';
import { childPath, isJsonArray, isJsonObject } from '@kanmon/core/kit';
import type { RawObject } from './plan-finding.ts';
import { planKeys, stepTypes } from './plan-members.ts';
import { respellKeys, spelledMember } from './spelling.ts';

/** The members of a plan inside a raw value. */
export interface LocatedPlan {
  /** Members by name. Those that the plan itself lacks may come from the objects around it. */
  readonly members: RawObject;
  /** Pointer of a member, from the raw value. */
  readonly placeOf: (key: string) => JsonPointer;
  /** Pointers of members that are not part of a plan. */
  readonly dropped: readonly JsonPointer[];
  /** Pointers of members whose keys were respelled, with the keys they were read as. */
  readonly respelled: readonly (readonly [JsonPointer, string])[];
  /** Pointer of the plan or its steps; null when the raw value is the plan itself. */
  readonly unwrappedFrom: JsonPointer | null;
}

/** Most objects around a plan. */
const maxWrappers = 4;

/** The members by which a plan is recognised. */
const typicalKeys = ['steps', 'needsClarification', 'confidence'];

/** Options of `extractJson` that find a plan in a model's text: a value counts by its typical members. */
export const planSearch = {
  keys: typicalKeys,
  root: 'any' as const,
  accept: (value: JsonValue): number => {
    const members = locateAt(value, '', 0)?.members ?? (isJsonObject(value) ? value : {});
    return typicalKeys.filter((key) => Object.hasOwn(members, key)).length;
  },
};

/**
 * Finds the plan in a value: the value itself, a member of an object around it (`{ plan, thought }`),
 * a list of steps, or one step. An object without any of them is taken for a plan, so that each
 * missing member is named. Null for other values.
 */
export function locatePlan(value: JsonValue): LocatedPlan | null {
  return locateAt(value, '', 0) ?? (isJsonObject(value) ? ownMembers(value, '', null) : null);
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

/** One member may hold a plan; of several, the one that is called `plan`. */
function locateInside(
  value: RawObject,
  own: LocatedPlan,
  path: JsonPointer,
  depth: number,
): LocatedPlan | null {
  const found = Object.entries(value).flatMap(([key, member]) => {
    if (planKeys.includes(key)) return [];
    const place = childPath(path, key);
    const inner = locateAt(member, place, depth + 1);
    return inner === null ? [] : [{ key, place, inner }];
  });
  const chosen = found.length === 1 ? found[0] : found.find(({ key }) => key === 'plan');
  if (chosen === undefined) return null;
  const { place, inner } = chosen;
  const isInside = (key: string): boolean => Object.hasOwn(inner.members, key);
  const isAround = (key: string): boolean => Object.hasOwn(own.members, key) && !isInside(key);
  return {
    members: { ...own.members, ...inner.members },
    placeOf: (key) => (isAround(key) ? own : inner).placeOf(key),
    dropped: [
      ...inner.dropped,
      ...own.dropped.filter((dropped) => dropped !== place),
      ...Object.keys(own.members).filter(isInside).map(own.placeOf),
    ],
    respelled: [...inner.respelled, ...own.respelled],
    unwrappedFrom: inner.unwrappedFrom,
  };
}

function isPlanMember([key]: readonly [string, JsonValue]): boolean {
  return planKeys.includes(key);
}

/** Separates the members of one object into those of a plan and others. */
function ownMembers(
  raw: RawObject,
  path: JsonPointer,
  unwrappedFrom: JsonPointer | null,
): LocatedPlan {
  const { raw: respelled, renamed } = respellKeys(raw, planKeys);
  const given = new Map(renamed.map(([from, to]) => [to, from]));
  const entries = Object.entries(respelled);
  return {
    members: Object.fromEntries(entries.filter(isPlanMember)),
    placeOf: (key) => childPath(path, given.get(key) ?? key),
    dropped: entries.flatMap((entry) => (isPlanMember(entry) ? [] : [childPath(path, entry[0])])),
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
  if (!isJsonObject(value)) return false;
  const { type } = respellKeys(value, ['type']).raw;
  return typeof type === 'string' && spelledMember(type, stepTypes) !== null;
}
