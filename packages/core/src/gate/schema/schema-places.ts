import { getPointer, isPointer, toArrayIndex } from '../../json/pointer.ts';
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
      for (const branch of listOf(schema[name])) add(branch);
    }
  };
  for (const schema of schemas) add(schema);
  return [...found];
}

/** The elements of a keyword whose value is a list. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

/** The types that a schema names; none when it allows every type. */
export function typesOf({ type }: JsonSchema): readonly JsonValue[] {
  return typeof type === 'string' ? [type] : listOf(type);
}

/** Returns the schema that a local `$ref` names; undefined without such a reference or target. */
export function resolveReference(schema: JsonSchema, root: JsonSchema): JsonValue | undefined {
  const reference = schema['$ref'];
  const pointer = typeof reference === 'string' && reference.startsWith('#') && reference.slice(1);
  if (!isPointer(pointer)) return undefined;
  const found = getPointer(root, pointer);
  return found.found ? found.value : undefined;
}

/** Returns true for a schema of values without members or elements. */
export function isScalar(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && !types.includes('object') && !types.includes('array');
}

/** The schema that `properties` declares for a member. */
export function declaredMember(schema: JsonSchema, key: string): JsonValue | undefined {
  const properties = schema['properties'];
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** The members that `properties` declares. */
export function declaredNames({ properties }: JsonSchema): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Keywords that describe members or elements. A schema without any of them does not describe them. */
const structural =
  /^(?:properties|additionalProperties|patternProperties|items|prefixItems|\$ref|anyOf|oneOf|allOf|const|enum)$/;

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
export function schemasBelow(schema: JsonSchema, token: string): readonly JsonSchema[] | 'open' {
  const { properties, additionalProperties, patternProperties, items, prefixItems } = schema;
  const isDescribed = Object.keys(schema).some((name) => structural.test(name));
  if (!isDescribed) return isScalar(schema) ? [] : 'open';
  const isAny = token === '*';
  const declared = declaredMember(schema, token);
  if (isJsonObject(patternProperties) && declared === undefined) return 'open';
  const members = Object.values(isJsonObject(properties) ? properties : {});
  const tuple = listOf(prefixItems);
  const index = toArrayIndex(token);
  const element = index === null ? undefined : (tuple[index] ?? items);
  // Additional properties and items are those that are not declared.
  const places = isAny
    ? [...members, additionalProperties, ...tuple, items]
    : [declared ?? additionalProperties, element];
  return places.some(allowsAll) ? 'open' : places.filter(isJsonObject);
}

function allowsAll(place: JsonValue | undefined): boolean {
  return place === true || (isJsonObject(place) && Object.keys(place).length === 0);
}
