import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as miniZod from 'zod/mini';
import { contentHash, GateDefinitionError, sha256Hex } from '@kanmon/core';
import {
  defineGate,
  defineRule,
  type Finding,
  type GateEvent,
  planCorrection,
  type RuleReport,
  runGate,
} from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { advice, adviceGate, context } from './advice-gate.ts';
import { nonsense, run } from './run-helpers.ts';

const thenMember = ['then', () => undefined] as const;

describe('the output of a schema', () => {
  it('may hold what is no JSON, as long as it cannot be changed', () => {
    const gate = defineGate({
      name: 'g',
      schema: z.object({ a: z.string().transform(() => ({ n: Infinity, u: undefined, b: 1n })) }),
    });
    const verdict = gate.validate({ a: '' });
    expect(verdict.ok && verdict.value).toStrictEqual({ a: { n: Infinity, u: undefined, b: 1n } });
  });

  it('is refused where a transform could read no number', () => {
    const gate = defineGate({
      name: 'g',
      schema: z.object({ price: z.string().transform(Number) }),
    });
    expect(gate.validate({ price: '１２００円' }).findings).toMatchObject([
      { code: 'schema-mismatch', path: '/price', params: { message: 'NaN is not JSON' } },
    ]);
    expect(gate.validate({ price: '1200' })).toMatchObject({ ok: true, value: { price: 1200 } });
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

  it.each<[string, () => unknown, string]>([
    [
      'the schema throws an error of a definition for a value',
      () => {
        throw new GateDefinitionError('of a gate inside of the schema');
      },
      'it threw GateDefinitionError: of a gate inside of the schema',
    ],
    [
      'the schema throws what has no text',
      () => {
        throw Object.create(null);
      },
      'it threw an error',
    ],
    ['its issues cannot be read', () => nonsense('{"issues":[null]}'), 'it threw TypeError'],
    ['it returns neither a value nor issues', () => nonsense('{}'), 'refused without an issue'],
  ])('is refused when %s', (_name, validate, message) => {
    const schema = { '~standard': { version: 1, vendor: 'own', validate } } as never;
    expect(defineGate({ name: 'g', schema }).validate({}).findings).toMatchObject([
      { code: 'schema-mismatch', path: '', params: { message: expect.stringContaining(message) } },
    ]);
  });

  it('is asynchronous where the schema returns a thenable of any kind', () => {
    const validate = () => Object.fromEntries([thenMember]) as never;
    const late = { '~standard': { version: 1, vendor: 'own', validate } } as const;
    expect(() => defineGate({ name: 'g', schema: late })).toThrow(GateDefinitionError);
  });
});

describe('a refinement or transform that throws', () => {
  const link = z.object({ url: z.string().transform((url) => new URL(url).href) });
  const gate = defineGate({ name: 'link', schema: link });
  const mini = defineGate({
    name: 'mini',
    schema: miniZod.object({ n: miniZod.string().check(miniZod.refine((n) => BigInt(n) > 0n)) }),
  });

  it('refuses the value with the text of the error', () => {
    expect(gate.validate({ url: 'https://a.example' }).ok).toBe(true);
    expect(gate.validate({ url: 'no' }).errors).toEqual([
      'value does not fit the schema: it threw TypeError: Invalid URL',
    ]);
    expect(mini.validate({ n: 'x' }).errors[0]).toContain('it threw SyntaxError');
    expect(gate.read('{"url":"no"}').findings).toMatchObject([{ code: 'schema-mismatch' }]);
  });

  it('is corrected by the model', async () => {
    const client = createScriptedClient(['{"url":"no"}', '{"url":"https://a.example"}']);
    const messages = [{ role: 'user', content: 'q' }] as const;
    const outcome = await runGate(gate, { client, messages });
    expect(outcome.status).toBe('passed');
    expect(JSON.stringify(client.calls[1]?.messages)).toContain('Invalid URL');
  });

  it('is no fault of the definition when the sample value makes it throw', () => {
    for (const parse of [JSON.parse, BigInt, decodeURIComponent] as ((text: string) => unknown)[]) {
      const schema = z.string().refine((text) => parse(`%${text}`) !== undefined);
      expect(defineGate({ name: 'g', schema }).validate('a').ok).toBe(false);
    }
  });

  it('does not hide an asynchronous part', () => {
    const schema = z.string().refine(async () => Promise.resolve(true));
    expect(() => defineGate({ name: 'g', schema })).toThrow('expected a synchronous schema');
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

  it.each<[z.ZodType, unknown, string]>([
    [z.string().min(1), '', '1 文字以上にしてください。'],
    [z.string().max(2), 'abc', '2 文字以下にしてください。'],
    [z.string().length(3), '', '3 文字にしてください。'],
    [z.array(z.number()).max(1), [1, 2], '1 個以下にしてください。'],
    [z.number().gt(0), 0, '0より大きい値にしてください。'],
    [z.number().min(0.5), 0, '0.5以上にしてください。'],
    [z.number().lt(10), 10, '10未満にしてください。'],
    [z.enum(['a', 'b']), 'c', '"a"|"b"にしてください。'],
    [z.literal('a'), 'c', '"a"にしてください。'],
    [z.string().min(1, '店名を入れてください'), '', '店名を入れてください'],
  ])('are written in Japanese: %#', (schema, value, text) => {
    const gate = defineGate({ name: 'g', schema });
    expect(gate.validate(value, undefined, { locale: 'ja' }).errors).toEqual([
      `value がスキーマに合いません: ${text}`,
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
