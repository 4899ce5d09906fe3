import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contentHash, GateDefinitionError, sha256Hex } from '@kanmon/core';
import {
  defineGate,
  defineRule,
  type Finding,
  type GateEvent,
  planCorrection,
  type RuleReport,
} from '@kanmon/core/gate';
import { advice, adviceGate, context } from './advice-gate.ts';
import { nonsense, run } from './run-helpers.ts';

const thenMember = ['then', () => undefined] as const;

describe('the output of a schema', () => {
  it('may hold what is no JSON, as long as it cannot be changed', () => {
    const gate = defineGate({
      name: 'g',
      schema: z.object({ a: z.string().transform(() => ({ n: Number.NaN, u: undefined, b: 1n })) }),
    });
    const verdict = gate.validate({ a: '' });
    expect(verdict.ok && verdict.value).toStrictEqual({
      a: { n: Number.NaN, u: undefined, b: 1n },
    });
  });

  /** A gate whose schema lets everything pass and puts this in its place. */
  const replacing = (output: unknown) =>
    defineGate({
      name: 'g',
      schema: { '~standard': { version: 1, vendor: 'own', validate: () => ({ value: output }) } },
    });

  it('is the very value that the rules saw, where the schema changes nothing', () => {
    const seen: unknown[] = [];
    const gate = defineGate({
      name: 'g',
      schema: z.object({ list: z.array(z.unknown()), text: z.string(), none: z.null() }),
      rules: [
        defineRule({ id: 'r', codes: ['c'], check: (node: unknown) => void seen.push(node) }),
      ],
    });
    const value = { list: [1, [true, null], { a: 'b', c: {} }], text: '', none: null };
    const verdict = gate.validate(value);
    expect(verdict.ok && verdict.value).toEqual(value);
    expect(verdict.ok && Object.is(verdict.value, seen[0])).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [[1, 2], [1]],
    [[1], [1, 2]],
    [
      [1, [2]],
      [1, [3]],
    ],
    [{ a: 1 }, {}],
    [{ a: 1 }, { b: undefined }],
    [{ a: 1 }, { a: 2 }],
    [{ a: { b: [1] } }, { a: { b: ['1'] } }],
    [{}, []],
    [[], {}],
    [{ a: [] }, { a: {} }],
    ['x', {}],
    ['ab', ['a', 'b']],
    [null, {}],
    [null, []],
    [{}, null],
    [[], null],
    [{ a: 1 }, 'a'],
    [0, false],
    [1, 1],
    [null, null],
  ])('of %j is %j, if the schema returns that', (value, output) => {
    const verdict = replacing(output).validate(value);
    expect(verdict.ok && verdict.value).toStrictEqual(output);
    expect(verdict.ok).toBe(true);
  });

  it('is refused where it is no plain object, though it has the same members', () => {
    class Point {
      readonly x = 1;
    }
    for (const output of [new Point(), { p: new Point() }]) {
      const value: unknown = JSON.parse(JSON.stringify(output));
      expect(() => replacing(output).validate(value)).toThrow(GateDefinitionError);
    }
  });

  it('is refused where it holds a function', () => {
    const schema = z.object({ a: z.string().transform(() => [() => 1]) });
    expect(() => defineGate({ name: 'g', schema })).toThrow(
      'plain data, got a class instance or a function at "/a/0"',
    );
  });

  it('is refused when the schema reports no issue', () => {
    const gate = defineGate({
      name: 'g',
      schema: {
        '~standard': { version: 1, vendor: 'own', validate: () => nonsense('{"issues":[]}') },
      },
    });
    expect(gate.validate({}).findings).toEqual([
      {
        rule: 'schema',
        code: 'schema-mismatch',
        severity: 'must',
        path: '',
        params: { message: 'refused without an issue' },
      },
    ]);
  });

  it('counts as thrown when the schema throws an error of a definition for a value', () => {
    const validate = (): never => {
      throw new GateDefinitionError('of a gate inside of the schema');
    };
    const schema = { '~standard': { version: 1, vendor: 'own', validate } } as const;
    const gate = defineGate({ name: 'g', schema });
    expect(gate.validate({}).findings).toMatchObject([{ rule: 'schema', code: 'rule-threw' }]);
  });

  it('counts as thrown when its issues cannot be read', () => {
    const gate = defineGate({
      name: 'g',
      schema: {
        '~standard': { version: 1, vendor: 'own', validate: () => nonsense('{"issues":[null]}') },
      },
    });
    expect(gate.validate({}).findings).toMatchObject([
      { code: 'rule-threw', path: '', params: { rule: 'schema' } },
    ]);
  });

  it('counts as thrown when it returns neither a value nor issues', () => {
    const gate = defineGate({
      name: 'g',
      schema: { '~standard': { version: 1, vendor: 'own', validate: () => nonsense('{}') } },
    });
    expect(gate.validate({}).findings).toMatchObject([{ code: 'rule-threw' }]);
  });

  it('is asynchronous where the schema returns a thenable of any kind', () => {
    const validate = () => Object.fromEntries([thenMember]) as never;
    const late = { '~standard': { version: 1, vendor: 'own', validate } } as const;
    expect(() => defineGate({ name: 'g', schema: late })).toThrow(GateDefinitionError);
  });
});

