import { parseJson } from '../../json/parse-json.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../vocabulary/json-value.ts';
import type { StandardJsonSchemaSource, StandardSchemaV1 } from './standard-schema.ts';

/**
 * The JSON Schema of what a schema takes in, if it offers one through Standard JSON Schema. A schema
 * that JSON Schema cannot express (the library throws) has none: requests then go without.
 */
export function jsonSchemaOf(schema: StandardSchemaV1): JsonSchema | undefined {
  const source: unknown = Reflect.get(schema['~standard'], 'jsonSchema');
  if (!isJsonSchemaSource(source)) return undefined;
  try {
    const made: JsonValue = parseJson(JSON.stringify(source.input({ target: 'draft-2020-12' })));
    return isJsonObject(made) ? made : undefined;
  } catch {
    return undefined;
  }
}

function isJsonSchemaSource(source: unknown): source is StandardJsonSchemaSource {
  return (
    typeof source === 'object' &&
    source !== null &&
    typeof Reflect.get(source, 'input') === 'function'
  );
}
