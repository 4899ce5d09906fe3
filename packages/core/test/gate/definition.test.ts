import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nonsense } from './run-helpers.ts';
import { defineGate, defineRule, type StandardSchemaV1 } from '@kanmon/core/gate';
import { GateDefinitionError } from '@kanmon/core';

const schema = z.object({ a: z.string() });
const rule = defineRule({ id: 'r', codes: ['c'], check: () => undefined });

describe('defineGate refuses', () => {
  it.each([
    ['two rules with one id', () => defineGate({ name: 'g', schema, rules: [rule, rule] })],
    [
      'a rule without codes',
      () => defineGate({ name: 'g', schema, rules: [{ ...rule, codes: [] }] }),
    ],
    ['a rule without an id', () => defineGate({ name: 'g', schema, rules: [{ ...rule, id: '' }] })],
    [
      'a rule with the id of the schema',
      () => defineGate({ name: 'g', schema, rules: [{ ...rule, id: 'schema' }] }),
    ],
    [
      'a pattern that is no pointer',
      () => defineGate({ name: 'g', schema, rules: [{ ...rule, select: ['a'] }] }),
    ],
    ['a gate without a name', () => defineGate({ name: '', schema })],
    ['a schema of another kind', () => defineGate({ name: 'g', schema: nonsense('{}') })],
    [
      'an asynchronous schema',
      () => defineGate({ name: 'g', schema: v.objectAsync({ a: v.string() }) }),
    ],
    [
      'an asynchronous schema of its own',
      () =>
        defineGate({
          name: 'g',
          schema: {
            '~standard': {
              version: 1,
              vendor: 'own',
              validate: async (value: unknown) => Promise.resolve({ value }),
            },
          },
        }),
    ],
    [
      'an asynchronous refinement of a member',
      () =>
        defineGate({
          name: 'g',
          schema: z.object({
            a: z.array(z.string().refine(async () => Promise.resolve(true))).min(1),
          }),
        }),
    ],
  ])('%s', (_name, define) => {
    expect(define).toThrow(GateDefinitionError);
  });

  it.each([
    '{"type":"integer"}',
    '{"type":"Number"}',
    '{"type":null}',
    '{"needs":"Schema"}',
    '{"decidable":"stream"}',
    '{"repair":"all"}',
    '{"select":[]}',
  ])('a rule with %s, which would never be asked', (wrong) => {
    const rules = [{ ...rule, ...(JSON.parse(wrong) as object) }];
    expect(() => defineGate({ name: 'g', schema, rules })).toThrow(GateDefinitionError);
  });

  it('and names the rule and the remedy', () => {
    expect(() => defineGate({ name: 'advice', schema, rules: [rule, rule] })).toThrow(
      'gate "advice", rule "r": another rule has this id; give each rule its own',
    );
  });
});

describe('the JSON Schema of a gate', () => {
  it('is what the schema itself offers', () => {
    const gate = defineGate({ name: 'g', schema });
    expect(gate.definition.jsonSchema).toMatchObject({ type: 'object', required: ['a'] });
  });

  it('is the one given, where one is', () => {
    const jsonSchema = { type: 'object' };
    expect(defineGate({ name: 'g', schema, jsonSchema }).definition.jsonSchema).toEqual(jsonSchema);
  });

  it('is absent where the library offers none', () => {
    const valibot = defineGate({ name: 'g', schema: v.object({ a: v.string() }) });
    expect(valibot.definition.jsonSchema).toBeUndefined();
  });

  it('leaves open what JSON Schema cannot express', () => {
    const custom = z.object({ a: z.string(), b: z.custom<string>(() => true) });
    expect(defineGate({ name: 'g', schema: custom }).definition.jsonSchema).toMatchObject({
      properties: { a: { type: 'string' }, b: {} },
    });
  });
});

