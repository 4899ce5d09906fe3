import { isJsonArray, isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import { parseExactly } from '../parse-json.ts';
import { type NoValue, parseContainer, type ParsedContainer, type ParseOptions } from './parser.ts';
import type { SourceText } from './text.ts';
import { note, type Repair } from './types.ts';

/** Most attempts in one text. Each attempt may read all of the text before it fails. */
const mostTries = 3;

/** Reads the value at an opening bracket if it is valid JSON. Returns null for the parser to try. */
type ExactReader = (at: number) => ParsedContainer | null;

/**
 * Creates the fast reader for clean JSON in prose, a fence or a wrapper: it reads from a bracket to the
 * last bracket of the text. `JSON.parse` takes a tenth of the time of the tolerant parser.
 */
export function createExactReader(raw: string, maxDepth: number): ExactReader {
  const end = Math.max(raw.lastIndexOf('}'), raw.lastIndexOf(']')) + 1;
  // A comma after the last bracket shows that the text is truncated.
  let tries = /^\s{0,20},/.test(raw.slice(end, end + 21)) ? mostTries : 0;
  return (at) => {
    if (tries >= mostTries) return null;
    tries += 1;
    const text = raw.slice(at, end);
    if (!['{}', '[]'].includes(text.charAt(0) + text.charAt(text.length - 1))) return null;
    const repairs: Repair[] = [];
    const value = parseExactly(text) ?? parseLines(text, at, repairs);
    return value === undefined ? null : describe(value, at, end, maxDepth, repairs);
  };
}

/** A trailing comma at the end of a line, which is in no string of valid JSON. */
const lineComma = /,(?=[ \t\r]*\n\s*[}\]])/g;

/** Parses JSON with such commas, in a third of the time of the tolerant parser, where the first one comes soon. */
function parseLines(text: string, start: number, log: Repair[]): JsonValue | undefined {
  if (text.slice(0, 2000).search(lineComma) < 0) return undefined;
  return parseExactly(
    text.replace(lineComma, (_, at: number) => {
      note(log, 'trailing-comma', start + at);
      return '';
    }),
  );
}

function describe(
  value: JsonValue,
  start: number,
  end: number,
  maxDepth: number,
  repairs: readonly Repair[],
): ParsedContainer {
  return {
    value,
    start,
    end,
    complete: true,
    repairs,
    deepest: end - start > 2 * maxDepth && isDeeperThan(value, maxDepth) ? Infinity : 0,
    members: Object.keys(value ?? {}).length,
    ellipses: 0,
    bare: false,
    trace: [],
  };
}

/**
 * Reads a value, and once more where another reading may be right: with the escapes of JSON where nothing but
 * escapes was repaired, or closing brackets at the keys of the root where the end is missing.
 */
export function readCandidate(
  source: SourceText,
  start: number,
  { rootKeys, ...options }: ParseOptions = {},
): ParsedContainer | NoValue {
  const parsed = parseContainer(source, start, options);
  if ('resume' in parsed) return parsed;
  const kinds = new Set(parsed.repairs.map(({ kind }) => kind));
  kinds.delete('truncated');
  const plainEscapes = kinds.size === 1 && kinds.has('invalid-escape');
  const isClosed = parsed.complete && !kinds.has('bracket-missing');
  const hasRoot =
    !isClosed &&
    rootKeys?.every((key) => isNamed(key, parsed.value, source, start)) === true &&
    !holdsRoot(parsed.value, rootKeys);
  if (!plainEscapes && !hasRoot) return parsed;
  const again = parseContainer(source, start, {
    ...options,
    ...(plainEscapes ? { plainEscapes } : { rootKeys }),
  });
  const isBetter =
    'value' in again &&
    (plainEscapes
      ? again.repairs.every(({ kind }) => kind === 'truncated')
      : again.complete && countKeys(again.value, rootKeys) === rootKeys?.length);
  return isBetter ? again : parsed;
}

/** Returns false for a key that neither the value nor the rest of the text has. */
function isNamed(key: string, value: JsonValue, source: SourceText, start: number): boolean {
  return (
    (isJsonObject(value) && Object.hasOwn(value, key)) ||
    source.find(key, start) < source.text.length
  );
}

/** True when a container in the value has all the keys: the value is an envelope. */
function holdsRoot(value: JsonValue, rootKeys: readonly string[]): boolean {
  const inside: JsonValue[] = [];
  addContainers(inside, value);
  return inside.some((member) => countKeys(member, rootKeys) === rootKeys.length);
}

/** Returns the number of the keys that an object has. */
export function countKeys(value: JsonValue | undefined, keys: readonly string[] = []): number {
  return isJsonObject(value) ? keys.filter((key) => Object.hasOwn(value, key)).length : 0;
}

/** True when containers nest deeper than `limit`. Reads level by level, so depth needs no call stack. */
export function isDeeperThan(value: JsonValue, limit: number): boolean {
  const containers: JsonValue[] = [value];
  let levelEnd = 1;
  let depth = 1;
  for (let index = 0; index < containers.length; index += 1) {
    if (index === levelEnd) {
      levelEnd = containers.length;
      depth += 1;
    }
    if (depth > limit) return true;
    addContainers(containers, containers[index]);
  }
  return false;
}

/** Appends the objects and arrays directly inside `value`. */
export function addContainers(containers: JsonValue[], value: JsonValue | undefined): void {
  if (isJsonArray(value)) {
    for (const child of value)
      if (typeof child === 'object' && child !== null) containers.push(child);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const child = value[key];
      if (typeof child === 'object' && child !== null) containers.push(child);
    }
  }
}
