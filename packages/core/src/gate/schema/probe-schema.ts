import type { StandardSchemaV1 } from './standard-schema.ts';
import { runSchema } from './run-schema.ts';

/**
 * Throws `GateDefinitionError` if a schema shows at once that it is asynchronous. One that turns
 * asynchronous only deep inside a matching value is found when such a value first comes.
 */
export function probeSchema(schema: StandardSchemaV1): void {
  runSchema(schema, null);
}
