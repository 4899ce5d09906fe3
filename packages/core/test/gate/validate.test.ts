import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nonsense } from './run-helpers.ts';
import { defineGate, defineRule, isGated, type RuleInput } from '@kanmon/core/gate';
import { GateDefinitionError } from '@kanmon/core';

const anything = z.unknown();

function gateOf(...rules: readonly RuleInput<never>[]) {
  return defineGate({
    name: 'test',
    schema: anything,
    rules: rules.map((rule) => defineRule(rule)),
  });
}

const visit = (id: string, select: readonly string[], more: Partial<RuleInput> = {}) =>
  defineRule({
    id,
    select,
    codes: ['seen'],
    check: (_node, _context, report) => report('seen'),
    ...more,
  });

function visited(select: readonly string[], value: unknown, more: Partial<RuleInput> = {}) {
  const gate = defineGate({ name: 'test', schema: anything, rules: [visit('v', select, more)] });
  return gate.validate(value).findings.map(({ path }) => path);
}

/** A gate whose schema does what it likes. */
function gateWith(validate: (value: unknown) => never) {
  return defineGate({
    name: 'odd',
    schema: { '~standard': { version: 1, vendor: 'odd', validate } },
  });
}

const thenMember = ['then', () => undefined] as const;

describe('what a rule reports', () => {
  it('is reported with the expected type', () => {
    const told: unknown[] = [];
    const trying = (report: () => void): void => {
      try {
        report();
      } catch (error) {
        told.push(error instanceof Error && error.message);
      }
    };
    const gate = gateOf({
      id: 'r',
      codes: ['c'],
      check: (_node, _context, report) => {
        trying(() => report(''));
        trying(() => report('c', { path: 'a' }));
      },
    });
    expect(gate.validate({}).ok).toBe(true);
    expect(told).toEqual([
      'expected a code to report in rule "r", got ""',
      'expected a JSON Pointer below the node (\'\' or \'/member\') in rule "r", got "a"',
    ]);
  });

  it('keeps its booleans and numbers, and nothing that canonical JSON cannot carry', () => {
    const params = { flag: false, share: 0.5, none: Number.NaN, half: '\uD83D' };
    const gate = gateOf({
      id: 'r',
      codes: ['c'],
      check: (_node, _context, report) => report('c', { params }),
    });
    expect(gate.validate({}).findings[0]?.params).toEqual({
      flag: false,
      share: 0.5,
      none: 'NaN',
      half: '\uFFFD',
    });
  });

  it('is asked of it in the order of definition, however its patterns are written', () => {
    const order: string[] = [];
    const asking = (id: string, select: readonly string[]) =>
      visit(id, select, { check: (_node, _context, _report, at) => void order.push(id + at.path) });
    const rules = [asking('deep', ['/a/**']), asking('star', ['/*/b']), asking('named', ['/a/b'])];
    defineGate({ name: 'test', schema: anything, rules }).validate({ a: { b: 1 } });
    expect(order).toEqual(['deep/a', 'deep/a/b', 'star/a/b', 'named/a/b']);
  });

  it('are no codes where it has none', () => {
    expect(defineRule({ id: 'r', check: () => undefined }).codes).toEqual([]);
  });

  it('cannot be added to afterwards', () => {
    const verdict = gateOf().validate({});
    expect([verdict.errors, verdict.warnings]).toEqual([[], []]);
    expect([verdict, verdict.errors, verdict.warnings].every(Object.isFrozen)).toBe(true);
  });
});

