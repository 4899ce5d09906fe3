import { InvalidArgumentError, type JsonSchema } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import { describeKind } from '../wire/check-options.ts';
import { asRecord } from '../wire/read.ts';

/** Deeper than any schema a provider takes (OpenAI stops at 10), well inside every engine's stack. */
const maxSchemaDepth = 200;

/** Throws `InvalidArgumentError` unless `schema` is an object without cycles and of sane depth. */
export function assertJsonSchema(schema: unknown): asserts schema is JsonSchema {
  if (!isRecord(schema)) {
    throw new InvalidArgumentError(
      `expected the output schema to be a JSON Schema object, got ${describeKind(schema)}; with zod pass z.toJSONSchema(schema)`,
    );
  }
  assertTree(schema, []);
}

function assertTree(value: unknown, ancestors: readonly unknown[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (ancestors.includes(value)) {
    throw new InvalidArgumentError(
      'expected the output schema to be a tree, got an object that contains itself; use $ref and $defs for recursion',
    );
  }
  if (ancestors.length >= maxSchemaDepth) {
    throw new InvalidArgumentError(
      `expected the output schema to be nested at most ${maxSchemaDepth} levels deep, got more; use $ref and $defs`,
    );
  }
  const inside = [...ancestors, value];
  for (const child of Object.values(value)) assertTree(child, inside);
}

/**
 * Returns true when the definitions of a schema refer to each other in a circle, or any place to the root.
 * References to other documents are ignored. Linear in schema plus references.
 */
export function isRecursiveSchema(schema: JsonSchema): boolean {
  const definitions = new Map<string, readonly string[]>();
  for (const holder of ['$defs', 'definitions']) {
    for (const [name, definition] of Object.entries(asRecord(schema[holder]))) {
      definitions.set(`#/${holder}/${name}`, referencesIn(definition));
    }
  }
  if (referencesIn(schema).includes('#')) return true;
  const open = new Map<string, boolean>();
  const reachesOpen = (name: string): boolean => {
    const known = open.get(name);
    if (known !== undefined) return known;
    open.set(name, true);
    const found = (definitions.get(name) ?? []).some(reachesOpen);
    open.set(name, false);
    return found;
  };
  return [...definitions.keys()].some(reachesOpen);
}

function referencesIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const reference: unknown = Reflect.get(node, '$ref');
    if (typeof reference === 'string') found.push(reference);
    for (const child of Object.values(node)) collect(child);
  };
  collect(value);
  return found;
}
