import type { JsonPointer, JsonValue } from '@kanmon/core';
import { isJsonArray } from '@kanmon/core/kit';
import * as z from 'zod';

/** What a schema says about types and presence, made small enough to walk fast. */
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
 * The shape of one of our report schemas, so that the zod schema stays the only place where members
 * are listed. Throws for a kind of schema that no report has.
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

/** `matchPointer` patterns of every string in a shape. */
export function stringPatterns(shape: Shape, path: JsonPointer = ''): readonly string[] {
  if (shape.kind === 'string') return [path];
  if (shape.kind === 'array') return stringPatterns(shape.element, `${path}/*`);
  return shape.members.flatMap(({ name, shape: member }) =>
    stringPatterns(member, `${path}/${name}`),
  );
}

/** One place where a value has not the shape. */
export type ShapeProblem =
  | { readonly code: 'required'; readonly path: JsonPointer }
  | {
      readonly code: 'wrong-type';
      readonly path: JsonPointer;
      readonly expected: Shape['kind'];
      readonly received: string;
    }
  | { readonly code: 'too-many'; readonly path: JsonPointer; readonly actual: number };

/** Longer lists are no proposal that a person could act on. */
export const maxItems = 500;

/** Hands every problem to `report`, in document order of the schema. Depth is that of the schema. */
export function checkShape(
  value: JsonValue | undefined,
  shape: Shape,
  path: JsonPointer,
  report: (problem: ShapeProblem) => void,
): void {
  const received = typeName(value);
  if (received !== shape.kind) {
    report({ code: 'wrong-type', path, expected: shape.kind, received });
  } else if (shape.kind === 'array') {
    const elements = isJsonArray(value) ? value : [];
    if (elements.length > maxItems) report({ code: 'too-many', path, actual: elements.length });
    elements.forEach((element, index) => {
      checkShape(element, shape.element, `${path}/${index}`, report);
    });
  } else if (shape.kind === 'object') {
    for (const { name, required, shape: member } of shape.members) {
      const below = `${path}/${name}`;
      const given = ownMember(value, name);
      if (given !== undefined) checkShape(given, member, below, report);
      else if (required) report({ code: 'required', path: below });
    }
  }
}

/** An own member; what the prototype has is nobody's proposal. */
export function ownMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || isJsonArray(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function typeName(value: JsonValue | undefined): string {
  if (value === null) return 'null';
  return isJsonArray(value) ? 'array' : typeof value;
}
