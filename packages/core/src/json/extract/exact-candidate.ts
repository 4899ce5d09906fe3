import { isJsonArray, type JsonValue } from '../../vocabulary/json-value.ts';
import type { ParsedContainer } from './parse-container.ts';
import { isBracketed, parseExactly } from './parse-exactly.ts';
import { isDeeperThan } from './value-shape.ts';

/**
 * Most tries in one text. What fails may fail late, so every further try could cost the length of the
 * text once more.
 */
const mostTries = 3;

/** Reads the value at an opening bracket if it is JSON as it stands; null: the parser has to look. */
export type ExactReader = (at: number) => ParsedContainer | null;

/**
 * The cheap path for clean JSON inside prose, a fence or a wrapper: it reaches to the last bracket of
 * the text. `JSON.parse` takes a fraction of what the tolerant parser takes.
 */
export function createExactReader(raw: string, maxDepth: number): ExactReader {
  const end = Math.max(raw.lastIndexOf('}'), raw.lastIndexOf(']')) + 1;
  // After a comma comes the rest of a text that was cut.
  let tries = /^\s{0,20},/.test(raw.slice(end, end + 21)) ? mostTries : 0;
  return (at) => {
    if (tries >= mostTries) return null;
    tries += 1;
    const text = raw.slice(at, end);
    const value = isBracketed(text) ? parseExactly(text) : undefined;
    return value === undefined ? null : describe(value, at, end, maxDepth);
  };
}

function describe(value: JsonValue, start: number, end: number, maxDepth: number): ParsedContainer {
  return {
    value,
    start,
    end,
    complete: true,
    repairs: [],
    deepest: isDeeperThan(value, maxDepth) ? Infinity : 0,
    members: isJsonArray(value) ? value.length : Object.keys(value ?? {}).length,
    metRootKey: false,
    ellipses: 0,
    bare: false,
    trace: [],
  };
}
