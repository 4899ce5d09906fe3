import { checkOptions } from '../vocabulary/check-options.ts';
import { checkArgument } from '../vocabulary/check-argument.ts';
import { formatPointer, matchPointer } from '../json/pointer.ts';
import { applyPatch } from '../json/patch/apply-patch.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonPointer,
  type JsonValue,
} from '../vocabulary/json-value.ts';

/** The places of a good value that matter, as `matchPointer` patterns. */
export interface MutationPlan {
  /** Members that must be there, filled and of their type. */
  readonly required?: readonly string[];
  /** Ids that must be known to the context. */
  readonly ids?: readonly string[];
  /** Phrases that must not occur in these texts. */
  readonly phrases?: readonly { readonly phrase: string; readonly at: readonly string[] }[];
  /** Lists that must have so many elements, none of them null. */
  readonly minItems?: readonly { readonly at: string; readonly count: number }[];
}

/** A change to one place of a good value. */
export type MutantKind =
  | 'missing'
  | 'null'
  | 'blank'
  | 'wrong-type'
  | 'unknown-id'
  | 'phrase'
  | 'too-few'
  | 'null-element';

/** A good value with one invalid place. */
export interface Mutant {
  readonly kind: MutantKind;
  readonly path: JsonPointer;
  readonly value: JsonValue;
}

interface Place {
  readonly path: JsonPointer;
  readonly value: JsonValue;
  /** The root is no element and no member. */
  readonly parent: 'root' | 'array' | 'object';
}

/** The new value of a place; null removes it. */
interface Change {
  readonly kind: MutantKind;
  readonly to: JsonValue | undefined;
}

/** Our own values, however large: the guard against hostile patches has no work here. */
const unguarded = { maxSize: Number.MAX_SAFE_INTEGER, maxDepth: Number.MAX_SAFE_INTEGER } as const;

/**
 * Returns every value that differs from `value` by one invalid place of the plan, in document order. The same
 * value and plan give the same mutants. `value` is not touched.
 */
export function mutateReport(value: JsonValue, plan: MutationPlan): readonly Mutant[] {
  checkArgument('plan of mutateReport', 'an object', plan);
  checkOptions(plan, 'required ids phrases minItems', 'the plan of mutateReport');
  checkArgument('value of mutateReport', 'a JSON value', value);
  const places = placesOf(value);
  const unknownId = idOutside(places);
  const mutants: Mutant[] = [];
  const seen = new Set<string>();
  const push = ({ kind, to }: Change, path: JsonPointer): void => {
    const operation =
      to === undefined ? { op: 'remove', path } : { op: 'replace', path, value: to };
    const result = applyPatch(value, [operation], unguarded);
    const key = JSON.stringify([kind, path, to]);
    if (!result.ok || seen.has(key)) return;
    seen.add(key);
    mutants.push({ kind, path, value: result.value });
  };
  for (const place of places) {
    for (const change of changesOf(place, plan, unknownId)) push(change, place.path);
    if (isJsonArray(place.value) && minimumOf(place, plan) !== null) {
      for (const [index, element] of place.value.entries()) {
        if (element !== null) push({ kind: 'null-element', to: null }, `${place.path}/${index}`);
      }
    }
  }
  return mutants;
}

function changesOf(place: Place, plan: MutationPlan, unknownId: string): readonly Change[] {
  const { value, path } = place;
  const changes: Change[] = [];
  if (matchesAny(plan.required, path)) changes.push(...spoilRequired(place));
  if (matchesAny(plan.ids, path)) {
    if (typeof value === 'string') changes.push({ kind: 'unknown-id', to: unknownId });
    if (typeof value === 'number')
      changes.push({ kind: 'unknown-id', to: Number.MAX_SAFE_INTEGER });
  }
  for (const { phrase, at } of plan.phrases ?? []) {
    if (typeof value !== 'string' || !matchesAny(at, path)) continue;
    changes.push({ kind: 'phrase', to: `${value} ${phrase}` });
  }
  const minimum = minimumOf(place, plan);
  if (isJsonArray(value) && minimum !== null && minimum > 0 && value.length >= minimum) {
    changes.push({ kind: 'too-few', to: value.slice(0, minimum - 1) });
  }
  return changes;
}

function spoilRequired({ value, parent }: Place): readonly Change[] {
  const changes: Change[] = [];
  // A list without one element lacks nothing that could be named; that is what `minItems` is for.
  if (parent === 'object') changes.push({ kind: 'missing', to: undefined });
  if (value === null) return changes;
  changes.push({ kind: parent === 'array' ? 'null-element' : 'null', to: null });
  if (typeof value === 'string' && value !== '') changes.push({ kind: 'blank', to: '' });
  changes.push({ kind: 'wrong-type', to: ofOtherType(value) });
  return changes;
}

function ofOtherType(value: JsonValue): JsonValue {
  if (typeof value === 'string') return 0;
  if (isJsonArray(value)) return {};
  return isJsonObject(value) ? [] : 'text';
}

/** The largest number of elements that the plan asks of a place, or null. */
function minimumOf({ path }: Place, plan: MutationPlan): number | null {
  const counts = (plan.minItems ?? [])
    .filter(({ at }) => matchPointer(at, path))
    .map(({ count }) => count);
  return counts.length === 0 ? null : Math.max(...counts);
}

function matchesAny(patterns: readonly string[] | undefined, path: JsonPointer): boolean {
  return patterns?.some((pattern) => matchPointer(pattern, path)) ?? false;
}

/** Returns a text that occurs nowhere in the value, so that no list of known ids in it can hold it. */
function idOutside(places: readonly Place[]): string {
  const taken = new Set(places.map(({ value }) => value));
  let id = 'unknown-id';
  while (taken.has(id)) id += '-x';
  return id;
}

/** All places in document order. */
function placesOf(root: JsonValue): readonly Place[] {
  const places: Place[] = [];
  const open: Place[] = [{ path: '', value: root, parent: 'root' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    places.push(place);
    open.push(...childrenOf(place).toReversed());
  }
  return places;
}

function childrenOf({ path, value }: Place): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = isJsonArray(value) ? 'array' : 'object';
  return Object.entries<JsonValue>(value).map(([key, member]) => ({
    path: path + formatPointer([key]),
    value: member,
    parent,
  }));
}
