import { GateDefinitionError } from '../../errors/gate-definition-error.ts';
import { parseExactly } from '../../json/parse-json.ts';
import { isJsonObject, type JsonSchema } from '../../vocabulary/json-value.ts';
import type { StandardJsonSchemaSource, StandardSchemaV1 } from './standard-schema.ts';

/**
 * Returns the JSON Schema of what a schema takes in, if it offers one through Standard JSON Schema.
 * Undefined when the library offers none or cannot express the schema.
 *
 * @throws {GateDefinitionError} For a zod schema that takes or returns a type JSON does not have.
 */
export function jsonSchemaOf(schema: StandardSchemaV1): JsonSchema | undefined {
  const { vendor } = schema['~standard'];
  const source: unknown = Reflect.get(schema['~standard'], 'jsonSchema');
  if (!isJsonSchemaSource(source)) return undefined;
  if (vendor !== 'zod') return convert(source.input, {});
  const foreign: string[] = [];
  const options = (isForeign: (type: ZodType) => boolean) => ({
    // zod refuses the whole schema for one member that JSON Schema cannot express.
    unrepresentable: 'any',
    override: (context: unknown) => {
      const type = zodTypeOf(context);
      if (isForeign(type)) foreign.push(type.name);
    },
  });
  const made = convert(
    source.input,
    options(({ name, coerce }) => foreignTypes.has(name) || (name === 'bigint' && !coerce)),
  );
  convert(
    source.output,
    options(({ name }) => foreignTypes.has(name)),
  );
  const [type] = foreign;
  if (type !== undefined) {
    throw new GateDefinitionError(
      `expected a schema of JSON values, got z.${type}(); let the gate pass the JSON form (z.iso.datetime() for a date, z.array() for a set) and convert it afterwards`,
    );
  }
  return made;
}

/** Types of zod whose values are neither JSON nor data that can be frozen. A coerced bigint can. */
const foreignTypes: ReadonlySet<string> = new Set([
  'date',
  'map',
  'set',
  'file',
  'function',
  'promise',
  'symbol',
]);

/** The kind of a zod schema. */
interface ZodType {
  readonly name: string;
  readonly coerce: boolean;
}

/** The type of a schema that zod hands to an `override`. */
function zodTypeOf(context: unknown): ZodType {
  const internals: unknown = Reflect.get(Object(Reflect.get(Object(context), 'zodSchema')), '_zod');
  const definition: unknown = Object(Reflect.get(Object(internals), 'def'));
  return {
    name: String(Reflect.get(Object(definition), 'type')),
    coerce: Reflect.get(Object(definition), 'coerce') === true,
  };
}

function convert(
  write: StandardJsonSchemaSource['input'] | undefined,
  libraryOptions: Readonly<Record<string, unknown>>,
): JsonSchema | undefined {
  try {
    const text = JSON.stringify(write?.({ target: 'draft-2020-12', libraryOptions }));
    const made = parseExactly(text);
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
