import { isJsonArray, isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import { parseExactly } from '../parse-json.ts';
import { type NoValue, parseContainer, type ParsedContainer, type ParseOptions } from './parser.ts';
import { createSourceText, type DecodedText, findLast, type SourceText } from './text.ts';
import { note, type Repair, type RepairKind } from './types.ts';

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
    const isBracketed = ['{}', '[]'].includes(text.charAt(0) + text.charAt(text.length - 1));
    const value = isBracketed ? parseExactly(text) : undefined;
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
    deepest: end - start > 2 * maxDepth && isDeeperThan(value, maxDepth) ? Infinity : 0,
    members: isJsonArray(value) ? value.length : Object.keys(value ?? {}).length,
    ellipses: 0,
    bare: false,
    trace: [],
  };
}

interface CandidateOptions extends ParseOptions {
  /** Decode JSON that is escaped as if it were in a string. */
  readonly decode: boolean;
}

/** Reads the value at the opening bracket at `start`. */
export function readCandidate(
  source: SourceText,
  start: number,
  options: CandidateOptions,
): ParsedContainer | NoValue {
  const head = source.text.slice(start, start + longestStart);
  const encoding = encodings.find(
    ({ kind, begins }) => begins.test(head) && (options.decode || kind === 'html-entities'),
  );
  return encoding
    ? readDecoded(decode(source, start, encoding), start, encoding.kind, options)
    : parseBest(source, start, options);
}

/**
 * Reads a value, and once more where another reading may be right: with the escapes of JSON where nothing but
 * escapes was repaired, or closing brackets at the keys of the root where the end is missing.
 */
function parseBest(
  source: SourceText,
  start: number,
  { rootKeys, ...options }: CandidateOptions,
): ParsedContainer | NoValue {
  const parsed = parseContainer(source, start, options);
  if ('resume' in parsed) return parsed;
  const kinds = new Set(parsed.repairs.map(({ kind }) => kind));
  kinds.delete('truncated');
  const plainEscapes = kinds.size === 1 && kinds.has('invalid-escape');
  const isClosed = parsed.complete && !kinds.has('bracket-missing');
  const hasRoot =
    !isClosed && rootKeys?.every((key) => isNamed(key, parsed.value, source.text, start));
  if (!plainEscapes && !hasRoot) return parsed;
  const again = parseContainer(source, start, {
    ...options,
    ...(plainEscapes ? { plainEscapes } : { rootKeys }),
  });
  if ('resume' in again) return parsed;
  const isBetter = plainEscapes
    ? again.repairs.every(({ kind }) => kind === 'truncated')
    : again.complete && countKeys(again.value, rootKeys) === rootKeys?.length;
  return isBetter ? again : parsed;
}

/** Returns false for a key that neither the value nor the rest of the text has. */
function isNamed(key: string, value: JsonValue, text: string, start: number): boolean {
  return (isJsonObject(value) && Object.hasOwn(value, key)) || text.includes(key, start);
}

/** Returns the number of the keys that an object has. */
export function countKeys(value: JsonValue | undefined, keys: readonly string[] = []): number {
  return isJsonObject(value) ? keys.filter((key) => Object.hasOwn(value, key)).length : 0;
}

function readDecoded(
  { source, toDecoded, toOriginal }: DecodedText,
  start: number,
  kind: RepairKind,
  options: CandidateOptions,
): ParsedContainer | NoValue {
  // One level only: text that is still escaped after decoding is not a candidate.
  const parsed = readCandidate(source, toDecoded(start), { ...options, decode: false });
  if ('resume' in parsed) return { ...parsed, resume: toOriginal(source.text.length) };
  const repairs: Repair[] = [];
  note(repairs, kind, start);
  for (const repair of parsed.repairs) repairs.push({ ...repair, at: toOriginal(repair.at) });
  const trace = parsed.trace.map((entry) => ({
    ...entry,
    start: toOriginal(entry.start),
    end: toOriginal(entry.end),
  }));
  return { ...parsed, start, end: toOriginal(parsed.end), repairs, trace };
}

const longestStart = 200;
const entityTexts: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** A way in which all of a value is written. */
interface Encoding {
  readonly kind: RepairKind;
  /** The start of such a value. The lengths are limited, because a chain of brackets is read from each bracket. */
  readonly begins: RegExp;
  /** The character after the text that is written in this way. */
  readonly end: RegExp;
  readonly escape: RegExp;
  readonly decode: (written: string) => string;
}

const encodings: readonly Encoding[] = [
  {
    kind: 'string-decoded',
    begins: /^(?:[{[\s]|\\[nrt]){1,64}\\{1,8}"/,
    end: /(?<!\\)"/g,
    escape: /\\(?:u[\da-f]{4}|[^])/gi,
    decode: (written) => {
      const decoded = parseExactly(`"${written}"`);
      return typeof decoded === 'string' ? decoded : written;
    },
  },
  {
    kind: 'html-entities',
    begins: /^(?:[{[\s]|&nbsp;|<br ?\/?>){1,64}&(?:quot|apos|#34|#39|#x22|#x27);/i,
    end: /$/g,
    escape: /&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,6}|#x[\da-f]{1,5});/gi,
    decode: (written) => {
      const name = written.slice(1, -1).toLowerCase();
      if (!name.startsWith('#')) return entityTexts[name] ?? written;
      const code = Number(name.replace('#x', '0x').replace('#', ''));
      return code <= 0x10ffff ? String.fromCodePoint(code) : written;
    },
  },
];

/**
 * Decodes the text from `start` on. Brackets that follow in the same stretch use the same decoded text: decoding the
 * rest again at each of them would cost the square of the length.
 */
function decode(
  { text, allowance, decoded }: SourceText,
  start: number,
  { kind, end: ends, escape, decode: decodeOne }: Encoding,
): DecodedText {
  const known = decoded.get(kind);
  if (known && start >= known.start && start < known.end) return known;
  ends.lastIndex = start;
  const end = ends.exec(text)?.index ?? text.length;
  const replaced = replaceMatches(text.slice(start, end), start, escape, decodeOne);
  const fresh: DecodedText = {
    start,
    end,
    source: createSourceText(replaced.text, allowance),
    toDecoded: replaced.toReplaced,
    toOriginal: replaced.toOriginal,
  };
  decoded.set(kind, fresh);
  return fresh;
}

interface ReplacedText {
  readonly text: string;
  readonly toReplaced: (index: number) => number;
  readonly toOriginal: (index: number) => number;
}

/** Replaces the matches of `pattern` in a text that begins at `start`, and maps the offsets. */
export function replaceMatches(
  text: string,
  start: number,
  pattern: RegExp,
  replace: (written: string) => string,
): ReplacedText {
  /** Offsets in both texts after each match. */
  const originals = [start];
  const offsets = [0];
  let shift = start;
  const result = text.replace(pattern, (written: string, ...groups: unknown[]) => {
    const at = Number(groups.find((group) => typeof group === 'number'));
    const replacement = replace(written);
    const next = start + at + written.length;
    shift += written.length - replacement.length;
    originals.push(next);
    offsets.push(next - shift);
    return replacement;
  });
  return {
    text: result,
    toReplaced: (index) => move(index, originals, offsets),
    toOriginal: (index) => move(index, offsets, originals),
  };
}

/** Converts an offset from one text to the other, by offsets that are known in both. */
function move(index: number, from: readonly number[], to: readonly number[]): number {
  const place = findLast(from, index);
  return (to[place] ?? 0) + index - (from[place] ?? 0);
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
