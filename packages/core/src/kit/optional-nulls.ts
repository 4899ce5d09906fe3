import { nodeTypeOf } from '../gate/rules/rule-findings.ts';
import {
  alternativesOf,
  declaredMember,
  listOf,
  resolveReference,
  typesOf,
} from '../gate/schema/schema-places.ts';
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

function clean(
  value: JsonValue,
  schemas: readonly JsonSchema[],
  path: JsonPointer,
  walk: Walk,
): JsonValue {
  if (schemas.length === 0 || typeof value !== 'object' || value === null) return value;
  const { removed } = walk;
  const before = removed.length;
  const copy = isJsonArray(value)
    ? cleanArray(value, schemas, path, walk)
    : cleanObject(value, schemas, path, walk);
  return removed.length > before ? copy : value;
}

function cleanArray(
  value: readonly JsonValue[],
  schemas: readonly JsonSchema[],
  path: JsonPointer,
  walk: Walk,
): JsonValue {
  const hasTuple = schemas.some(({ prefixItems }) => isJsonArray(prefixItems));
  const schemasAt = (position: number): readonly JsonSchema[] =>
    schemasBelow(
      schemas,
      walk.root,
      ({ items, prefixItems }) => listOf(prefixItems)[position] ?? items,
    );
  const everyItem = hasTuple ? [] : schemasAt(0);
  return value.map((element, index) =>
    clean(element, hasTuple ? schemasAt(index) : everyItem, `${path}/${index}`, walk),
  );
}

function cleanObject(
  value: JsonObject,
  alternatives: readonly JsonSchema[],
  path: JsonPointer,
  walk: Walk,
): JsonValue {
  const { root, removed } = walk;
  const fitting = alternatives.filter((schema) => mayFit(value, schema, root, fitDepth));
  // A value that fits no branch has other faults too. Then all branches decide.
  const schemas = fitting.length > 0 ? fitting : alternatives;
  const copy: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    const place = childPath(path, key);
    if (member === null && isOptionalAndNotNullable(key, schemas, root)) {
      removed.push(place);
      continue;
    }
    const below = schemasBelow(
      schemas,
      root,
      (schema) => declaredMember(schema, key) ?? schema['additionalProperties'],
    );
    setOwn(copy, key, clean(member, below, place, walk));
  }
  return copy;
}

/** Levels of values and schemas that decide about a branch: the members of a union differ near their top. */
const fitDepth = 6;
/** Schemas of one place nested deeper than this come from a reference to itself. */
const maxReferences = 32;

/**
 * False when a value certainly does not fit a schema, optional nulls left aside: a constant or type
 * differs, a required member is missing, or a member is there that a closed object does not have.
 * True for null where that cannot be decided, so that it stays.
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
  const { enum: allowed, allOf } = schema;
  if (isJsonArray(allowed) && !allowed.some((each) => isJsonEqual(each, value))) return false;
  if (value === null && schema['nullable'] === true) return true;
  if (!hasType(value, typesOf(schema))) return false;
  const target = resolveReference(schema, root);
  if (target !== undefined && !fits(target)) return false;
  if (!listOf(allOf).every(fits)) return false;
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
  const required = listOf(schema['required']);
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

function hasType(value: JsonValue, types: readonly JsonValue[]): boolean {
  if (types.length === 0 || types.includes(nodeTypeOf(value))) return true;
  return types.includes('integer') && Number.isInteger(value);
}

/** True when some schema declares the member, none requires it and none allows null for it. */
function isOptionalAndNotNullable(
  key: string,
  schemas: readonly JsonSchema[],
  root: JsonSchema,
): boolean {
  const declared = schemas.flatMap((schema) => declaredMember(schema, key) ?? []);
  return (
    declared.length > 0 &&
    !schemas.some(({ required }) => listOf(required).includes(key)) &&
    !declared.some((own) => mayFit(null, own, root, maxReferences))
  );
}

/** Returns the schemas of one place below those of a value. */
function schemasBelow(
  schemas: readonly JsonSchema[],
  root: JsonSchema,
  pick: (schema: JsonSchema) => JsonValue | undefined,
): readonly JsonSchema[] {
  return alternativesOf(schemas.map(pick).filter(isJsonObject), root);
}
