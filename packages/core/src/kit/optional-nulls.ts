import { alternativesOf, declaredMember, resolveReference } from '../gate/schema/schema-places.ts';
import { childPath } from '../gate/value/child-path.ts';
import { setOwn } from '../vocabulary/set-own.ts';
import { isJsonEqual } from '../json/json-equal.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonPointer,
  type JsonSchema,
  type JsonValue,
} from '../vocabulary/json-value.ts';

/** A value without the nulls that stood for absent members, and where those were. */
export interface WithoutOptionalNulls {
  readonly value: JsonValue;
  /** In document order; empty when nothing was removed, and then `value` is the input itself. */
  readonly removed: readonly JsonPointer[];
}

/**
 * Removes each member that is null, is not required by the JSON Schema, and may not be null there.
 * Strict structured output makes such members required and nullable, so a model answers null where
 * it would leave the member out. No other reading is possible: null is invalid at that place.
 *
 * Follows `properties`, `additionalProperties`, `items`, `prefixItems`, local `$ref` and the branches
 * of `anyOf`, `oneOf` and `allOf` that fit the value's constants. Where branches disagree, null stays.
 */
export function withoutOptionalNulls(
  value: JsonValue,
  schema: JsonSchema | undefined,
): WithoutOptionalNulls {
  if (schema === undefined || !hasNullMember(value)) return { value, removed: [] };
  const removed: JsonPointer[] = [];
  const cleaned = clean(value, alternativesOf([schema], schema), '', { root: schema, removed });
  return { value: cleaned, removed };
}

/** Most answers have none: then nothing is copied. */
function hasNullMember(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.some((element) => hasNullMember(element));
  if (!isJsonObject(value)) return false;
  return Object.values(value).some((member) => member === null || hasNullMember(member));
}

interface Walk {
  readonly root: JsonSchema;
  readonly removed: JsonPointer[];
}

/** Schemas nested deeper than this come from a reference to itself. */
const maxReferences = 32;

function clean(
  value: JsonValue,
  schemas: readonly JsonSchema[],
  path: JsonPointer,
  walk: Walk,
): JsonValue {
  if (schemas.length === 0) return value;
  if (isJsonArray(value)) return cleanArray(value, schemas, path, walk);
  return isJsonObject(value) ? cleanObject(value, schemas, path, walk) : value;
}

function cleanArray(
  value: readonly JsonValue[],
  schemas: readonly JsonSchema[],
  path: JsonPointer,
  walk: Walk,
): JsonValue {
  const hasTuple = schemas.some(({ prefixItems }) => isJsonArray(prefixItems));
  const schemasAt = (position: number): readonly JsonSchema[] =>
    schemasBelow(schemas, walk.root, ({ items, prefixItems }) =>
      isJsonArray(prefixItems) && position < prefixItems.length ? prefixItems[position] : items,
    );
  const everyItem = hasTuple ? [] : schemasAt(0);
  const copy = value.map((element, index) =>
    clean(element, hasTuple ? schemasAt(index) : everyItem, `${path}/${index}`, walk),
  );
  return copy.some((element, index) => element !== value[index]) ? copy : value;
}

function cleanObject(
  value: JsonObject,
  alternatives: readonly JsonSchema[],
  path: JsonPointer,
  walk: Walk,
): JsonValue {
  const fitting = alternatives.filter((schema) => mayFit(value, schema, walk.root, fitDepth));
  // A value that fits no branch has other faults too. Then all branches decide.
  const schemas = fitting.length > 0 ? fitting : alternatives;
  let changed = false;
  const copy: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    const place = childPath(path, key);
    if (member === null && isOptionalAndNotNullable(key, schemas, walk.root)) {
      walk.removed.push(place);
      changed = true;
      continue;
    }
    const below = schemasBelow(
      schemas,
      walk.root,
      (schema) => declaredMember(schema, key) ?? schema['additionalProperties'],
    );
    const cleaned = clean(member, below, place, walk);
    changed ||= cleaned !== member;
    setOwn(copy, key, cleaned);
  }
  return changed ? copy : value;
}

/** Levels of values and schemas that decide about a branch: the members of a union differ near their top. */
const fitDepth = 6;

