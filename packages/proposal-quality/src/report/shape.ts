import '@kanmon/core/zod';
import type { JsonPointer, JsonSchema, JsonValue } from '@kanmon/core';
import { isJsonArray, isJsonObject } from '@kanmon/core/kit';
import * as z from 'zod';

/** The types and required members of a schema, small enough to walk fast. */
export type Shape =
  | { readonly kind: 'string' }
  | { readonly kind: 'array'; readonly element: Shape }
  | { readonly kind: 'object'; readonly members: readonly Member[] };

/** One member of an object. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
}

/**
 * Derives the shape from a report schema, so that only the zod schema lists the members. Throws for a
 * kind of schema that no report uses.
 */
export function shapeOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodString) return { kind: 'string' };
  if (schema instanceof z.ZodArray) return { kind: 'array', element: shapeOf(schema.element) };
  if (schema instanceof z.ZodObject) {
    return { kind: 'object', members: Object.entries<z.core.$ZodType>(schema.shape).map(memberOf) };
  }
  throw new TypeError(`a report has no schema of this kind: ${schema.constructor.name}`);
}

function memberOf([name, schema]: readonly [string, z.core.$ZodType]): Member {
  return schema instanceof z.ZodOptional
    ? { name, required: false, shape: shapeOf(schema.unwrap()) }
    : { name, required: true, shape: shapeOf(schema) };
}

/** Returns the `matchPointer` patterns of every string in a shape. */
export function stringPatterns(shape: Shape, path: JsonPointer = ''): readonly string[] {
  if (shape.kind === 'string') return [path];
  if (shape.kind === 'array') return stringPatterns(shape.element, `${path}/*`);
  return shape.members.flatMap(({ name, shape: member }) =>
    stringPatterns(member, `${path}/${name}`),
  );
}

/** Converts a schema to JSON Schema (draft 2020-12). */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const converted = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  // Its type allows members that JSON does not have; the round trip removes them.
  return JSON.parse(JSON.stringify(converted)) as JsonSchema;
}

/** Longer lists are no proposal that a person could act on. */
export const maxItems = 500;

/** Receives one place where a value differs from the shape. */
export type ReportShapeProblem = (
  code: 'required' | 'wrong-type' | 'too-many',
  path: JsonPointer,
  params: Readonly<Record<string, string | number>>,
) => void;

/**
 * Reports every difference between a value and a shape, in document order of the schema. Recurses as
 * deeply as the schema, not as the value.
 */
export function checkShape(
  value: JsonValue | undefined,
  shape: Shape,
  path: JsonPointer,
  report: ReportShapeProblem,
): void {
  const received = typeName(value);
  if (received !== shape.kind) {
    report('wrong-type', path, { expected: shape.kind, received });
  } else if (shape.kind === 'array') {
    const elements = isJsonArray(value) ? value : [];
    if (elements.length > maxItems) {
      report('too-many', path, { maximum: maxItems, actual: elements.length });
    }
    elements.forEach((element, index) => {
      checkShape(element, shape.element, `${path}/${index}`, report);
    });
  } else if (shape.kind === 'object') {
    for (const { name, required, shape: member } of shape.members) {
      const below = `${path}/${name}`;
      const given = ownMember(value, name);
      if (given !== undefined) checkShape(given, member, below, report);
      else if (required) report('required', below, {});
    }
  }
}

/** Returns an own member of an object; undefined for an inherited one and for other values. */
export function ownMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the JSON type of a value. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
