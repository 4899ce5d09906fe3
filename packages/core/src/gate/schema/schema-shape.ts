import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { alternativesOf, declaredNames, listOf, schemasBelow, typesOf } from './schema-places.ts';

/** The types and values that a JSON Schema has for one place of a value that is still read. */
export interface Shape {
  /** False for a node that has none of the types and values of the place. Of a container only the kind is judged. */
  allows(node: JsonValue): boolean;
  /** The shape of a member, or of an element. */
  next(token: string, isElement: boolean): Shape;
}

const open: Shape = { allows: () => true, next: () => open };

/** The shape of a whole value. Without a schema it allows everything. */
export function shapeOf(root: JsonSchema | undefined): Shape {
  return root === undefined ? open : createShape([root], root);
}

/**
 * The shape of a place with these schemas. Shapes are created when a value first leads there, and only for declared
 * names: text of a model cannot make their number grow.
 */
function createShape(schemas: readonly JsonSchema[], root: JsonSchema): Shape {
  const alternatives = alternativesOf(schemas, root);
  const deciding = alternatives.filter((schema) => !isReference(schema));
  const names = new Set(alternatives.flatMap(declaredNames));
  const tupleLength = Math.max(
    ...alternatives.map(({ prefixItems }) => listOf(prefixItems).length),
  );
  /** By declared name or index; undefined is any other name, the length of the tuple any element after it. */
  const known = new Map<string | number | undefined, Shape>();

  const shapeBelow = (token: string): Shape => {
    const below = alternatives.map((schema) => schemasBelow(schema, token));
    const places = below.filter((found) => found !== 'open');
    return places.length < below.length ? open : createShape(places.flat(), root);
  };

  return {
    allows: (node) => deciding.some((schema) => allowsNode(schema, node)),
    next(token, isElement) {
      const member = names.has(token) ? token : undefined;
      const name = isElement ? Math.min(Number(token), tupleLength) : member;
      const shape = known.get(name) ?? shapeBelow(token);
      known.set(name, shape);
      return shape;
    },
  };
}

/** True for a schema without types and values itself: those that it refers to decide. */
function isReference(schema: JsonSchema): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in schema);
  return !has(['type', 'enum', 'const']) && has(['$ref', 'anyOf', 'oneOf', 'allOf']);
}

function allowsNode(schema: JsonSchema, node: JsonValue): boolean {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(node, type))) return false;
  if (typeof node === 'object' && node !== null) return true;
  const { const: constant = node } = schema;
  const choices = listOf(schema['enum']);
  return constant === node && (choices.length === 0 || choices.includes(node));
}

function isOfType(node: JsonValue, type: JsonValue): boolean {
  if (node === null) return type === 'null';
  if (typeof node === 'number') return type === 'number' || (type === 'integer' && node % 1 === 0);
  if (isJsonArray(node)) return type === 'array';
  return type === (isJsonObject(node) ? 'object' : typeof node);
}
