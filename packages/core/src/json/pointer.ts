import { checkArgument } from '../vocabulary/check-argument.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonPointer,
  type JsonValue,
} from '../vocabulary/json-value.ts';

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const brokenEscape = /~(?![01])/;

/** Result of a lookup; a member that holds `null` is found. */
export type PointerLookup =
  | { readonly found: true; readonly value: JsonValue }
  | { readonly found: false };

const zero = 48;

/** The index that a token names in an array (RFC 6901 section 4: no leading zeros), or null. */
export function toArrayIndex(token: string): number | null {
  if (token === '' || (token.length > 1 && token.charCodeAt(0) === zero)) return null;
  let index = 0;
  for (let position = 0; position < token.length; position += 1) {
    const digit = token.charCodeAt(position) - zero;
    if (digit < 0 || digit > 9) return null;
    index = index * 10 + digit;
  }
  return index;
}

/** True when `pointer` has the form that RFC 6901 asks for. */
export function isPointer(pointer: unknown): pointer is JsonPointer {
  return (
    typeof pointer === 'string' &&
    (pointer === '' || pointer.startsWith('/')) &&
    !(pointer.includes('~') && brokenEscape.test(pointer))
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
  const tokens = pointer.slice(1).split('/');
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens;
}

/** Joins tokens into an RFC 6901 pointer. */
export function formatPointer(tokens: readonly (string | number)[]): JsonPointer {
  checkArgument('tokens of formatPointer', 'a list', tokens);
  return tokens.map((token) => `/${escapeToken(String(token))}`).join('');
}

/** The value at `pointer`, by own properties only. `-` names no element and is never found. */
export function getPointer(value: JsonValue, pointer: JsonPointer): PointerLookup {
  let current: JsonValue = value;
  for (const token of parsePointer(pointer)) {
    const next = memberOf(current, token);
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
 * True when `pointer` fits `pattern`: `*` matches one token, a final `**` a place and all
 * below it. Linear in the length of the pointer.
 */
export function matchPointer(pattern: string, pointer: JsonPointer): boolean {
  return matchTokens(parsePattern(pattern), parsePointer(pointer));
}

/** A parsed `matchPointer` pattern. */
export interface PointerPattern {
  readonly tokens: readonly string[];
  /** The pattern ended in `**`. */
  readonly isDeep: boolean;
}

/** Parses a `matchPointer` pattern. */
export function parsePattern(pattern: string): PointerPattern {
  const tokens = parsePointer(pattern);
  const isDeep = tokens.at(-1) === '**';
  return { tokens: isDeep ? tokens.slice(0, -1) : tokens, isDeep };
}

/** `matchPointer` for what is parsed already. */
export function matchTokens({ tokens, isDeep }: PointerPattern, place: readonly string[]): boolean {
  if (isDeep ? place.length < tokens.length : place.length !== tokens.length) return false;
  return tokens.every((token, index) => token === '*' || token === place[index]);
}

/** Returns the member or element that a token names, by own property, or undefined. */
export function memberOf(parent: JsonValue, token: string): JsonValue | undefined {
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
