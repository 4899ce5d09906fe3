import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, type Finding, type StandardSchemaV1 } from '@kanmon/core/gate';

/** One shape, as three libraries write it. */
const vendors: readonly (readonly [string, StandardSchemaV1])[] = [
  [
    'zod',
    z.object({
      title: z.string(),
      count: z.number(),
      place: z.object({ street: z.string() }),
      tags: z.array(z.string()).min(2),
      state: z.enum(['open', 'closed']),
    }),
  ],
  [
    'valibot',
    v.object({
      title: v.string(),
      count: v.number(),
      place: v.object({ street: v.string() }),
      tags: v.pipe(v.array(v.string()), v.minLength(2)),
      state: v.picklist(['open', 'closed']),
    }),
  ],
  [
    'ArkType',
    type({
      title: 'string',
      count: 'number',
      place: { street: 'string' },
      tags: 'string[] >= 2',
      state: "'open' | 'closed'",
    }),
  ],
];

const valid = {
  title: 't',
  count: 1,
  place: { street: 's' },
  tags: ['a', 'b'],
  state: 'open',
};

describe.each(vendors)('issues of %s', (name, schema) => {
  const gate = defineGate({ name, schema });
  const found = (changes: object): readonly Partial<Finding>[] =>
    gate.validate({ ...valid, ...changes }).findings.map(({ code, path, params }) =>
      // Every library words its messages in its own way.
      code === 'schema-mismatch' ? { code, path } : { code, path, params },
    );

  it('are empty for a valid value', () => {
    expect(found({})).toEqual([]);
  });

  it.each([
    [{ title: undefined }, { code: 'required', path: '/title', params: {} }],
    [{ place: {} }, { code: 'required', path: '/place/street', params: {} }],
    [
      { title: null },
      { code: 'wrong-type', path: '/title', params: { expected: 'string', received: 'null' } },
    ],
    [
      { title: 5 },
      { code: 'wrong-type', path: '/title', params: { expected: 'string', received: 'number' } },
    ],
    [
      { count: '5' },
      { code: 'wrong-type', path: '/count', params: { expected: 'number', received: 'string' } },
    ],
    [
      { place: 'x' },
      { code: 'wrong-type', path: '/place', params: { expected: 'object', received: 'string' } },
    ],
    [
      { tags: ['a', 2] },
      { code: 'wrong-type', path: '/tags/1', params: { expected: 'string', received: 'number' } },
    ],
    [
      { tags: {} },
      { code: 'wrong-type', path: '/tags', params: { expected: 'array', received: 'object' } },
    ],
    [{ tags: ['a'] }, { code: 'too-few', path: '/tags', params: { minimum: 2, actual: 1 } }],
    [{ state: 'ajar' }, { code: 'schema-mismatch', path: '/state' }],
    [{ state: undefined }, { code: 'required', path: '/state', params: {} }],
  ])('for %j are %j', (changes, finding) => {
    expect(found(changes)).toContainEqual(finding);
  });
});

describe('issues that have a message and a path only', () => {
  const schema: StandardSchemaV1 = {
    '~standard': {
      version: 1,
      vendor: 'plain',
      validate: () => ({
        issues: [
          { message: 'no', path: ['gone', 0] },
          { message: 'bad text', path: [{ key: 'title' }] },
          { message: 'bad whole' },
        ],
      }),
    },
  };

  it('are required where the member is absent, else a mismatch with the message', () => {
    expect(defineGate({ name: 'plain', schema }).validate({ title: 5 }).findings).toMatchObject([
      { rule: 'schema', code: 'required', severity: 'must', path: '/gone/0' },
      { code: 'schema-mismatch', path: '/title', params: { message: 'bad text' } },
      { code: 'schema-mismatch', path: '', params: { message: 'bad whole' } },
    ]);
  });
});

describe('minimums', () => {
  it('that are exclusive ask for one more', () => {
    const schema: StandardSchemaV1 = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: () => {
          const issue = { message: 'more', path: ['a'], minimum: 2, inclusive: false };
          return { issues: [issue] };
        },
      },
    };
    const gate = defineGate({ name: 'min', schema });
    expect(gate.validate({ a: [1, 2] }).findings).toMatchObject([
      { params: { minimum: 3, actual: 2 } },
    ]);
    expect(gate.validate({ a: [1, 2, 3] }).findings).toMatchObject([{ code: 'schema-mismatch' }]);
  });

  it.each([
    ['of zod, exact', z.array(z.string()).length(3), [], { minimum: 3, actual: 0 }],
    ['of zod, nonempty', z.array(z.string()).nonempty(), [], { minimum: 1, actual: 0 }],
    ['of zod, a tuple', z.tuple([z.string(), z.string()]), ['a'], { minimum: 2, actual: 1 }],
    [
      'of valibot, non-empty',
      v.pipe(v.array(v.string()), v.nonEmpty()),
      [],
      { minimum: 1, actual: 0 },
    ],
    [
      'of valibot, exact',
      v.pipe(v.array(v.string()), v.length(2)),
      ['a'],
      { minimum: 2, actual: 1 },
    ],
  ])('%s', (_name, schema, value, params) => {
    const [finding] = defineGate<unknown>({ name: 'min', schema }).validate(value).findings;
    expect(finding).toMatchObject({ code: 'too-few', path: '', params });
  });

  it.each([
    ['of a text', z.string().min(3), 'ab'],
    ['of a number', z.number().min(3), 2],
    ['that are maximums', z.array(z.string()).max(1), ['a', 'b']],
    ['that are maximums of valibot', v.pipe(v.array(v.string()), v.maxLength(1)), ['a', 'b']],
  ])('%s are not reported', (_name, schema, value) => {
    const [finding] = defineGate<unknown>({ name: 'min', schema }).validate(value).findings;
    expect(finding).toMatchObject({ code: 'schema-mismatch' });
  });
});
