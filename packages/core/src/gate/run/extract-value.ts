import { extractJson } from '../../json/extract/extract-json.ts';
import { withoutOptionalNulls } from '../../kit/optional-nulls.ts';
import type { ExtractOptions, ExtractResult, Repair } from '../../json/extract/types.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../vocabulary/json-value.ts';
import type { GateDefinition } from '../gate-definition.ts';

/** Finds the value in a text. */
export type ValueExtractor = (text: string) => ExtractResult;

/**
 * Returns the function that finds a gate's value in a text. Members that are null although the JSON Schema makes them
 * optional and does not allow null are removed, each as a repair (`null-member`): strict structured
 * output forces a model to write them. Where the definition names neither `keys` nor `accept`, the
 * members in the JSON Schema distinguish the wanted object from others, and from an envelope around it; a
 * text with no such object is searched again for any, so that its findings can name what is missing.
 */
export function createValueExtractor(
  definition: Pick<GateDefinition<unknown, never>, 'extract' | 'jsonSchema'>,
): ValueExtractor {
  const find = createFinder(definition);
  return (text) => {
    const found = find(text);
    if (found.status === 'none') return found;
    const { value, repairs } = removeNullMembers(definition, found.value, found.span[0]);
    return repairs.length === 0
      ? found
      : { ...found, value, repairs: [...found.repairs, ...repairs] };
  };
}

/** Removes the nulls that mean absent optional members; returns a repair for each. */
export function removeNullMembers(
  { jsonSchema }: Pick<GateDefinition<unknown, never>, 'jsonSchema'>,
  value: JsonValue,
  at: number,
): { readonly value: JsonValue; readonly repairs: readonly Repair[] } {
  const cleaned = withoutOptionalNulls(value, jsonSchema);
  return {
    value: cleaned.value,
    repairs: cleaned.removed.map((path) => ({ kind: 'null-member', class: 'lossless', at, path })),
  };
}

function createFinder(
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

/** Returns the top-level members of the wanted object, as far as the definition names them. */
export function wantedKeys(
  definition: Pick<GateDefinition<unknown, never>, 'extract' | 'jsonSchema'>,
): readonly string[] {
  return definition.extract?.keys ?? schemaKeys(definition);
}

function schemaKeys({ jsonSchema }: { readonly jsonSchema?: JsonSchema }): readonly string[] {
  const properties = jsonSchema?.['properties'];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
