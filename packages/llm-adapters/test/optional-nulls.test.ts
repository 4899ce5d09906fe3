import type { JsonSchema, JsonValue } from '@kanmon/core';
import { withoutOptionalNulls } from '@kanmon/core/kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerJsonSchema } from '../src/kit.ts';

/** A schema, a value that is valid under it, and the value as strict output spells it: null for absent. */
interface Sample {
  readonly schema: JsonSchema;
  readonly value: JsonValue;
  readonly strict: JsonValue;
}

const definitions = {
  text: { type: 'string' },
  maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
} as const;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** True for a branch that reads the strict value of another one: then the nulls are ambiguous, and stay. */
function reads({ schema: branch }: Sample, { strict }: Sample): boolean {
  const schema = { ...branch, $defs: definitions };
  return ajv.validate(schema, withoutOptionalNulls(strict, schema).value);
}

const plain = (schema: JsonSchema, value: JsonValue): Sample => ({ schema, value, strict: value });

const leaf = fc.constantFrom(
  plain({ type: 'string' }, 'x'),
  plain({ type: 'integer' }, 7),
  plain({ type: ['string', 'null'] }, null),
  plain({ type: ['string', 'null'] }, 'x'),
  plain({ anyOf: [{ type: 'number' }, { type: 'null' }] }, null),
  plain({ type: 'null' }, null),
  plain({ const: 'k' }, 'k'),
  plain({ enum: ['p', null] }, null),
  plain({ type: 'string', enum: ['p', 'q'] }, 'q'),
  plain({ $ref: '#/$defs/text' }, 'x'),
  plain({ $ref: '#/$defs/maybe' }, null),
);

const member = (
  sample: fc.Arbitrary<Sample>,
): fc.Arbitrary<Sample & { optional: boolean; present: boolean }> =>
  fc.tuple(sample, fc.boolean(), fc.boolean()).map(([inner, optional, present]) => ({
    ...inner,
    optional,
    present: present || !optional,
  }));

function objectOf(
  members: Readonly<Record<string, Sample & { optional: boolean; present: boolean }>>,
  tag?: string,
): Sample {
  const entries = Object.entries(members);
  const tagged = tag === undefined ? {} : { type: tag };
  const pick = (key: 'schema' | 'value'): [string, JsonValue][] =>
    entries
      .filter(([, each]) => key === 'schema' || each.present)
      .map(([name, each]) => [name, each[key]]);
  const properties = {
    ...(tag === undefined ? {} : { type: { const: tag } }),
    ...Object.fromEntries(pick('schema')),
  };
  const required = [
    ...Object.keys(tagged),
    ...entries.filter(([, { optional }]) => !optional).map(([name]) => name),
  ];
  return {
    schema: { type: 'object', properties, required, additionalProperties: false },
    value: { ...tagged, ...Object.fromEntries(pick('value')) },
    strict: {
      ...tagged,
      ...Object.fromEntries(
        entries.map(([name, each]) => [name, each.present ? each.strict : null]),
      ),
    },
  };
}

const { sample: samples } = fc.letrec<{ sample: Sample }>((tie) => {
  const members = fc.dictionary(fc.constantFrom('a', 'b', 'c'), member(tie('sample')), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return {
    sample: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      leaf,
      members.map((each) => objectOf(each)),
      tie('sample').map(({ schema, value, strict }) => ({
        schema: { type: 'array', items: schema },
        value: [value],
        strict: [strict],
      })),
      fc.tuple(members, members).map(([left, right]) => {
        const sample = objectOf(left, 'left');
        const branches = [sample.schema, objectOf(right, 'right').schema];
        return { ...sample, schema: { oneOf: branches } };
      }),
      fc
        .tuple(tie('sample'), tie('sample'), fc.boolean())
        .filter(([left, right]) => !reads(right, left))
        .map(([left, right, first]) => ({
          ...left,
          schema: { anyOf: first ? [left.schema, right.schema] : [right.schema, left.schema] },
        })),
    ),
  };
});

describe('strict output', () => {
  it('spells an absent member as null, and core takes that null out again', () => {
    let compared = 0;
    fc.assert(
      fc.property(samples, ({ schema: root, value, strict }) => {
        const schema: JsonSchema = {
          type: 'object',
          properties: { root },
          required: ['root'],
          additionalProperties: false,
          $defs: definitions,
        };
        if (!ajv.validate(schema, { root: value })) throw new Error('an invalid sample');
        const lowered = lowerJsonSchema(schema, 'openai-strict');
        expect(ajv.validate(lowered.schema, { root: strict })).toBe(true);
        const cleaned = withoutOptionalNulls({ root: strict }, schema).value;
        expect(ajv.validate(schema, cleaned), JSON.stringify({ schema, strict, cleaned })).toBe(
          true,
        );
        compared += 1;
      }),
      { numRuns: 150 },
    );
    expect(compared).toBe(150);
  });
});
