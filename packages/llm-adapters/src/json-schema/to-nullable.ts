import type { JsonSchema, JsonValue } from '@kanmon/core';
import { isJsonArray, isJsonObject } from '@kanmon/core/kit';

/** `schema` that also accepts null, in the flattest form: how strict modes spell an optional key. */
export function toNullable(schema: JsonValue): JsonValue {
  return isJsonObject(schema) ? nullableObject(schema) : schema;
}

function nullableObject(schema: JsonSchema): JsonValue {
  const { type, enum: values, anyOf } = schema;
  if (schema['const'] === null || type === 'null') return schema;
  if (schema['const'] !== undefined || schema['$ref'] !== undefined) return eitherNull(schema);
  if (isJsonArray(anyOf)) {
    // Beside an anyOf other keywords would still refuse null.
    if (type !== undefined || values !== undefined) return eitherNull(schema);
    return anyOf.some(acceptsNull) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  }
  if (typeof type !== 'string' && !isJsonArray(type)) {
    return values === undefined ? eitherNull(schema) : { ...schema, enum: withNull(values) };
  }
  const types: readonly JsonValue[] = isJsonArray(type) ? type : [type];
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(values === undefined ? {} : { enum: withNull(values) }),
  };
}

function eitherNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function withNull(values: JsonValue): JsonValue {
  return isJsonArray(values) && !values.includes(null) ? [...values, null] : values;
}

function acceptsNull(branch: JsonValue): boolean {
  return isJsonObject(branch) && branch['type'] === 'null';
}
