export type { JsonObject, JsonPointer, JsonValue } from '@kanmon/core';

export { isRecord } from '@kanmon/core/kit';

/** Narrows to a list without trusting its elements. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A list, or nothing of what is none. */
export function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** A text, or the fallback for what is none. */
export function textOf(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}
