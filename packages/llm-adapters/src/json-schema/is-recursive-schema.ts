import type { JsonSchema } from '@kanmon/core';
import { asRecord } from '../support/read.ts';

/**
 * True when the definitions of a schema refer to each other in a circle, or any place to the root.
 * References to other documents are no concern of ours. Linear in schema plus references.
 */
export function isRecursiveSchema(schema: JsonSchema): boolean {
  const definitions = new Map<string, readonly string[]>();
  for (const holder of ['$defs', 'definitions']) {
    for (const [name, definition] of Object.entries(asRecord(schema[holder]))) {
      definitions.set(`#/${holder}/${name}`, referencesIn(definition));
    }
  }
  const all = referencesIn(schema);
  if (all.includes('#')) return true;
  const settled = new Set<string>();
  return [...definitions.keys()].some((start) => reaches(start, definitions, settled, new Set()));
}

function reaches(
  name: string,
  definitions: ReadonlyMap<string, readonly string[]>,
  settled: Set<string>,
  path: ReadonlySet<string>,
): boolean {
  if (path.has(name)) return true;
  if (settled.has(name)) return false;
  const onPath = new Set([...path, name]);
  const found = (definitions.get(name) ?? []).some((next) =>
    reaches(next, definitions, settled, onPath),
  );
  settled.add(name);
  return found;
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
