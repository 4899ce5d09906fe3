import { GateDefinitionError } from '../../errors/gate-definition-error.ts';
import type { Logger } from '../../ports/logger.ts';
import type { GateDefinition } from '../gate-definition.ts';
import { isScalar } from '../schema/schema-places.ts';

/** Definitions whose missing JSON Schema was reported: once is enough. */
const warned = new WeakSet<object>();

/**
 * Throws `GateDefinitionError` for the schema of a bare text or number: values are found in a text as objects and
 * arrays, so no answer would ever be read.
 */
export function checkContainer({
  name,
  jsonSchema,
}: Pick<GateDefinition<unknown, never>, 'name' | 'jsonSchema'>): void {
  if (jsonSchema === undefined || !isScalar(jsonSchema)) return;
  throw new GateDefinitionError(
    `expected an object or an array as the schema of gate "${name}", got ${JSON.stringify(jsonSchema['type'])}; an answer holds a value between brackets, so wrap it: z.object({ value: ... })`,
  );
}

/**
 * Checks, before a model is paid, that an answer to this gate is possible. A gate without a JSON Schema works, but the
 * model does not learn the shape: one warning.
 */
export function checkAnswerable(
  definition: Pick<GateDefinition<unknown, never>, 'name' | 'schema' | 'jsonSchema'>,
  logger: Logger,
): void {
  const { name, schema, jsonSchema } = definition;
  checkContainer(definition);
  if (jsonSchema !== undefined || warned.has(definition)) return;
  warned.add(definition);
  const { vendor } = schema['~standard'];
  logger.warn(
    `gate "${name}" sends no JSON Schema, so the model is not told the shape of the answer: the schema (${vendor}) offers none. Pass \`jsonSchema\` to defineGate${hintFor(vendor)}`,
  );
}

function hintFor(vendor: string): string {
  if (vendor === 'valibot') return ': toJsonSchema(schema) of @valibot/to-json-schema';
  return vendor === 'zod' ? ', or use zod 4.2 or later' : '';
}
