import { getPointer, isPointer } from '../../json/pointer.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../vocabulary/json-value.ts';

/** The schemas themselves, what they refer to and what they combine, each once. */
export function alternativesOf(
  schemas: readonly JsonSchema[],
  root: JsonSchema,
): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const add = (schema: JsonValue | undefined): void => {
    if (!isJsonObject(schema) || found.has(schema)) return;
    found.add(schema);
    add(resolveReference(schema, root));
    for (const name of ['anyOf', 'oneOf', 'allOf']) {
      const branches = schema[name];
      if (isJsonArray(branches)) for (const branch of branches) add(branch);
    }
  };
  for (const schema of schemas) add(schema);
  return [...found];
}

/** Returns the schema that a local `$ref` names; undefined without such a reference or target. */
export function resolveReference(schema: JsonSchema, root: JsonSchema): JsonValue | undefined {
  const reference = schema['$ref'];
  const pointer = typeof reference === 'string' && reference.startsWith('#') && reference.slice(1);
  if (!isPointer(pointer)) return undefined;
  const found = getPointer(root, pointer);
  return found.found ? found.value : undefined;
}

/** The schema that `properties` declares for a member. */
export function declaredMember(schema: JsonSchema, key: string): JsonValue | undefined {
  const properties = schema['properties'];
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** Keywords that describe members or elements. A schema without any of them does not describe them. */
const structural = [
  'properties',
  'additionalProperties',
  'patternProperties',
  'items',
  'prefixItems',
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
  'const',
  'enum',
];

/**
 * Returns true when a value of the schema can have a place that a `matchPointer` pattern selects. An object that
 * lists its `properties` has no others, unless `additionalProperties` or `patternProperties` allow
 * them: a pattern for a member that is not listed is taken for a spelling mistake. True wherever the
 * schema does not decide.
 */
export function canHavePlace(schema: JsonSchema, tokens: readonly string[]): boolean {
  const fixed = tokens.at(-1) === '**' ? tokens.slice(0, -1) : tokens;
  let current = alternativesOf([schema], schema);
  for (const token of fixed) {
    const next: JsonSchema[] = [];
    for (const alternative of current) {
      const below = schemasBelow(alternative, token);
      if (below === 'open') return true;
      next.push(...below);
    }
    if (next.length === 0) return false;
    current = alternativesOf(next, schema);
  }
  return true;
}

/** Schemas of the places one token below; `open` when the schema leaves them undescribed. */
function schemasBelow(schema: JsonSchema, token: string): readonly JsonSchema[] | 'open' {
  const { type, properties, additionalProperties, patternProperties, items, prefixItems } = schema;
  if (type !== undefined && !structural.some((name) => schema[name] !== undefined)) {
    const types = isJsonArray(type) ? type : [type];
    return types.includes('object') || types.includes('array') ? 'open' : [];
  }
  if (!structural.some((name) => schema[name] !== undefined)) return 'open';
  if (isJsonObject(patternProperties)) return 'open';
  const named = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([key, member]) =>
        token === '*' || token === key ? [member] : [],
      )
    : [];
  const elements = [items, ...(isJsonArray(prefixItems) ? prefixItems : [])];
  const isElement = token === '*' || /^(?:0|[1-9]\d*)$/.test(token);
  const places = [...named, additionalProperties, ...(isElement ? elements : [])];
  return places.some((place) => place === true) || places.some(isEmptyObject)
    ? 'open'
    : places.filter(isJsonObject);
}

function isEmptyObject(place: JsonValue | undefined): boolean {
  return isJsonObject(place) && Object.keys(place).length === 0;
}
