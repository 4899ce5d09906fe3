import type { JsonValue } from '@kanmon/core';

/** Narrows to a list; `Array.isArray` alone loses the element type of a read-only one. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