describe('what a rule sees', () => {
  const value = { b: [{ x: 'one' }, { x: 2 }], a: { x: null, 'y/z~': true } };

  it('is the root by default', () => {
    expect(visited([''], value)).toEqual(['']);
    const gate = gateOf({ id: 'r', codes: ['c'], check: (_n, _c, report) => report('c') });
    expect(gate.validate({ a: 1 }).findings).toMatchObject([{ rule: 'r', path: '' }]);
  });

  it('is what its patterns select, in document order, each node once', () => {
    expect(visited(['/a/x', '/b/*/x', '/b/0/x'], value)).toEqual(['/b/0/x', '/b/1/x', '/a/x']);
    expect(visited(['/a/**'], value)).toEqual(['/a', '/a/x', '/a/y~1z~0']);
    expect(visited(['/**'], value)).toEqual([
      '',
      '/b',
      '/b/0',
      '/b/0/x',
      '/b/1',
      '/b/1/x',
      '/a',
      '/a/x',
      '/a/y~1z~0',
    ]);
    expect(visited(['/b/1', '/*', '/b/**'], value)).toEqual([
      '/b',
      '/b/0',
      '/b/0/x',
      '/b/1',
      '/b/1/x',
      '/a',
    ]);
  });

  it('is only what is there, by own members', () => {
    expect(visited(['/toString', '/b/length', '/b/-', '/b/00', '/missing'], value)).toEqual([]);
    expect(visited(['/__proto__'], JSON.parse('{"__proto__": 1}'))).toEqual(['/__proto__']);
  });

  it('is of its type only', () => {
    const types = { s: '', a: [], o: {}, n: 1, b: false, z: null };
    expect(visited(['/*'], types, { type: 'string' })).toEqual(['/s']);
    expect(visited(['/*'], types, { type: 'array' })).toEqual(['/a']);
    expect(visited(['/*'], types, { type: 'object' })).toEqual(['/o']);
    expect(visited(['/*'], types, { type: 'number' })).toEqual(['/n']);
    expect(visited(['/*'], types, { type: 'boolean' })).toEqual(['/b']);
    expect(visited(['/*'], types, { type: 'any' })).toHaveLength(6);
  });

  it('is the raw value, before defaults and transforms', () => {
    const schema = z.object({ title: z.string().trim().default('none'), n: z.number().default(1) });
    const gate = defineGate({
      name: 'test',
      schema,
      rules: [visit('v', ['/**'], { severity: 'should' })],
    });
    const verdict = gate.validate({ title: ' x ' });
    expect(verdict.findings.map(({ path }) => path)).toEqual(['', '/title']);
    expect(verdict.ok && verdict.value).toEqual({ title: 'x', n: 1 });
  });

  it('does not show in what passes: that is the output of the schema, whatever it changed', () => {
    const stripping = defineGate({
      name: 'test',
      schema: z.object({ a: z.object({ b: z.string() }) }),
    });
    const stripped = stripping.validate({ a: { b: 'x', extra: 1 }, more: 2 });
    expect(stripped.ok && stripped.value).toEqual({ a: { b: 'x' } });
    const trimming = defineGate({ name: 'test', schema: z.array(z.string().trim()) });
    const trimmed = trimming.validate([' x ']);
    expect(trimmed.ok && trimmed.value).toEqual(['x']);
  });

  it('waits for the schema where it needs it', () => {
    const gate = defineGate({
      name: 'test',
      schema: z.object({ a: z.string() }),
      rules: [visit('needs', [''], { needs: 'schema' }), visit('free', [''])],
    });
    expect(gate.validate({}).findings.map(({ rule }) => rule)).toEqual(['schema', 'free']);
    expect(gate.validate({ a: '' }).findings.map(({ rule }) => rule)).toEqual(['needs', 'free']);
  });

  it('comes with the context, the path and the root', () => {
    const seen: unknown[] = [];
    const gate = defineGate({
      name: 'test',
      schema: anything,
      rules: [
        defineRule({
          id: 'r',
          codes: ['c'],
          select: ['/a/0'],
          check: (node: unknown, context: { ids: string[] }, _report, at) => {
            seen.push(node, context.ids, at.path, at.root);
          },
        }),
      ],
    });
    gate.validate({ a: [1] }, { ids: ['n1'] });
    expect(seen).toEqual([1, ['n1'], '/a/0', { a: [1] }]);
  });
});

