import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonPointer,
  type JsonValue,
} from '../vocabulary/json-value.ts';

/** RFC 6901 section 4: no leading zeros. */
const arrayIndex = /^(?:0|[1-9][0-9]*)$/;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const brokenEscape = /~(?![01])/;

/** Result of a lookup; a member that holds `null` is found. */
export type PointerLookup =
  | { readonly found: true; readonly value: JsonValue }
  | { readonly found: false };

/** The index that a reference token names in an array, or null when it names none. */
export function toArrayIndex(token: string): number | null {
  return arrayIndex.test(token) ? Number(token) : null;
}

/** True when `pointer` has the form that RFC 6901 asks for. */
export function isPointer(pointer: unknown): pointer is JsonPointer {
  return (
    typeof pointer === 'string' &&
    (pointer === '' || pointer.startsWith('/')) &&
    !brokenEscape.test(pointer)
  );
}

/** Splits an RFC 6901 pointer into its unescaped tokens; throws `InvalidArgumentError` on a bad form. */
export function parsePointer(pointer: JsonPointer): readonly string[] {
  if (!isPointer(pointer)) {
    throw new InvalidArgumentError(
      `expected a JSON Pointer ('' or '/a/b', with ~0 for ~ and ~1 for /), got ${JSON.stringify(pointer)}`,
    );
  }
  if (pointer === '') return [];
  return pointer.slice(1).split('/').map(unescapeToken);
}

/** Joins tokens into an RFC 6901 pointer. */
export function formatPointer(tokens: readonly (string | number)[]): JsonPointer {
  return tokens.map((token) => `/${escapeToken(String(token))}`).join('');
}

/** The value at `pointer`, by own properties only. `-` names no element and is never found. */
export function getPointer(value: JsonValue, pointer: JsonPointer): PointerLookup {
  let current: JsonValue = value;
  for (const token of parsePointer(pointer)) {
    const next = childOf(current, token);
    if (next === undefined) return { found: false };
    current = next;
  }
  return { found: true, value: current };
}

/** The pointer as people write places: `/options/0/next_action` becomes `options[0].next_action`. */
export function toDotPath(pointer: JsonPointer): string {
  let path = '';
  for (const token of parsePointer(pointer)) {
    if (toArrayIndex(token) !== null) path += `[${token}]`;
    else if (identifier.test(token)) path += path === '' ? token : `.${token}`;
    else path += `[${JSON.stringify(token)}]`;
  }
  return path;
}

/**
 * True when `pointer` fits `pattern`: `*` stands for one token, a final `**` for a place and all
 * below it. Linear in the length of the pointer.
 */
export function matchPointer(pattern: string, pointer: JsonPointer): boolean {
  const wanted = parsePointer(pattern);
  const given = parsePointer(pointer);
  const deep = wanted.at(-1) === '**';
  const fixed = deep ? wanted.slice(0, -1) : wanted;
  if (deep ? given.length < fixed.length : given.length !== fixed.length) return false;
  return fixed.every((token, index) => token === '*' || token === given[index]);
}

function childOf(parent: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(parent)) {
    const index = toArrayIndex(token);
    return index === null ? undefined : parent[index];
  }
  return isJsonObject(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined;
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}
