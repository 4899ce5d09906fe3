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
  const options = (isInput: boolean) => ({
    // zod refuses the whole schema for one member that JSON Schema cannot express.
    unrepresentable: 'any',
    override: (context: ZodOverride) => {
      const { type = '', coerce } = context.zodSchema?.['_zod']?.def ?? {};
      // A coerced bigint reads JSON, and is data that can be frozen.
      const isForeignInput = isInput && type === 'bigint' && coerce !== true;
      if (isForeignInput || foreignTypes.has(type)) foreign.push(type);
    },
  });
  const made = convert(source.input, options(true));
  convert(source.output, options(false));
  const [type] = foreign;
  if (type !== undefined) {
    throw new GateDefinitionError(
      `expected a schema of JSON values, got z.${type}(); let the gate pass the JSON form (z.iso.datetime() for a date, z.array() for a set) and convert it afterwards`,
    );
  }
  return made;
}

/** Types of zod whose values are neither JSON nor data that can be frozen. */
const foreignTypes = new Set(['date', 'map', 'set', 'file', 'function', 'promise', 'symbol']);

/** The part of the context of an `override` of zod that is read. */
interface ZodOverride {
  readonly zodSchema?: {
    readonly _zod?: { readonly def?: { readonly type?: string; readonly coerce?: boolean } };
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
  return typeof Reflect.get(Object(source), 'input') === 'function';
}
