import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { runSchema } from './run-schema.ts';
import { listOf, typesOf } from './schema-places.ts';
import type { StandardSchemaV1 } from './standard-schema.ts';

/** Recursive schemas have no end; the refinements that matter are near the top. */
const maxDepth = 8;
const maxItems = 8;
const maxText = 256;

/** A text of each format that transforms are usually written for. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2000-01-01T00:00:00Z',
  date: '2000-01-01',
  time: '00:00:00',
  duration: 'P1D',
  email: 'a@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * A small value that a JSON Schema describes, every optional member included. It need not be valid:
 * patterns and references are not followed.
 */
export function sampleValue(schema: JsonValue | undefined, depth = 0): JsonValue {
  if (!isJsonObject(schema) || depth > maxDepth) return null;
  if (schema['const'] !== undefined) return schema['const'];
  for (const choice of ['enum', 'anyOf', 'oneOf', 'allOf']) {
    const [first] = listOf(schema[choice]);
    if (first !== undefined) return choice === 'enum' ? first : sampleValue(first, depth + 1);
  }
  const [type] = typesOf(schema);
  if (type === 'object') return sampleObject(schema, depth);
  if (type === 'array') return sampleArray(schema, depth);
  if (type === 'string') {
    const { format } = schema;
    if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format] ?? '';
    return 'a'.repeat(Math.min(numberOf(schema['minLength']) ?? 1, maxText));
  }
  if (type === 'boolean') return true;
  if (type !== 'number' && type !== 'integer') return null;
  return numberOf(schema['minimum']) ?? numberOf(schema['maximum']) ?? 1;
}

function sampleObject(schema: JsonSchema, depth: number): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [key, sampleValue(member, depth + 1)]),
  );
}

function sampleArray(schema: JsonSchema, depth: number): readonly JsonValue[] {
  const tuple = listOf(schema['prefixItems']);
  if (tuple.length > 0) return tuple.map((element) => sampleValue(element, depth + 1));
  const length = Math.max(1, Math.min(numberOf(schema['minItems']) ?? 1, maxItems));
  return Array.from({ length }, () => sampleValue(schema['items'], depth + 1));
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/**
 * Throws `GateDefinitionError` for an asynchronous schema, before a model is paid for an answer that
 * could never be judged. Standard Schema has no flag for it: it shows only when a value gets as far
 * as the asynchronous part, so a sample made from the JSON Schema is sent through. What no sample
 * reaches is found when a value first does.
 */
export function probeSchema(schema: StandardSchemaV1, jsonSchema: JsonSchema | undefined): void {
  runSchema(schema, sampleValue(jsonSchema));
}
