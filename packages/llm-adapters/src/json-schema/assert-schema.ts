import { InvalidArgumentError, type JsonSchema } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import { describeValue } from '../support/describe-value.ts';

/** Deeper than any schema a provider takes (OpenAI stops at 10), well inside every engine's stack. */
const maxSchemaDepth = 200;

/** Throws `InvalidArgumentError` unless `schema` is an object without cycles and of sane depth. */
export function assertJsonSchema(schema: unknown): asserts schema is JsonSchema {
  if (!isRecord(schema)) {
    throw new InvalidArgumentError(
      `expected the output schema to be a JSON Schema object, got ${describeValue(schema)}; with zod pass z.toJSONSchema(schema)`,
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
