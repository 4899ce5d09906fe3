import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { toArrayIndex } from '../pointer.ts';
import type { PatchProblemCode } from './types.ts';

/** The member or element that a token names, by own property; undefined when there is none. */
export function memberOf(parent: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(parent)) {
    const index = toArrayIndex(token);
    return index === null ? undefined : parent[index];
  }
  return isJsonObject(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined;
}

/** Why `memberOf` found nothing. `-` has the form of an index; it is only never that of an element. */
export function whyMissing(parent: JsonValue, token: string): PatchProblemCode {
  if (!isJsonArray(parent)) return 'path-not-found';
  return token === '-' || toArrayIndex(token) !== null ? 'index-out-of-range' : 'invalid-pointer';
}

/** True for what can have members. */
export function isContainer(value: JsonValue): value is JsonArray | JsonObject {
  return typeof value === 'object' && value !== null;
}
