import fc from 'fast-check';
import type { JsonSchema, JsonValue } from '@kanmon/core';
import { isJsonObject } from '@kanmon/core/kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lowerJsonSchema, type SchemaDialect } from '../src/kit.ts';
import { schemaName } from '../src/request/plan-output.ts';
import { toJsonValue } from '../src/wire/read.ts';
import { readCases } from './support/read-cases.ts';

function toSchema(value: unknown): JsonSchema {
  const json = toJsonValue(value);
  if (!isJsonObject(json)) throw new Error('no schema');
  return json;
}

describe('lowerJsonSchema', () => {
  it.each(readCases('lowering'))(
    '$dialect: $name',
    ({ dialect, schema, expected, dropped, strict }) => {
      const lowered = lowerJsonSchema(toSchema(schema), dialectOf(dialect));
      expect(lowered.schema).toEqual(expected);
      expect(lowered.dropped.map(({ keyword, path }) => `${keyword}@${path}`)).toEqual(
        dropped ?? [],
      );
      expect(lowered.strict).toBe(strict ?? true);
    },
  );

  it('lowers what zod derives', () => {
    const Report = z.object({
      id: z.uuid(),
      title: z.string().min(1).max(80).describe('short'),
      score: z.number().int().min(0).max(100).optional(),
      kind: z.enum(['a', 'b']).default('a'),
      parts: z
        .array(
          z.discriminatedUnion('type', [
            z.object({ type: z.literal('text'), text: z.string() }),
            z.object({ type: z.literal('pair'), pair: z.tuple([z.string(), z.number()]) }),
          ]),
        )
        .max(3),
    });
    const schema = toSchema(z.toJSONSchema(Report));
    const { strict, schema: lowered, dropped } = lowerJsonSchema(schema, 'openai-strict');
    expect(strict).toBe(true);
    expect(lowered['required']).toEqual(['id', 'title', 'score', 'kind', 'parts']);
    expect(JSON.stringify(lowered)).not.toMatch(
      /"(?:\$schema|default|minLength|prefixItems|oneOf)":/,
    );
    expect(dropped.map(({ keyword }) => keyword)).toContain('optional');
  });

  it.each([null, [], 'x', 7])('refuses %j', (value) => {
    // @ts-expect-error no schema
    expect(() => lowerJsonSchema(value, 'claude')).toThrow(/JSON Schema object/);
  });

  it('refuses an object that contains itself, and one nested without end', () => {
    const cyclic: Record<string, JsonValue> = { type: 'object' };
    cyclic['properties'] = cyclic;
    expect(() => lowerJsonSchema(cyclic, 'openai-strict')).toThrow(/contains itself/);
    let deep: JsonSchema = {};
    for (let level = 0; level < 5000; level += 1) deep = { items: deep };
    expect(() => lowerJsonSchema(deep, 'claude')).toThrow(/nested/);
  });

  it('keeps a property called __proto__ as what it is', () => {
    const schema = toSchema(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
      ),
    );
    const { schema: lowered } = lowerJsonSchema(schema, 'openai-strict');
    expect(Object.keys(lowered['properties'] ?? {})).toEqual(['__proto__']);
  });

  it.each(['openai-strict', 'claude', 'converse'] as const)(
    'is idempotent and sound: %s',
    (dialect) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      fc.assert(
        fc.property(schemas, values, (schema, value) => {
          const lowered = lowerJsonSchema(schema, dialect);
          const again = lowerJsonSchema(lowered.schema, dialect);
          expect(again.schema).toEqual(lowered.schema);
          expect(again.strict).toBe(lowered.strict);
          // Sound: nothing is widened but what was reported.
          const widened = lowered.dropped.some(({ keyword }) => keyword !== 'optional');
          if (widened || !ajv.validate(lowered.schema, value)) return;
          expect(ajv.validate(schema, withoutNulls(value, schema))).toBe(true);
        }),
        { numRuns: 400 },
      );
    },
  );
});

describe('schemaName', () => {
  it.each([
    [undefined, 'output'],
    ['', 'output'],
    ['報告', 'output'],
    ['my report', 'myreport'],
    ['a_b-C9', 'a_b-C9'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('%s', (name, expected) => {
    expect(schemaName(name)).toBe(expected);
  });
});

function dialectOf(value: unknown): SchemaDialect {
  const dialects = ['openai-strict', 'claude', 'converse', 'object'] as const;
  const found = dialects.find((dialect) => dialect === value);
  if (found === undefined) throw new Error(`no dialect ${String(value)}`);
  return found;
}

/** Takes out the nulls that stand for absent keys: those the original does not ask for. */
function withoutNulls(value: JsonValue, schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(schema)) return value;
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return value;
  const entries = Object.entries(value).filter(
    ([key, member]) =>
      member !== null ||
      (Array.isArray(required) && required.includes(key)) ||
      acceptsNull(properties[key]),
  );
  return Object.fromEntries(
    entries.map(([key, member]) => [key, withoutNulls(member, properties[key])]),
  );
}

function acceptsNull(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && schema['type'] === 'null';
}

const keys = fc.constantFrom('a', 'b', 'c');
const { schema: schemas, value: values } = fc.letrec<{ schema: JsonSchema; value: JsonValue }>(
  (tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonSchema>(
        { type: 'string' },
        { type: 'integer' },
        { type: 'boolean' },
        { type: 'null' },
        { const: 'k' },
        { type: 'string', enum: ['p', 'q'] },
        { type: 'string', minLength: 2 },
        { type: 'number', minimum: 1 },
      ),
      fc
        .record({
          properties: fc.dictionary(keys, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
          required: fc.uniqueArray(keys),
        })
        .map(({ properties, required }) => ({
          type: 'object',
          properties,
          required: required.filter((key) => Object.hasOwn(properties, key)),
        })),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    ),
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonValue>('k', 'p', 'long', 0, 1, 5, true, null),
      fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      fc.array(tie('value'), { maxLength: 2 }),
    ),
  }),
);
