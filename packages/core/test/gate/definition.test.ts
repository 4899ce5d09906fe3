import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nonsense } from './run-helpers.ts';
import { defineGate, defineRule } from '@kanmon/core/gate';
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

  it('and says which rule and what to do', () => {
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

  it('is none where the schema offers none or cannot', () => {
    const valibot = defineGate({ name: 'g', schema: v.object({ a: v.string() }) });
    expect(valibot.definition.jsonSchema).toBeUndefined();
    const inexpressible = z.object({ at: z.string().refine(() => true), big: z.bigint() });
    expect(defineGate({ name: 'g', schema: inexpressible }).definition.jsonSchema).toBeUndefined();
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
