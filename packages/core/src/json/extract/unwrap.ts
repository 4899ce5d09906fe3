import { isJsonArray, isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import { countKeys } from './candidates.ts';
import { removeDecorations } from './decoration.ts';
import { isJsonSchema } from './no-answer.ts';
import { findCandidates } from './regions.ts';
import type { Repair, Settings } from './types.ts';

/** Most envelopes, arrays and strings that are opened inside each other. */
const mostLevels = 4;
/** The score of an empty list where a list is wanted. One key of an element scores 1. */
const emptyListScore = 0.5;
const mayHoldJson = /^\s*(?:[{["｛［<]|```|~~~)/;

/** A value inside a candidate. */
export interface Nested {
  readonly value: JsonValue;
  readonly score: number;
  /** The value around this one, and the key in it; undefined for the candidate itself. */
  readonly parent: Nested | undefined;
  readonly key: string | number;
  /** The JSON of the string that holds the value. Its offsets are not those of the raw text. */
  readonly held: Held | undefined;
}

/** The JSON in a string. */
interface Held {
  readonly value: JsonValue;
  readonly complete: boolean;
  readonly repairs: readonly Repair[];
}

/**
 * Returns the best value inside `root`, or `root` itself. It opens envelopes, one-element arrays and
 * strings that contain JSON, level by level. A nested value must score higher than the value around it.
 */
export function unwrap(root: JsonValue, settings: Settings): Nested {
  const score = scoreOf(root, settings);
  let best: Nested = { value: root, score, parent: undefined, key: '', held: undefined };
  // No value inside an envelope can score higher than one with all keys.
  const isBest = !settings.accept && (!settings.keys || score === settings.keys.length);
  if (!settings.unwrap || isBest) return best;
  const least = settings.keys ? settings.keys.length / 2 : 0;
  let level: readonly Nested[] = [best];
  for (let depth = 0; depth < mostLevels; depth += 1) {
    level = level.flatMap((parent) => openValue(parent, settings));
    let bestOfLevel: Nested | undefined;
    for (const child of level)
      if (child.score >= (bestOfLevel?.score ?? least)) bestOfLevel = child;
    if (bestOfLevel && bestOfLevel.score > best.score) best = bestOfLevel;
  }
  return best;
}

/** Returns the objects and arrays directly in a value, also those in its strings. */
function openValue(parent: Nested, settings: Settings): readonly Nested[] {
  const { value: around } = parent;
  const isList = isJsonArray(around) && around.length === 1;
  const members = isList || (isJsonObject(around) && !isJsonSchema(around)) ? around : [];
  return Object.entries(members).flatMap(([key, member]) => {
    const held = typeof member === 'string' ? parseHeld(member, settings) : undefined;
    const value = held ? held.value : member;
    if (typeof value !== 'object' || value === null) return [];
    return [{ value, score: scoreOf(value, settings), parent, key, held }];
  });
}

/** Returns the last candidate in a string. */
function parseHeld(text: string, settings: Settings): Held | undefined {
  if (!mayHoldJson.test(text)) return undefined;
  const plain = removeDecorations(text, true);
  const last = findCandidates(plain.text, settings).candidates.at(-1);
  return last && { ...last, repairs: [...plain.repairs, ...last.surroundings, ...last.repairs] };
}

/** Returns the values around a nested value and the value, the candidate first. */
export function chainOf(nested: Nested): readonly Nested[] {
  return nested.parent ? [...chainOf(nested.parent), nested] : [nested];
}

/** Scores how well a value fits the options; 0 refuses it. Without keys and `accept` all containers fit. */
export function scoreOf(value: JsonValue, settings: Settings): number {
  const { keys, accept, guided, root } = settings;
  const fits = isJsonObject(value) ? root !== 'array' : isJsonArray(value) && root !== 'object';
  if (!fits) return 0;
  if (isJsonObject(value) && isJsonSchema(value) && !keys?.includes('properties')) return 0;
  if (!guided) return 1;
  if (accept) return judge(accept, value);
  // An empty list is an answer where no other list is.
  if (root === 'array' && isJsonArray(value) && value.length === 0) return emptyListScore;
  // The first object of a wanted list shows what its elements are.
  const first = isJsonArray(value) && root === 'array' ? value.find(isJsonObject) : value;
  return countKeys(first, keys);
}

/** Returns the score of the caller, or 0 when `accept` throws or returns no positive number. */
function judge(accept: (value: JsonValue) => number, value: JsonValue): number {
  try {
    const score = accept(value);
    return typeof score === 'number' && score > 0 ? score : 0;
  } catch {
    return 0;
  }
}
