import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { JsonSchema, JsonValue } from '../../src/index.ts';
import { withoutOptionalNulls } from '../../src/kit.ts';

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;

const note = z.object({ title: z.string(), note: z.string().optional() });

describe('withoutOptionalNulls', () => {
  it.each<[string, z.ZodType, JsonValue, JsonValue, string[]]>([
    ['an optional member', note, { title: 'a', note: null }, { title: 'a' }, ['/note']],
    [
      'a member with a default',
      z.object({ size: z.number().default(3) }),
      { size: null },
      {},
      ['/size'],
    ],
    [
      'members of list elements',
      z.object({ slides: z.array(note) }),
      {
        slides: [
          { title: 'a', note: null },
          { title: 'b', note: 'x' },
        ],
      },
      { slides: [{ title: 'a' }, { title: 'b', note: 'x' }] },
      ['/slides/0/note'],
    ],
    [
      'an optional enum',
      z.object({ type: z.enum(['a', 'b']).optional() }),
      { type: null },
      {},
      ['/type'],
    ],
    [
      'a member of the branch that the constant names',
      z.union([
        z.object({ kind: z.literal('search'), topK: z.number().optional() }),
        z.object({ kind: z.literal('ask'), topK: z.null() }),
      ]),
      { kind: 'search', topK: null },
      { kind: 'search' },
      ['/topK'],
    ],
    [
      'members below a record and a tuple',
      z.object({ by: z.record(z.string(), note), pair: z.tuple([note, z.number()]) }),
      { by: { 'a/b': { title: 'a', note: null } }, pair: [{ title: 'b', note: null }, 1] },
      { by: { 'a/b': { title: 'a' } }, pair: [{ title: 'b' }, 1] },
      ['/by/a~1b/note', '/pair/0/note'],
    ],
  ])('removes null for %s', (_name, schema, value, expected, removed) => {
    expect(withoutOptionalNulls(value, schemaOf(schema))).toEqual({ value: expected, removed });
  });

  it.each<[string, z.ZodType, JsonValue]>([
    ['a required member', z.object({ title: z.string() }), { title: null }],
    ['a nullable optional member', z.object({ a: z.string().nullish() }), { a: null }],
    ['a member of any type', z.object({ a: z.unknown().optional() }), { a: null }],
    ['an undeclared member', note, { title: 'a', other: null }],
    ['an element of a list', z.object({ a: z.array(z.string()) }), { a: [null] }],
    ['a value without null', note, { title: 'a' }],
  ])('keeps %s', (_name, schema, value) => {
    const result = withoutOptionalNulls(value, schemaOf(schema));
    expect(result).toEqual({ value, removed: [] });
    expect(result.value).toBe(value);
  });

  it('follows a schema that refers to itself', () => {
    interface Tree {
      name: string;
      child?: Tree | undefined;
    }
    const tree: z.ZodType<Tree> = z.object({
      name: z.string(),
      get child() {
        return tree.optional();
      },
    });
    const value = { name: 'a', child: { name: 'b', child: null } };
    expect(withoutOptionalNulls(value, schemaOf(tree))).toEqual({
      value: { name: 'a', child: { name: 'b' } },
      removed: ['/child/child'],
    });
  });

  it('keeps null where a reference has no end', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/a' } },
    };
    expect(withoutOptionalNulls({ a: null }, schema).removed).toEqual([]);
  });

  it.each<[string, JsonSchema]>([
    ['marks as nullable beside a reference', { nullable: true, allOf: [{ $ref: '#/$defs/text' }] }],
    ['leaves open by a reference that leads nowhere', { $ref: '#/$defs/missing' }],
    ['names among the constants', { enum: ['a', null] }],
    ['allows in a branch', { anyOf: [{ $ref: '#/$defs/text' }, { type: ['number', 'null'] }] }],
  ])('keeps null that a schema %s', (_name, a) => {
    const schema = { properties: { a }, $defs: { text: { type: 'string' } } };
    expect(withoutOptionalNulls({ a: null }, schema).removed).toEqual([]);
  });

  it.each<[string, JsonSchema]>([
    ['refers to a text', { $ref: '#/$defs/text' }],
    ['combines with a text', { allOf: [{ $ref: '#/$defs/text' }, { minLength: 1 }] }],
    ['offers in no branch', { anyOf: [{ $ref: '#/$defs/text' }, { const: 1 }] }],
  ])('removes null that a schema %s', (_name, a) => {
    const schema = { properties: { a }, $defs: { text: { type: 'string' } } };
    expect(withoutOptionalNulls({ a: null }, schema).removed).toEqual(['/a']);
  });

  it('keeps a member named __proto__ a member', () => {
    const value = JSON.parse('{"__proto__":{"x":1},"note":null,"title":"a"}') as JsonValue;
    const result = withoutOptionalNulls(value, schemaOf(note)).value;
    expect(JSON.stringify(result)).toBe('{"__proto__":{"x":1},"title":"a"}');
  });
});
