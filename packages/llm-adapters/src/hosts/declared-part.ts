import type { JsonObject, JsonSchema, JsonValue } from '@kanmon/core';
import { getPointer } from '@kanmon/core/json';
import { isEqualJson, isJsonArray, isJsonObject, isPointer, setOwn } from '@kanmon/core/kit';

/**
 * Returns a value without the members that no `properties`, `patternProperties` or `additionalProperties` of the JSON
 * Schema declares. Branches of a union count where the value fits their constants and required members. What the
 * schema does not describe stays.
 */
export function declaredPart(value: JsonValue, schema: JsonSchema): JsonValue {
  return partOf(value, [schema], schema);
}

function partOf(value: JsonValue, given: readonly JsonValue[], root: JsonSchema): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  const found = new Set<JsonSchema>();
  for (const schema of given) expand(schema, value, root, found);
  const schemas = [...found];
  if (isJsonArray(value)) {
    return value.map((element, index) => {
      const below = schemas.flatMap(
        (schema) => listOf(schema['prefixItems'])[index] ?? schema['items'] ?? [],
      );
      return below.length === 0 ? element : partOf(element, below, root);
    });
  }
  if (!isJsonObject(value) || schemas.length === 0 || schemas.some(isOpen)) return value;
  const part: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(value)) {
    const below = schemas.flatMap(
      (schema) => declared(schema, name) ?? schema['additionalProperties'] ?? [],
    );
    const places = below.filter((place) => place !== false);
    if (places.length > 0) setOwn(part, name, partOf(member, places, root));
  }
  return part;
}

/** Collects what a schema, its references and combinations ask of a value; an open schema for `true`. */
function expand(
  schema: JsonValue | undefined,
  value: JsonValue,
  root: JsonSchema,
  found: Set<JsonSchema>,
): void {
  if (schema === true) found.add({});
  if (!isJsonObject(schema) || found.has(schema)) return;
  found.add(schema);
  expand(target(schema, root), value, root, found);
  for (const part of listOf(schema['allOf'])) expand(part, value, root, found);
  for (const name of ['anyOf', 'oneOf']) {
    const branches = listOf(schema[name]);
    const fitting = branches.filter((branch) => mayFit(value, branch, root));
    for (const branch of fitting.length > 0 ? fitting : branches) {
      expand(branch, value, root, found);
    }
  }
}

/** Returns true for a schema that leaves the members of an object undescribed. */
function isOpen(schema: JsonSchema): boolean {
  if (schema['patternProperties'] !== undefined) return true;
  const describes = 'properties additionalProperties $ref allOf anyOf oneOf'.split(' ');
  if (describes.some((name) => name in schema)) return false;
  const { type = 'object', const: constant, enum: choices } = schema;
  return constant === undefined && choices === undefined && [type].flat().includes('object');
}

/** Returns false for a branch whose constants, required or closed members the value does not have. */
function mayFit(value: JsonValue, branch: JsonValue, root: JsonSchema): boolean {
  if (!isJsonObject(branch)) return branch !== false;
  const referred = target(branch, root);
  const schema = isJsonObject(referred) ? { ...referred, ...branch } : branch;
  const { type = [], required, properties } = schema;
  const types = [type].flat();
  const kind = isJsonArray(value) ? 'array' : 'object';
  if (types.length > 0 && !types.includes(kind)) return false;
  if (!isJsonObject(value)) return true;
  const names = Object.keys(isJsonObject(properties) ? properties : {});
  if (schema['additionalProperties'] === false && schema['patternProperties'] === undefined) {
    if (!Object.keys(value).every((name) => names.includes(name))) return false;
  }
  return (
    listOf(required).every((name) => typeof name === 'string' && Object.hasOwn(value, name)) &&
    names.every(
      (name) => !Object.hasOwn(value, name) || allows(declared(schema, name), value[name]),
    )
  );
}

function allows(schema: JsonValue | undefined, member: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return true;
  const { const: constant, enum: choices } = schema;
  if (constant !== undefined && !isEqualJson(constant, member)) return false;
  return choices === undefined || listOf(choices).some((choice) => isEqualJson(choice, member));
}

function declared(schema: JsonObject, name: string): JsonValue | undefined {
  const { properties } = schema;
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function target(schema: JsonSchema, root: JsonSchema): JsonValue | undefined {
  const reference = schema['$ref'];
  const pointer = typeof reference === 'string' && reference.startsWith('#') && reference.slice(1);
  if (!isPointer(pointer)) return undefined;
  const found = getPointer(root, pointer);
  return found.found ? found.value : undefined;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}
