import { extractJson } from '../../json/extract/extract-json.ts';
import type { ExtractOptions, ExtractResult } from '../../json/extract/types.ts';
import { isJsonObject, type JsonSchema } from '../../vocabulary/json-value.ts';
import type { GateDefinition } from '../gate-definition.ts';

/** Finds the value in a text. */
export type ValueExtractor = (text: string) => ExtractResult;

/**
 * How a gate finds its value in a text. Where the definition names neither `keys` nor `accept`, the
 * members in the JSON Schema tell the wanted object from others, and from an envelope around it; a
 * text with no such object is searched again for any, so that its findings can say what is missing.
 */
export function createValueExtractor(
  definition: Pick<GateDefinition<unknown, never>, 'extract' | 'jsonSchema'>,
): ValueExtractor {
  const options: ExtractOptions = { allow: 'guess', ...definition.extract };
  const keys = schemaKeys(definition);
  if (keys.length === 0 || options.keys !== undefined || options.accept !== undefined) {
    return (text) => extractJson(text, options);
  }
  return (text) => {
    const wanted = extractJson(text, { ...options, keys });
    return wanted.status === 'none' && wanted.reason === 'no-match'
      ? extractJson(text, options)
      : wanted;
  };
}

/** Top-level members of the wanted object, as far as the definition tells them. */
export function wantedKeys(
  definition: Pick<GateDefinition<unknown, never>, 'extract' | 'jsonSchema'>,
): readonly string[] {
  return definition.extract?.keys ?? schemaKeys(definition);
}

function schemaKeys({ jsonSchema }: { readonly jsonSchema?: JsonSchema }): readonly string[] {
  const properties = jsonSchema?.['properties'];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