describe('a schema that is not of JSON', () => {
  it.each<[string, StandardSchemaV1]>([
    ['a date', z.object({ a: z.date() })],
    ['a coerced date', z.object({ a: z.coerce.date() })],
    ['a date in a list of objects', z.array(z.object({ a: z.date().optional() }))],
    ['a set', z.object({ a: z.set(z.string()) })],
    ['a map', z.object({ a: z.map(z.string(), z.string()) })],
    ['a bigint', z.object({ a: z.bigint() })],
    ['a pipe into a date', z.object({ a: z.string().pipe(z.coerce.date()) })],
    ['a transform into a date', z.object({ a: z.string().transform((text) => new Date(text)) })],
    ['a transform into a set', z.array(z.string()).transform((list) => new Set(list))],
    ['an ISO text into a date', z.iso.datetime().transform((text) => new Date(text))],
    [
      'a date of valibot',
      v.pipe(
        v.nullable(v.string()),
        v.transform(() => new Date(0)),
      ),
    ],
  ])('is refused before a model is asked: %s', (_name, foreign) => {
    expect(() => defineGate({ name: 'g', schema: foreign })).toThrow(GateDefinitionError);
  });

  it.each<[string, StandardSchemaV1, unknown]>([
    ['a coerced bigint', z.object({ a: z.coerce.bigint() }), { a: '1' }],
    ['a transform into data', z.object({ a: z.string().transform((s) => [s]) }), { a: '1' }],
    ['a coerced number', z.object({ a: z.coerce.number() }), { a: '1' }],
  ])('is not seen in %s', (_name, fine, value) => {
    expect(defineGate({ name: 'g', schema: fine }).validate(value).ok).toBe(true);
  });

  it('is refused at the first value that shows it, where no sample does', () => {
    const late = z.object({
      at: z
        .string()
        .regex(/^\d{4}$/)
        .transform((text) => new Date(text)),
    });
    const gate = defineGate({ name: 'g', schema: late });
    expect(gate.validate({ at: 'x' }).ok).toBe(false);
    expect(() => gate.validate({ at: '2026' })).toThrow(/plain data, got .* at "\/at"/);
  });
});

describe('a pattern of a rule', () => {
  const vendor = z.object({
    vendor: z.string(),
    lines: z.array(z.object({ sum: z.number() })),
    by: z.record(z.string(), z.object({ a: z.string() })),
    either: z.union([z.object({ x: z.string() }), z.string()]).optional(),
    loose: z.looseObject({ known: z.string() }),
    any: z.unknown(),
    pair: z.tuple([z.string(), z.object({ y: z.string() })]),
  });
  const define = (pattern: string, of: StandardSchemaV1 = vendor) =>
    defineGate({ name: 'g', schema: of, rules: [{ ...rule, select: [pattern] }] });

  it.each([
    '/vendr',
    '/vendor/name',
    '/lines/sum',
    '/lines/*/summ',
    '/line/**',
    '/by/*/b',
    '/either/z',
    '/pair/1/z',
  ])('is refused where no value of the schema has the place: %s', (pattern) => {
    expect(() => define(pattern)).toThrow(GateDefinitionError);
    expect(() => define(pattern)).toThrow(`\`select\` has "${pattern}"`);
  });

  it.each([
    '',
    '/**',
    '/vendor',
    '/lines/*/sum',
    '/lines/3/sum',
    '/lines/**',
    '/by/anything/a',
    '/either/x',
    '/loose/other',
    '/any/thing/at/all',
    '/pair/1/y',
    '/*',
  ])('is accepted where a value can have the place: %s', (pattern) => {
    expect(() => define(pattern)).not.toThrow();
  });

  it('is accepted where the shape is not known', () => {
    expect(() => define('/a/b', v.object({ c: v.string() }))).not.toThrow();
    expect(() => define('/a/b', z.unknown())).not.toThrow();
  });

  it('is a list of patterns', () => {
    const select = '/vendor' as unknown as string[];
    expect(() => defineGate({ name: 'g', schema: vendor, rules: [{ ...rule, select }] })).toThrow(
      'expected a list of JSON Pointer patterns in `select`',
    );
  });
});

describe('defineRule', () => {
  it('takes the codes from the texts, and Must as severity', () => {
    const made = defineRule({
      id: 'x',
      messages: { en: { a: '' }, ja: { a: '', b: '' } },
      check: () => undefined,
    });
    expect(made).toMatchObject({ severity: 'must', codes: ['a', 'b'] });
    expect(defineRule({ id: 'x', messages: { c: 'text' }, check: () => undefined }).codes).toEqual([
      'c',
    ]);
  });
});
