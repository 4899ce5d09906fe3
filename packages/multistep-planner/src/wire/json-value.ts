import type { JsonValue } from '@kanmon/core';
import { parseJson } from '@kanmon/core/kit';

/** The JSON form of a value that is known to have one. Undefined members are left out. */
export function toJsonValue(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value) ?? 'null');
}

/** True for what `JSON.parse` returns; it looks no further than the outermost value. */
export function isParsedJson(value: unknown): value is JsonValue {
  return value === null || ['object', 'string', 'number', 'boolean'].includes(typeof value);
}
