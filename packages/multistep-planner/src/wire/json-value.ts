import type { JsonValue } from '@kanmon/core';

/** The JSON form of a value that is known to have one: undefined members drop out. */
export function toJsonValue(value: unknown): JsonValue {
  return parsedJson(JSON.stringify(value) ?? 'null');
}

/** `JSON.parse` of text that is known to be JSON. */
export function parsedJson(text: string): JsonValue {
  const parsed: unknown = JSON.parse(text);
  return isParsedJson(parsed) ? parsed : null;
}

/** True for what `JSON.parse` gives; it looks no further than the outermost value. */
export function isParsedJson(value: unknown): value is JsonValue {
  return value === null || ['object', 'string', 'number', 'boolean'].includes(typeof value);
}

/** An object that is no array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
