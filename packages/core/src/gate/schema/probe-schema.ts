import type { JsonSchema } from '../../vocabulary/json-value.ts';
import { runSchema } from './run-schema.ts';
import { sampleValue } from './sample-value.ts';
import type { StandardSchemaV1 } from './standard-schema.ts';

/**
 * Throws `GateDefinitionError` for an asynchronous schema, before a model is paid for an answer that
 * could never be judged. Standard Schema has no flag for it: it shows only when a value gets as far
 * as the asynchronous part, so a sample made from the JSON Schema is sent through. What no sample
 * reaches is found when a value first does.
 */
export function probeSchema(schema: StandardSchemaV1, jsonSchema: JsonSchema | undefined): void {
  runSchema(schema, sampleValue(jsonSchema));
}