/**
 * False when a value certainly does not fit a schema, optional nulls left aside: a constant or type
 * differs, a required member is missing, or a member is there that a closed object does not have.
 */
function mayFit(
  value: JsonValue,
  schema: JsonValue | undefined,
  root: JsonSchema,
  depth: number,
): boolean {
  if (!isJsonObject(schema)) return schema !== false;
  if (depth === 0) return true;
  const fits = (part: JsonValue): boolean => mayFit(value, part, root, depth - 1);
  if (schema['const'] !== undefined && !isJsonEqual(schema['const'], value)) return false;
  if (isJsonArray(schema['enum']) && !schema['enum'].some((each) => isJsonEqual(each, value))) {
    return false;
  }
  if (!hasType(value, schema['type'])) return false;
  const target = resolveReference(schema, root);
  if (target !== undefined && !fits(target)) return false;
  if (isJsonArray(schema['allOf']) && !schema['allOf'].every(fits)) return false;
  for (const name of ['anyOf', 'oneOf']) {
    const branches = schema[name];
    if (isJsonArray(branches) && !branches.some(fits)) return false;
  }
  if (isJsonArray(value)) {
    const { items, prefixItems } = schema;
    return prefixItems !== undefined || value.every((each) => mayFit(each, items, root, depth - 1));
  }
  return !isJsonObject(value) || membersMayFit(value, schema, root, depth);
}

function membersMayFit(
  value: JsonObject,
  schema: JsonSchema,
  root: JsonSchema,
  depth: number,
): boolean {
  const required = isJsonArray(schema['required']) ? schema['required'] : [];
  if (!required.every((key) => typeof key === 'string' && Object.hasOwn(value, key))) return false;
  const closed =
    schema['additionalProperties'] === false && schema['patternProperties'] === undefined;
  return Object.entries(value).every(([key, member]) => {
    const own = declaredMember(schema, key);
    if (own === undefined) return !closed;
    if (member === null && !required.includes(key)) return true;
    return mayFit(member, own, root, depth - 1);
  });
}

function hasType(value: JsonValue, type: JsonValue | undefined): boolean {
  if (type === undefined) return true;
  const types = isJsonArray(type) ? type : [type];
  if (value === null) return types.includes('null');
  if (isJsonArray(value)) return types.includes('array');
  if (typeof value !== 'number') return types.includes(typeof value);
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}

/** True when some schema declares the member, none requires it and none allows null for it. */
function isOptionalAndNotNullable(
  key: string,
  schemas: readonly JsonSchema[],
  root: JsonSchema,
): boolean {
  let declared = false;
  for (const schema of schemas) {
    if (isJsonArray(schema['required']) && schema['required'].includes(key)) return false;
    const own = declaredMember(schema, key);
    if (own === undefined) continue;
    declared = true;
    if (allowsNull(own, root, 0)) return false;
  }
  return declared;
}

/** Returns the schemas of one place below those of a value. */
function schemasBelow(
  schemas: readonly JsonSchema[],
  root: JsonSchema,
  pick: (schema: JsonSchema) => JsonValue | undefined,
): readonly JsonSchema[] {
  return alternativesOf(schemas.map(pick).filter(isJsonObject), root);
}

/** Returns true when null is valid at a place, or when that cannot be decided, so that null stays. */
function allowsNull(schema: JsonValue | undefined, root: JsonSchema, depth: number): boolean {
  if (!isJsonObject(schema)) return schema !== false;
  if (depth > maxReferences) return true;
  if (schema['const'] !== undefined) return schema['const'] === null;
  if (isJsonArray(schema['enum'])) return schema['enum'].includes(null);
  if (schema['nullable'] === true) return true;
  const { type } = schema;
  if (type !== undefined) return isJsonArray(type) ? type.includes('null') : type === 'null';
  const inBranch = (branch: JsonValue): boolean => allowsNull(branch, root, depth + 1);
  const { allOf } = schema;
  if (isJsonArray(allOf) && !allOf.every(inBranch)) return false;
  for (const name of ['anyOf', 'oneOf']) {
    const branches = schema[name];
    if (isJsonArray(branches)) return branches.some(inBranch);
  }
  return schema['$ref'] === undefined || inBranch(resolveReference(schema, root) ?? true);
}
