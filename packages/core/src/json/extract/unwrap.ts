import { isJsonArray, isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import { parseExactly } from './parse-exactly.ts';
import { findCandidates } from './regions.ts';
import { scoreOf } from './scoring.ts';
import type { Settings } from './settings.ts';
import type { Repair } from './types.ts';
import { isJsonSchema } from './value-shape.ts';

/** Most envelopes, arrays and strings that are opened, one inside the other. */
const mostLevels = 4;
const mayHoldJson = /^[\s\ufeff]*(?:[{["｛［<]|```|~~~)/;

/** One thing that was opened; `depth` is the number of path tokens that lead to it. */
interface Opening {
  readonly kind: 'unwrapped' | 'string-decoded';
  readonly depth: number;
}

/** A value inside a candidate, and how to get to it. */
export interface Nested {
  readonly value: JsonValue;
  readonly score: number;
  readonly openings: readonly Opening[];
  /** Keys and indices from the candidate to the value, or to the string that holds it. */
  readonly path: readonly (string | number)[];
  /** A string was decoded on the way: places are those of the string from there on. */
  readonly decoded: boolean;
  readonly complete: boolean;
  /** The value around this one; undefined for the candidate itself. */
  readonly parent: Nested | undefined;
  /** Repairs inside the string that held this value; their offsets mean nothing in the raw text. */
  readonly repairs: readonly Repair[];
}

/**
 * Returns the repairs inside all decoded strings on the way to a value. They are joined for the chosen
 * value only: joined for each member of a parent, they would cost the square of the length.
 */
export function repairsInStrings(nested: Nested): readonly Repair[] {
  const { parent, repairs } = nested;
  return parent ? [...repairsInStrings(parent), ...repairs] : repairs;
}

/**
 * The best value inside `root`, which may be `root` itself: envelopes, one-element arrays and strings
 * that hold JSON are opened, level by level. A nested value must score higher than what it is in.
 */
export function unwrap(root: JsonValue, settings: Settings): Nested {
  const outer: Nested = {
    value: root,
    score: scoreOf(root, settings),
    openings: [],
    path: [],
    decoded: false,
    complete: true,
    parent: undefined,
    repairs: [],
  };
  if (!settings.unwrap || !(settings.keys || settings.accept)) return outer;
  const least = settings.keys ? settings.keys.length / 2 : 0;
  let best = outer;
  let level: readonly Nested[] = [outer];
  for (let depth = 0; depth < mostLevels; depth += 1) {
    const next: Nested[] = [];
    let bestOfLevel: Nested | undefined;
    for (const parent of level) {
      for (const child of openValue(parent, settings)) {
        next.push(child);
        if (child.score >= (bestOfLevel?.score ?? least)) bestOfLevel = child;
      }
    }
    if (bestOfLevel && bestOfLevel.score > best.score) best = bestOfLevel;
    level = next;
  }
  return best;
}

function* openValue(parent: Nested, settings: Settings): Generator<Nested> {
  const { value } = parent;
  if (isJsonArray(value)) {
    if (value.length === 1) yield* openMember(parent, 0, value[0], settings);
  } else if (isJsonObject(value) && !isJsonSchema(value)) {
    for (const key in value) yield* openMember(parent, key, value[key], settings);
  }
}

function* openMember(
  parent: Nested,
  key: string | number,
  member: JsonValue | undefined,
  settings: Settings,
): Generator<Nested> {
  const held = typeof member === 'string' ? parseHeld(member, settings) : undefined;
  const value = held ? held.value : member;
  if (typeof value !== 'object' || value === null) return;
  const path = parent.decoded ? parent.path : [...parent.path, key];
  const openings: Opening[] = [
    ...parent.openings,
    { kind: 'unwrapped', depth: parent.path.length },
  ];
  if (held) openings.push({ kind: 'string-decoded', depth: path.length });
  yield {
    value,
    score: scoreOf(value, settings),
    openings,
    path,
    decoded: parent.decoded || held !== undefined,
    complete: parent.complete && (held?.complete ?? true),
    parent,
    repairs: held?.repairs ?? [],
  };
}

interface Held {
  readonly value: JsonValue;
  readonly complete: boolean;
  readonly repairs: readonly Repair[];
}

/** The JSON a string holds: exact if it parses, else the last candidate in it. */
function parseHeld(text: string, settings: Settings): Held | undefined {
  if (!mayHoldJson.test(text)) return undefined;
  const exact = parseExactly(text);
  if (exact !== undefined) return { value: exact, complete: true, repairs: [] };
  const { candidates } = findCandidates(text, {
    rootKeys: settings.keys,
    maxCandidates: settings.maxCandidates,
    maxDepth: settings.maxDepth,
    decode: true,
  });
  const last = candidates.at(-1);
  if (!last) return undefined;
  const { value, complete, repairs, surroundings } = last;
  return { value, complete, repairs: [...surroundings, ...repairs] };
}
