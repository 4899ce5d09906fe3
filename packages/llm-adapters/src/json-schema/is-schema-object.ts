import type { JsonSchema, JsonValue } from '@kanmon/core';

/** True for a schema that is written as an object; `true` and `false` are schemas too. */
export function isSchemaObject(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
