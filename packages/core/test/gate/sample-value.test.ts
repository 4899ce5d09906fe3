import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema, JsonValue } from '@kanmon/core';
import { defineGate } from '@kanmon/core/gate';
import { sampleValue } from '../../src/gate/schema/sample-value.ts';

/** A schema that holds itself, to any depth. */
function deep(levels: number): JsonSchema {
  let schema: JsonSchema = { type: 'boolean' };
  for (let level = 0; level < levels; level += 1) {
    schema = { type: 'object', properties: { a: schema } };
  }
  return schema;
}

describe('a sample of a JSON Schema', () => {
  it.each<[JsonValue | undefined, JsonValue]>([
    [undefined, null],
    [true, null],
    [{}, null],
    [{ type: 'null' }, null],
    [{ type: 'mystery' }, null],
    [{ const: 0 }, 0],
    [{ const: null, type: 'string' }, null],
    [{ enum: ['x', 'y'] }, 'x'],
    [{ enum: [{ type: 'string' }] }, { type: 'string' }],
    [{ enum: [], type: 'boolean' }, true],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
    [{ oneOf: [{ type: 'boolean' }] }, true],
    [{ allOf: [{ type: 'string' }] }, 'a'],
    [{ type: 'string' }, 'a'],
    [{ type: 'string', minLength: 3 }, 'aaa'],
    [{ type: 'string', minLength: 0 }, ''],
    [{ type: 'string', minLength: 'x' }, 'a'],
    [{ type: 'string', minLength: 1e9 }, 'a'.repeat(256)],
    [{ type: 'boolean' }, true],
    [{ type: 'number' }, 1],
    [{ type: 'integer' }, 1],
    [{ type: 'number', minimum: 5, maximum: 9 }, 5],
    [{ type: 'number', maximum: -2 }, -2],
    [{ type: 'integer', minimum: 0 }, 0],
    [{ type: ['string', 'null'] }, 'a'],
    [{ type: 'array' }, [null]],
    [{ type: 'array', items: { type: 'string' } }, ['a']],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 3 }, [true, true, true]],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 0 }, [true]],
    [{ type: 'array', minItems: 99 }, Array.from({ length: 8 }, () => null)],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { const: 2 }] }, ['a', 2]],
    [{ type: 'array', prefixItems: [], items: { const: 7 } }, [7]],
    [{ type: 'object' }, {}],
    [{ type: 'object', properties: [] }, {}],
    [
      { type: 'object', properties: { a: { type: 'string' }, b: { const: 1 } }, required: ['a'] },
      { a: 'a', b: 1 },
    ],
  ])('%j is %j', (schema, sample) => {
    expect(sampleValue(schema)).toEqual(sample);
  });

  it('ends where a schema does not', () => {
    const levels = (value: JsonValue): string => JSON.stringify(value).replaceAll(/[^{]/g, '');
    expect(sampleValue(deep(8))).toEqual(JSON.parse(`${'{"a":'.repeat(8)}true${'}'.repeat(8)}`));
    expect(levels(sampleValue(deep(30)))).toHaveLength(9);
    const lists: JsonSchema = { type: 'array', items: deep(30) };
    expect(levels(sampleValue(lists))).toHaveLength(8);
    expect(levels(sampleValue({ type: 'array', prefixItems: [deep(30)] }))).toHaveLength(8);
    expect(levels(sampleValue({ anyOf: [deep(30)] }))).toHaveLength(8);
  });
});

describe('the JSON Schema of a schema', () => {
  const standard = {
    version: 1,
    vendor: 'own',
    validate: (value: unknown) => ({ value }),
  } as const;
  /** A gate over a schema that offers this as its JSON Schema. */
  const gateOffering = (jsonSchema: unknown) =>
    defineGate({ name: 'g', schema: { '~standard': Object.assign({ jsonSchema }, standard) } });

  it('is asked for in one draft', () => {
    const asked: unknown[] = [];
    const input = (options: unknown): object => {
      asked.push(options);
      return { type: 'object' };
    };
    expect(gateOffering({ input }).definition.jsonSchema).toEqual({ type: 'object' });
    expect(asked).toEqual([{ target: 'draft-2020-12', libraryOptions: {} }]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'schema'],
    ['no function', { input: {} }],
    ['a list', { input: () => [] }],
    ['a function that is none', { input: () => () => 1 }],
    [
      'an error',
      {
        input: () => {
          throw new Error('no');
        },
      },
    ],
  ])('is absent where the library offers %s', (_name, offered) => {
    expect(gateOffering(offered).definition).not.toHaveProperty('jsonSchema');
  });
});

describe('a wrong type', () => {
  const plain = (expected: unknown) =>
    defineGate({
      name: 'g',
      schema: {
        '~standard': {
          version: 1,
          vendor: 'own',
          validate: () => ({
            issues: [Object.assign({ message: 'm', path: ['a'] }, { expected })],
          }),
        },
      },
    });

  it.each<[string, JsonValue, string]>([
    ['int', 'x', 'integer'],
    ['integer', 'x', 'integer'],
    ['boolean', 1, 'boolean'],
    ['array', {}, 'array'],
    ['tuple', {}, 'array'],
    ['record', 'x', 'object'],
    ['an object', 'x', 'object'],
    ['A String', 1, 'string'],
    ['null', 1, 'null'],
  ])('named %s is refused', (expected, value, name) => {
    expect(plain(expected).validate({ a: value }).findings).toMatchObject([
      { code: 'wrong-type', path: '/a', params: { expected: name } },
    ]);
  });

  it.each<[unknown, JsonValue]>([
    ['string', 'x'],
    ['null', null],
    ['a banana', 1],
    ['toString', 1],
    ['not a string', 1],
    [5, 1],
  ])('is absent where the value has it, or where it is unknown: %s', (expected, value) => {
    expect(plain(expected).validate({ a: value }).findings).toMatchObject([
      { code: 'schema-mismatch', params: { message: 'm' } },
    ]);
  });
});

describe('the text of a finding', () => {
  const gate = defineGate({ name: 'g', schema: z.unknown(), catalog: { en: { c: 'gate {n}' } } });
  const finding = { rule: 'r', code: 'c', severity: 'must', path: '', params: { n: 1 } } as const;

  it('is made by the gate, in the language and with the texts of the call', () => {
    expect(gate.format(finding)).toBe('gate 1');
    expect(gate.format(finding, { catalog: { en: { c: 'call' } } })).toBe('call');
    const both = { en: { c: 'one' }, ja: { c: '一' } };
    expect(gate.format(finding, { catalog: both, locale: 'ja' })).toBe('一');
  });
});
