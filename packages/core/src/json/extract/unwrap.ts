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
  /** Repairs inside decoded strings; their offsets mean nothing in the raw text. */
  readonly repairs: readonly Repair[];
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
    repairs: [],
  };
  if (!settings.unwrap || !(settings.keys || settings.accept)) return outer;
  const least = settings.keys ? settings.keys.size / 2 : 0;
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
  if (typeof value === 'string') {
    const child = openString(parent, value, settings);
    if (child) yield child;
  } else if (isJsonArray(value)) {
    const [only] = value;
    if (value.length === 1 && only !== undefined) yield* openMember(parent, 0, only, settings);
  } else if (isJsonObject(value) && !isJsonSchema(value)) {
    for (const [key, member] of Object.entries(value))
      yield* openMember(parent, key, member, settings);
  }
}

function* openMember(
  parent: Nested,
  key: string | number,
  value: JsonValue,
  settings: Settings,
): Generator<Nested> {
  const worthwhile =
    typeof value === 'string'
      ? mayHoldJson.test(value)
      : typeof value === 'object' && value !== null;
  if (!worthwhile) return;
  yield {
    ...parent,
    value,
    score: scoreOf(value, settings),
    openings: [...parent.openings, { kind: 'unwrapped', depth: parent.path.length }],
    path: parent.decoded ? parent.path : [...parent.path, key],
  };
}

function openString(parent: Nested, text: string, settings: Settings): Nested | undefined {
  const held = parseHeld(text, settings);
  if (!held) return undefined;
  return {
    ...parent,
    value: held.value,
    score: scoreOf(held.value, settings),
    openings: [...parent.openings, { kind: 'string-decoded', depth: parent.path.length }],
    decoded: true,
    complete: parent.complete && held.complete,
    repairs: [...parent.repairs, ...held.repairs],
  };
}

interface Held {
  readonly value: JsonValue;
  readonly complete: boolean;
  readonly repairs: readonly Repair[];
}

/** The JSON a string holds: exact if it parses, else the last candidate in it. */
function parseHeld(text: string, settings: Settings): Held | undefined {
  const exact = parseExactly(text);
  if (exact !== undefined) return { value: exact, complete: true, repairs: [] };
  const { candidates } = findCandidates(text, {
    rootKeys: settings.keys,
    maxCandidates: settings.maxCandidates,
    decode: true,
  });
  const last = candidates.at(-1);
  if (!last) return undefined;
  const { value, complete, repairs, surroundings } = last;
  return { value, complete, repairs: [...surroundings, ...repairs] };
}