describe('findings', () => {
  it('come from the schema first, then by rule, then by place', () => {
    const gate = defineGate({
      name: 'test',
      schema: z.object({ z: z.string(), a: z.number() }),
      rules: [visit('second', ['/*']), visit('first', ['/a', '/z'])],
    });
    const found = gate.validate({ z: 1, a: 'x' }).findings;
    expect(found.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'schema /z',
      'schema /a',
      'second /z',
      'second /a',
      'first /z',
      'first /a',
    ]);
  });

  it('of an earlier rule come first, even for a later place', () => {
    const gate = defineGate({
      name: 'test',
      schema: anything,
      rules: [visit('deep', ['/a/b']), visit('all', ['/**']), visit('root', [''])],
    });
    const found = gate.validate({ a: { b: 1 } }).findings;
    expect(found.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'deep /a/b',
      'all ',
      'all /a',
      'all /a/b',
      'root ',
    ]);
  });

  it('are reported once, whatever the order of their parameters', () => {
    const gate = gateOf({
      id: 'r',
      codes: ['c'],
      check: (_node, _context, report) => {
        report('c', { params: { a: 1, b: 'x' } });
        report('c', { params: { b: 'x', a: 1 } });
        report('c', { params: { a: 2, b: 'x' } });
        report('c', { path: '/deeper', params: { a: 1, b: 'x' } });
      },
    });
    expect(gate.validate({}).findings.map(({ path, params }) => [path, params['a']])).toEqual([
      ['', 1],
      ['', 2],
      ['/deeper', 1],
    ]);
  });

  it('have parameters that JSON can carry', () => {
    const gate = gateOf({
      id: 'r',
      codes: ['c'],
      check: (_node, _context, report) => report('c', { params: { n: Number.NaN, s: '\uD800' } }),
    });
    expect(gate.validate({}).findings[0]?.params).toEqual({ n: 'NaN', s: '\uFFFD' });
  });

  it('cannot be changed, and neither can the verdict', () => {
    const gate = gateOf({ id: 'r', codes: ['c'], check: (_n, _c, report) => report('c') });
    const verdict = gate.validate({});
    expect(Object.isFrozen(verdict)).toBe(true);
    expect(Object.isFrozen(verdict.errors)).toBe(true);
    expect(Object.isFrozen(verdict.findings[0]?.params)).toBe(true);
  });

  it('of a Should do not reject the value', () => {
    const gate = defineGate({
      name: 'test',
      schema: z.object({}),
      rules: [visit('s', [''], { severity: 'should', messages: { seen: 'look again' } })],
    });
    const verdict = gate.validate({});
    expect(verdict).toMatchObject({ ok: true, errors: [], warnings: ['look again'] });
    expect(isGated(verdict.ok && verdict.value)).toBe(true);
  });
});

describe('texts', () => {
  const rule = defineRule({
    id: 'r',
    messages: { en: { c: 'rule {place}' }, ja: { c: '規則 {place}' } },
    select: ['/a'],
    check: (_node, _context, report) => report('c'),
  });
  const other = defineRule({
    id: 'other',
    messages: { c: 'another text of the same code' },
    select: ['/b'],
    check: (_node, _context, report) => report('c'),
  });

  it('are part of the rule, also where two rules share a code', () => {
    const gate = defineGate({ name: 'test', schema: anything, rules: [rule, other] });
    expect(gate.validate({ a: 1, b: 2 }).errors).toEqual([
      'rule a',
      'another text of the same code',
    ]);
    expect(gate.validate({ a: 1 }, undefined, { locale: 'ja' }).errors).toEqual(['規則 a']);
  });

  it('of the gate win over them, and those of the call over both', () => {
    const catalog = { en: { c: 'gate' } };
    const gate = defineGate({ name: 'test', schema: anything, rules: [rule], catalog });
    expect(gate.validate({ a: 1 }).errors).toEqual(['gate']);
    expect(gate.validate({ a: 1 }, undefined, { catalog: { en: { c: 'call' } } }).errors).toEqual([
      'call',
    ]);
  });

  it('are built in for the codes of the schema, in both languages', () => {
    const gate = defineGate({ name: 'test', schema: z.object({ title: z.string() }) });
    expect(gate.validate({}).errors).toEqual(['title is missing.']);
    expect(gate.validate({}, undefined, { locale: 'ja' }).errors[0]).toMatch(/title/);
  });

  it('are not needed: a code without text is shown with its place', () => {
    const gate = gateOf({ id: 'r', codes: ['odd'], check: (_n, _c, report) => report('odd') });
    expect(gate.validate({}).errors).toEqual(['odd at (root)']);
  });
});

