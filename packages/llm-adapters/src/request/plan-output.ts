import { canonicalJson, type JsonSchema, type LlmCapabilities, type LlmOutput } from '@kanmon/core';
import { assertJsonSchema } from './check-json-schema.ts';
import { lowerJsonSchema, type SchemaDialect } from './lower-json-schema.ts';

/** The way in which a request asks one provider for its form of output. */
export type OutputPlan =
  | { readonly type: 'text' }
  | {
      readonly type: 'json';
      readonly name: string;
      /** The schema as the provider takes it; absent when it goes by prompt or the request has no schema. */
      readonly schema?: JsonSchema;
      readonly strict: boolean;
      /** Switch on the provider's mode for JSON without a schema. */
      readonly jsonObject: boolean;
      /** The instruction only has to bring the word JSON into the messages. */
      readonly wordSuffices: boolean;
      /** Text that must be in a system message. */
      readonly instruction?: string;
      readonly warnings: readonly string[];
    };

const jsonOnly = 'Answer with JSON only: no text before or after it, no code fences.';

/** Returns the instruction for providers that take no schema: JSON only, then the schema as canonical JSON. */
export function schemaInstruction(schema: JsonSchema | undefined): string {
  if (schema === undefined) return jsonOnly;
  return `${jsonOnly} The JSON must match this JSON Schema:\n${canonicalJson(schema)}`;
}

/** Support of a provider for `output: json`; see `LlmCapabilities.jsonSchema` and `SchemaDialect`. */
interface OutputAbilities {
  readonly jsonSchema: LlmCapabilities['jsonSchema'];
  readonly dialect: SchemaDialect;
  /** A schema that cannot be enforced may still be sent as a hint (openai without `strict`). */
  readonly lenientSchema: boolean;
  /** There is a mode for JSON without a schema (`json_object`), which wants the word JSON in a message. */
  readonly jsonObject: boolean;
}

/** Chooses the strongest mode the provider has. Pure; throws `InvalidArgumentError` for an invalid schema. */
export function planOutput(output: LlmOutput | undefined, abilities: OutputAbilities): OutputPlan {
  if (output === undefined || output.type === 'text') return { type: 'text' };
  const name = schemaName(output.name);
  const { schema } = output;
  if (schema !== undefined) assertJsonSchema(schema);
  const jsonObject = abilities.jsonObject && abilities.jsonSchema !== 'prompt';
  const wordSuffices = jsonObject && schema === undefined;
  const form = { name, strict: false, jsonObject, wordSuffices, warnings: [] };
  const bare = { type: 'json', ...form } as const;
  if (schema === undefined || abilities.jsonSchema !== 'native') {
    return { ...bare, instruction: schemaInstruction(schema) };
  }
  const lowered = lowerJsonSchema(schema, abilities.dialect);
  if (!lowered.strict && !abilities.lenientSchema) {
    const instruction = schemaInstruction(schema);
    return { ...bare, instruction, warnings: ['schema-sent-by-prompt'] };
  }
  const warnings = lowered.dropped.map(
    ({ keyword, path }) => `schema-keyword-dropped:${keyword}@${path}`,
  );
  return { ...bare, jsonObject: false, schema: lowered.schema, strict: lowered.strict, warnings };
}

/** Returns a name that OpenAI and Bedrock accept: other characters removed, at most 64, `output` when nothing is left. */
export function schemaName(name = ''): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_-]+/g, '').slice(0, 64);
  return safe === '' ? 'output' : safe;
}