describe('issues of zod', () => {
  const findings = (schema: z.ZodType, value: unknown): readonly Finding[] =>
    defineGate({ name: 'g', schema }).validate(value).findings;

  it('about an empty list are no minimum unless they name one', () => {
    const some = z.array(z.string()).refine(() => false, 'never');
    expect(findings(z.object({ a: some }), { a: [] })).toMatchObject([
      { code: 'schema-mismatch', path: '/a', params: { message: 'never' } },
    ]);
  });

  it('are at keys that need an escape', () => {
    const schema = z.object({ 'a/b': z.string(), 'c~d': z.array(z.number()) });
    expect(findings(schema, { 'a/b': 1, 'c~d': ['x'] }).map(({ path }) => path)).toEqual([
      '/a~1b',
      '/c~0d/0',
    ]);
  });
});

describe('rules', () => {
  const found = (check: (node: unknown, given: unknown, report: RuleReport) => void) =>
    defineGate({
      name: 'g',
      schema: z.unknown(),
      rules: [defineRule({ id: 'r', codes: ['c'], select: ['/*'], severity: 'should', check })],
    }).validate({ 'a/b': 1 }).findings;

  it.each([
    ['an empty code', (report: RuleReport) => report('')],
    ['a code that is none', (report: RuleReport) => report(nonsense('5'))],
    ['a place that is no pointer', (report: RuleReport) => report('c', { path: 'x' })],
  ])('that report %s have failed', (_name, broken) => {
    expect(found((_node, _given, report) => broken(report))).toMatchObject([
      { code: 'rule-threw', severity: 'must', path: '/a~1b', params: { rule: 'r' } },
    ]);
  });

  it('judge members whose names need an escape', () => {
    const gate = defineGate({
      name: 'g',
      schema: z.unknown(),
      rules: [
        defineRule({
          id: 'r',
          codes: ['c'],
          select: ['/*'],
          check: (_n, _c, report) => report('c'),
        }),
      ],
    });
    expect(gate.validate({ 'a/b': 1, 'c~d': 2, e: 3 }).findings.map(({ path }) => path)).toEqual([
      '/a~1b',
      '/c~0d',
      '/e',
    ]);
  });

  it('that failed to the type of the schema are repaired at the place alone', () => {
    const value = { ...advice(), target: 5, summary: 'x'.repeat(200) };
    const { findings } = adviceGate.validate(value, context);
    const made = planCorrection({ gate: adviceGate, raw: '', value, complete: true, findings });
    expect(made).toMatchObject({ mode: 'patch', editable: ['/target/**'] });
  });

  it('that the gate does not know are repaired at the place alone', () => {
    const value = { ...advice(), summary: 'x'.repeat(200) };
    const stray = {
      rule: 'gone',
      code: 'c',
      severity: 'must',
      path: '/target',
      params: {},
    } as const;
    const made = planCorrection({
      gate: adviceGate,
      raw: '',
      value,
      complete: true,
      findings: [stray],
    });
    expect(made).toMatchObject({ mode: 'patch', editable: ['/target/**'] });
  });
});

describe('events', () => {
  const answer = JSON.stringify(advice());
  const only = (events: readonly GateEvent[], type: GateEvent['type']): unknown =>
    events.find((event) => event.type === type);

  it('hold the content hash of what was extracted', async () => {
    const { events } = await run([answer]);
    expect(only(events, 'value-extracted')).toMatchObject({ valueHash: contentHash(advice()) });
  });

  it('hold hashes of texts in a digest, also of those that are no Unicode', async () => {
    const whole = await run([answer], { log: 'digest' });
    expect(only(whole.events, 'response-received')).toMatchObject({
      textHash: `sha256:${sha256Hex(answer)}`,
    });
    const torn = await run(['no json \uD83D'], { log: 'digest', budget: { maxAttempts: 1 } });
    expect(only(torn.events, 'response-received')).toMatchObject({
      textHash: `sha256:${sha256Hex('no json \uFFFD')}`,
    });
  });

  it('are frozen to the ground', async () => {
    const usage = { inputTokens: 1, outputTokens: 2 };
    const { events } = await run([
      { text: JSON.stringify(advice({ target: 'n9' })), usage },
      answer,
    ]);
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    for (const event of events) expect(isFrozen(event)).toBe(true);
  });
});