describe('a rule that fails', () => {
  it('is a Must, even if the rule is a Should', () => {
    const gate = gateOf({
      id: 'r',
      severity: 'should',
      codes: ['c'],
      select: ['/a'],
      check: () => {
        throw new Error('broken');
      },
    });
    expect(gate.validate({ a: 1 })).toMatchObject({
      ok: false,
      findings: [
        { rule: 'r', code: 'rule-threw', severity: 'must', path: '/a', params: { rule: 'r' } },
      ],
    });
  });

  it.each<[string, () => unknown, string]>([
    ['an error', () => nonsenseOf(undefined), 'TypeError: Cannot read properties of undefined'],
    ['a promise', () => Promise.resolve(), 'expected `check` to return nothing, got'],
  ])('names %s in its text', (_name, check, text) => {
    const gate = gateOf({ id: 'r', codes: ['c'], check: () => check() as undefined });
    const [error] = gate.validate({}).errors;
    expect(error).toContain('The rule "r" failed at value, so the value cannot pass. Fix the rule');
    expect(error).toContain(text);
    expect(gate.validate({}, undefined, { locale: 'ja' }).errors[0]).toContain(text);
  });

  it('keeps what it found before', () => {
    const gate = gateOf({
      id: 'r',
      codes: ['c'],
      check: (_node, _context, report) => {
        report('c');
        throw new Error('broken');
      },
    });
    expect(gate.validate({}).findings.map(({ code }) => code)).toEqual(['c', 'rule-threw']);
  });

  it('by reporting at a place that is no pointer does not pass', () => {
    const gate = gateOf({
      id: 'r',
      codes: ['c'],
      severity: 'should',
      check: (_node, _context, report) => report('c', { path: 'title' }),
    });
    expect(gate.validate({}).findings).toMatchObject([{ code: 'rule-threw' }]);
  });

  it.each<[string, unknown]>([
    ['a promise', Promise.resolve()],
    ['a promise of another library', Object.fromEntries([thenMember])],
    ['false', false],
    ['true', true],
    ['null', null],
    ['a list of findings', []],
  ])('by returning %s does not pass', (_name, returned) => {
    const gate = gateOf({ id: 'r', codes: ['c'], check: () => returned as undefined });
    expect(gate.validate({}).findings).toMatchObject([{ code: 'rule-threw', severity: 'must' }]);
  });
});

function nonsenseOf(value: unknown): unknown {
  return (value as { readonly list: unknown }).list;
}

describe('validate never throws', () => {
  const gate = defineGate({
    name: 'test',
    schema: z.unknown(),
    rules: [visit('all', ['/**'], { severity: 'should' })],
  });
  const cyclic: Record<string, unknown> = { a: { b: [] } };
  cyclic['c'] = [{ back: cyclic }];
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;

  it.each([
    ['undefined', undefined, 'schema-mismatch', ''],
    ['a function', () => 1, 'schema-mismatch', ''],
    ['a symbol', Symbol('s'), 'schema-mismatch', ''],
    ['a bigint below', { a: [1n] }, 'schema-mismatch', '/a/0'],
    ['NaN', { n: Number.NaN }, 'schema-mismatch', '/n'],
    ['a date', { at: new Date(0) }, 'schema-mismatch', '/at'],
    ['a map', new Map(), 'schema-mismatch', ''],
    // oxlint-disable-next-line no-sparse-arrays
    ['a hole', [1, , 2], 'schema-mismatch', '/1'],
    ['half a surrogate pair', { t: 'a\uD83D' }, 'schema-mismatch', '/t'],
    ['a cycle', cyclic, 'schema-mismatch', '/c/0/back'],
    [
      'a getter that throws',
      Object.defineProperty({}, 'a', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
      'rule-threw',
      '/a',
    ],
    [
      'a proxy that throws',
      {
        p: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no');
            },
          },
        ),
      },
      'rule-threw',
      '/p',
    ],
    [
      'a proxy of a prototype that throws',
      new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error('no');
          },
        },
      ),
      'rule-threw',
      '',
    ],
  ])('on %s', (_name, value, code, path) => {
    const verdict = gate.validate(value);
    expect(verdict.ok).toBe(false);
    expect(verdict.findings).toMatchObject([{ rule: 'schema', code, severity: 'must', path }]);
  });

  it('on a revoked proxy and on depth', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [proxy, deep]) expect(gate.validate(value).ok).toBe(false);
  });

  it('and reads a value once, so that a getter cannot change its mind', () => {
    let reads = 0;
    const value = {
      get title() {
        reads += 1;
        return reads === 1 ? 'good' : 'bad';
      },
    };
    const strict = defineGate({ name: 'test', schema: z.object({ title: z.literal('good') }) });
    const verdict = strict.validate(value);
    expect(verdict.ok && verdict.value).toEqual({ title: 'good' });
    expect(reads).toBe(1);
  });

  it.each(['null', '5', '{"issues":[]}', '{"issues":[null]}', '{"issues":5}'])(
    'on a schema that returns %s',
    (result) => {
      expect(gateWith(() => nonsense(result)).validate({ a: 1 }).ok).toBe(false);
    },
  );

  it('on a schema that throws', () => {
    const thrown = gateWith(() => {
      throw new Error('no');
    });
    expect(thrown.validate({}).findings).toMatchObject([{ code: 'schema-mismatch', path: '' }]);
  });

  it('but reports an asynchronous schema at once', () => {
    const refined = z.object({ a: z.string().refine(async () => Promise.resolve(true)) });
    const check = (): unknown => defineGate({ name: 'late', schema: refined }).validate({ a: '' });
    expect(check).toThrow(GateDefinitionError);
  });
});
