/** Any value that JSON can carry. Numbers have double precision (IEEE 754). */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;

/** A JSON array; read-only, as every value that crosses a border of ours. */
export type JsonArray = readonly JsonValue[];

/** A JSON object, its members looked up by their own keys. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** An RFC 6901 pointer: `''` is the root, `/options/0/label` a member below it. */
export type JsonPointer = string;

/** A JSON Schema document, draft 2020-12 unless its `$schema` names another. */
export type JsonSchema = JsonObject;

/** Narrows to an array; `Array.isArray` alone loses the element type of a read-only array. */
export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** Narrows to an object that is no array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
