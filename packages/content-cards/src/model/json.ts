export type { JsonObject, JsonPointer, JsonValue } from '@kanmon/core';

export { isRecord } from '@kanmon/core/kit';

/** Narrows to a list without trusting its elements. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns the value if it is a list, else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** Returns the value if it is a text, else the fallback. */
export function textOf(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}
