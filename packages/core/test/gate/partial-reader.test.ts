import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { GateDefinitionError, type JsonValue } from '@kanmon/core';
import { defineGate, defineRule } from '@kanmon/core/gate';
import { createPartialReader } from '@kanmon/core/stream';
import { advice, adviceGate, context } from './advice-gate.ts';
import { chunksOf } from './run-helpers.ts';

const anything = defineGate({ name: 'any', schema: z.record(z.string(), z.json()) });

/** Every value that a reader shows of a text in pieces of one size. */
function shown(text: string, size: number): readonly unknown[] {
  const reader = createPartialReader(anything);
  return chunksOf(text, size).flatMap((chunk) =>
    reader.feed(chunk) ? [structuredClone(reader.value)] : [],
  );
}

describe('a value that arrives', () => {
  it('shows each member once it is finished', () => {
    expect(shown('{"a":"x","b":[1,{"c":"y"}],"d":{}}', 1)).toEqual([
      { a: 'x' },
      { a: 'x', b: [1] },
      { a: 'x', b: [1, { c: 'y' }] },
      { a: 'x', b: [1, { c: 'y' }], d: {} },
    ]);
  });

  it('shows no null members, but null elements, which hold an index', () => {
    expect(shown('{"a":null,"b":[null,2]}', 100)).toEqual([{ b: [null, 2] }]);
  });

  it('passes over a part without text, as the first chunk of many streams is', () => {
    const reader = createPartialReader(anything);
    for (const delta of [undefined, null, 5, '{"a":', undefined]) {
      expect(reader.feed(delta as string)).toBe(false);
    }
    expect(reader.feed('1}')).toBe(true);
    expect(reader.value).toEqual({ a: 1 });
  });

  it('shows nothing of prose and of a text that begins with another member', () => {
    const reader = createPartialReader(adviceGate, { context });
    expect(reader.feed('Sure: {"result": {"target": "n1"}}')).toBe(false);
    expect(reader.value).toBeUndefined();
  });

  it('ends equal to the value, and every shown leaf is one of the value, in pieces of any size', () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), {
      minKeys: 1,
      maxKeys: 5,
    });
    let compared = 0;
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 9 }), (value, size) => {
        const text = JSON.stringify(value);
        const partials = shown(text, size);
        const wanted = withoutNullMembers(JSON.parse(text) as JsonValue);
        expect(partials.at(-1) ?? {}).toEqual(wanted);
        for (const partial of partials) expectPart(partial, wanted);
        compared += partials.length;
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});

describe('the JSON Schema of a gate', () => {
  const invoice = defineGate({
    name: 'invoice',
    schema: z.object({
      total: z.number(),
      tags: z.array(z.string()),
      state: z.enum(['open', 'paid']),
      note: z.string().nullable(),
      extra: z.record(z.string(), z.number()),
      lines: z.array(z.object({ name: z.string(), amount: z.int() })),
    }),
  });
  const valueOf = (value: unknown): unknown => {
    const reader = createPartialReader(invoice);
    reader.feed(JSON.stringify(value));
    return reader.value;
  };

  it('keeps members of other types, other choices and unknown names from being shown', () => {
    expect(valueOf({ total: '5 yen', tags: 'none', state: 'lost', note: 3, x: 1 })).toBeUndefined();
    expect(valueOf({ total: 5, tags: { a: 'b' }, state: 'paid', lines: { 0: 1 } })).toEqual({
      total: 5,
      state: 'paid',
    });
    expect(valueOf({ extra: ['a', 1], note: 'n' })).toEqual({ note: 'n' });
    expect(valueOf({ extra: { a: 1, b: 'c' } })).toEqual({ extra: { a: 1 } });
  });

  it('stops a list at an element of another type, and judges what is below it', () => {
    expect(valueOf({ tags: ['a', 1, 'b'] })).toEqual({ tags: ['a'] });
    const lines = [
      { name: 'a', amount: 1 },
      { name: 'b', amount: 1.5, more: true },
    ];
    expect(valueOf({ lines })).toEqual({ lines: [{ name: 'a', amount: 1 }, { name: 'b' }] });
  });

  it.each([
    { additionalProperties: true },
    { additionalProperties: {} },
    { patternProperties: { '^x': {} } },
  ])('describes declared members by their schema alone, whatever others may be: %j', (others) => {
    const part = { type: 'object', properties: { k: { type: 'string' } } };
    const jsonSchema = { type: 'object', properties: { part }, ...others };
    const definition = { name: 'g', schema: z.looseObject({}), jsonSchema };
    const reader = createPartialReader(defineGate(definition));
    reader.feed('{"part":{"k":"a","more":"b"},"x":{"more":"c"}}');
    expect(reader.value).toEqual({ part: { k: 'a' }, x: { more: 'c' } });
    const misspelt = defineRule({ id: 'r', select: ['/part/kk'], codes: ['c'], check: () => {} });
    expect(() => defineGate({ ...definition, rules: [misspelt] })).toThrow(GateDefinitionError);
  });

  it('follows references, so that a tree of any depth is judged', () => {
    interface Tree {
      readonly label: string;
      readonly children: readonly Tree[];
    }
    const tree: z.ZodType<Tree> = z.object({
      label: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    const reader = createPartialReader(defineGate({ name: 'tree', schema: tree }));
    reader.feed('{"label":"a","children":[{"label":"b","children":[{"label":1},{"label":"c"}]}]}');
    expect(reader.value).toEqual({
      label: 'a',
      children: [{ label: 'b', children: [{}, { label: 'c' }] }],
    });
  });
});

describe('rules over single nodes', () => {
  it('keep a refused member from being shown', () => {
    const reader = createPartialReader(adviceGate, { context });
    reader.feed(JSON.stringify(advice({ target: 'n9' })));
    expect(reader.value).not.toHaveProperty('target');
    expect(reader.value?.summary).toBe(advice().summary);
    expect(reader.findings).toEqual([
      expect.objectContaining({ code: 'unknown-id', path: '/target' }),
    ]);
  });

  const wholeItem = defineRule({
    id: 'whole-item',
    select: ['/items/*'],
    type: 'object',
    decidable: 'node',
    messages: { bad: 'bad' },
    check(item: Readonly<Record<string, unknown>>, _context, report) {
      if (item['ok'] !== true) report('bad');
    },
  });
  const gate = defineGate({
    name: 'items',
    schema: z.object({ items: z.array(z.object({ name: z.string(), ok: z.boolean() })) }),
    rules: [wholeItem],
  });

  it('hold the node that they judge until it is closed, and stop a list at a refused element', () => {
    const reader = createPartialReader(gate);
    expect(reader.feed('{"items":[{"name":"a",')).toBe(false);
    expect(reader.feed('"ok":true},')).toBe(true);
    expect(reader.value).toEqual({ items: [{ name: 'a', ok: true }] });
    expect(reader.feed('{"name":"b","ok":false},{"name":"c","ok":true}]}')).toBe(false);
    expect(reader.value).toEqual({ items: [{ name: 'a', ok: true }] });
    expect(reader.findings).toHaveLength(1);
  });
});

describe('rules over nodes inside of nodes', () => {
  const plan = z.object({ title: z.string(), steps: z.array(z.json()) });
  const noSecret = (select: readonly string[], type?: 'string' | 'array' | 'object') =>
    defineRule({
      id: `no-secret ${select.join(' ')} ${type}`,
      select,
      ...(type === undefined ? {} : { type }),
      decidable: 'node',
      messages: { secret: 'secret' },
      check(node: unknown, _context, report) {
        if (String(node).includes('SECRET')) report('secret');
      },
    });
  const passes = (select: readonly string[]) =>
    defineRule({
      id: `passes ${select.join(' ')}`,
      select,
      decidable: 'node',
      messages: { never: 'never' },
      check() {
        // Every node passes.
      },
    });
  const readerOf = (...rules: ReturnType<typeof passes>[]) =>
    createPartialReader(defineGate({ name: 'plan', schema: plan, rules }));
  const text = '{"title":"FAQ","steps":["ok",{"a":"b","c":["d","the SECRET","e"]},"f"]}';
  const partOfIt = { title: 'FAQ', steps: ['ok', { a: 'b', c: ['d'] }, 'f'] };

  it.each([
    { name: 'all nodes', rules: [noSecret(['/**'], 'string')] },
    { name: 'all nodes, twice', rules: [noSecret(['/**'], 'string'), passes(['/**'])] },
    { name: 'the list', rules: [noSecret(['/**'], 'string'), passes(['/steps'])] },
    { name: 'an element', rules: [noSecret(['/steps/*/c/*'], 'string'), passes(['/steps/*'])] },
    { name: 'the root', rules: [noSecret(['/steps/*/c/*'], 'string'), passes([''])] },
  ])('never show what the inner one has refused: $name', ({ rules }) => {
    for (const size of [1, 5, 1000]) {
      const reader = readerOf(...rules);
      for (const chunk of chunksOf(text, size)) {
        const before = JSON.stringify(reader.value);
        expect(reader.feed(chunk)).toBe(JSON.stringify(reader.value) !== before);
        expect(JSON.stringify(reader.value ?? null)).not.toContain('SECRET');
      }
      expect(reader.value).toEqual(partOfIt);
      expect(reader.findings.map(({ path }) => path)).toEqual(['/steps/1/c/1']);
    }
  });

  it('show the members of a node of another type than theirs as they finish', () => {
    const reader = readerOf(noSecret(['/**'], 'string'));
    expect(reader.feed('{"title":"FAQ","steps":["ok",')).toBe(true);
    expect(reader.value).toEqual({ title: 'FAQ', steps: ['ok'] });
  });

  it('show nothing before a rule over the whole value has passed it', () => {
    const reader = readerOf(passes(['']));
    expect(reader.feed(text.slice(0, -1))).toBe(false);
    expect(reader.value).toBeUndefined();
    expect(reader.feed('}')).toBe(true);
    expect(reader.value).toEqual(JSON.parse(text));
    const refused = readerOf(
      defineRule({
        id: 'refuses-all',
        decidable: 'node',
        messages: { bad: 'bad' },
        check(_node: unknown, _context: unknown, report) {
          report('bad');
        },
      }),
    );
    expect(refused.feed(text)).toBe(false);
    expect(refused.value).toBeUndefined();
    expect(refused.findings).toHaveLength(1);
  });

  it('hide members of another type in a node that is shown as a whole', () => {
    const tags = defineGate({
      name: 'tags',
      schema: z.object({ tags: z.array(z.string()), lines: z.array(z.object({ n: z.int() })) }),
      rules: [passes(['/tags', '/lines/*'])],
    });
    const reader = createPartialReader(tags);
    reader.feed('{"tags":["a",1,"b"],"lines":[{"n":1.5,"more":true}]}');
    expect(reader.value).toEqual({ tags: ['a'], lines: [{}] });
  });
});

describe('a member that is written twice', () => {
  const forbidden = (select: readonly string[]) =>
    defineRule({
      id: `forbidden ${select.join(' ')}`,
      select,
      type: 'string',
      decidable: 'node',
      messages: { no: 'no' },
      check(text: string, _context, report) {
        if (text === 'TODO') report('no');
      },
    });
  const gate = defineGate({
    name: 'twice',
    schema: z.object({ title: z.string(), part: z.object({ a: z.string(), b: z.string() }) }),
    rules: [forbidden(['/**'])],
  });

  it.each([
    ['{"title":"TODO","title":"FAQ"}', { title: 'FAQ' }, []],
    ['{"title":"FAQ","title":"TODO"}', {}, ['/title']],
    ['{"title":"FAQ","title":null}', {}, []],
    ['{"title":"FAQ","title":5}', {}, []],
    ['{"part":{"a":"TODO","b":"x"},"part":{"a":"y"}}', { part: { a: 'y' } }, []],
    ['{"part":{"a":"x","b":"x"},"part":{"b":"TODO"}}', { part: {} }, ['/part/b']],
    ['{"part":{"a":"x"},"part":[]}', {}, []],
    ['{"part":{"a":"TODO"},"part":{"a":"TODO"},"part":{"a":"z"}}', { part: { a: 'z' } }, []],
  ])('counts as the last one: %s', (text, value, places) => {
    for (const size of [1, 5, 1000]) {
      const reader = createPartialReader(gate);
      for (const chunk of chunksOf(text, size)) {
        const before = JSON.stringify(reader.value);
        const hasChanged = reader.feed(chunk);
        if (JSON.stringify(reader.value) !== before) expect(hasChanged).toBe(true);
      }
      expect(reader.value ?? {}).toEqual(value);
      expect(reader.findings.map(({ path }) => path)).toEqual(places);
    }
  });
});

describe('a rule over single nodes that needs the schema', () => {
  const late = (select: readonly string[]) =>
    defineRule({
      id: 'late',
      select,
      type: 'string',
      decidable: 'node',
      needs: 'schema',
      messages: { no: 'no' },
      check: (_text: string, _context, report) => report('no'),
    });
  const schema = z.object({ title: z.string(), n: z.number(), tags: z.array(z.string()) });

  it.each([
    [['/title'], { n: 1, tags: ['a'] }],
    [['/tags/*'], { title: 'TODO', n: 1, tags: [] }],
    [['/**'], { n: 1, tags: [] }],
  ])('keeps its nodes from being shown: %s', (select, value) => {
    const reader = createPartialReader(defineGate({ name: 'g', schema, rules: [late(select)] }));
    reader.feed('{"title":"TODO","n":1,"tags":["a"]}');
    expect(reader.value).toEqual(value);
    expect(reader.findings).toEqual([]);
  });

  it('shows nothing where it judges the whole value', () => {
    const { type: _type, ...rule } = late(['']);
    const reader = createPartialReader(defineGate({ name: 'g', schema, rules: [rule] }));
    expect(reader.feed('{"title":"TODO","n":1,"tags":["a"]}')).toBe(false);
    expect(reader.value).toBeUndefined();
  });
});

it('shows what passes, and reports every change, whatever members the model adds anywhere', () => {
  const item = z.object({ k: z.string() });
  const shape = {
    title: z.string(),
    inner: item,
    list: z.array(item),
    record: z.record(z.string(), item),
    pair: z.tuple([item, z.looseObject({ n: z.number() })]),
    tail: z.tuple([item], z.looseObject({})),
    note: z.string().nullable(),
  };
  const gates = [z.object(shape), z.looseObject(shape), z.object(shape).catchall(z.json())].map(
    (schema) => defineGate({ name: 'g', schema }),
  );
  const extra = fc.dictionary(fc.constantFrom('x', 'reasoning', 'n', '0'), fc.constant('more'));
  const mixed = (members: object): fc.Arbitrary<object> =>
    fc
      .tuple(extra, fc.integer())
      .map(([more, at]) =>
        at % 2 === 0 ? { ...more, ...members } : { ...members, ...more, ...members },
      );
  const items = mixed({ k: 'v' });
  const members = fc
    .record({
      title: fc.string(),
      inner: items,
      list: fc.array(items, { maxLength: 3 }),
      record: fc.dictionary(fc.string(), items, { maxKeys: 2 }),
      pair: fc.tuple(items, mixed({ n: 1 })),
      tail: fc.tuple(items, items),
      note: fc.constantFrom('n', null),
    })
    .chain(mixed);
  let compared = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...gates),
      members,
      fc.integer({ min: 1, max: 9 }),
      (gate, value, size) => {
        const reader = createPartialReader(gate);
        const text = JSON.stringify(value);
        for (const chunk of chunksOf(text, size)) {
          const before = JSON.stringify(reader.value);
          expect(reader.feed(chunk)).toBe(JSON.stringify(reader.value) !== before);
        }
        const reading = gate.read(text);
        if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
        expect(reader.value).toEqual(withoutNullMembers(reading.value as JsonValue));
        compared += 1;
      },
    ),
    { numRuns: 300 },
  );
  expect(compared).toBe(300);
});

it('reports every change of a value with members and elements of wrong types', () => {
  const gate = defineGate({
    name: 'g',
    schema: z.object({ a: z.string(), b: z.array(z.string()), c: z.array(z.array(z.string())) }),
  });
  const wrong = fc.constantFrom('t', null, 1, [], {}, ['u'], [null, 'u'], [[null], ['u']]);
  const members = fc.record({ a: wrong, b: fc.array(wrong), c: fc.array(wrong) });
  let changes = 0;
  fc.assert(
    fc.property(members, fc.integer({ min: 1, max: 9 }), (value, size) => {
      const reader = createPartialReader(gate);
      for (const chunk of chunksOf(JSON.stringify(value), size)) {
        const before = JSON.stringify(reader.value);
        const hasChanged = reader.feed(chunk);
        expect(hasChanged).toBe(JSON.stringify(reader.value) !== before);
        if (hasChanged) changes += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(changes).toBeGreaterThan(300);
});

it.each([
  ['{"reasoning":"x","title":"FAQ","steps":["a","b"]}', 3, { title: 'FAQ', steps: ['a', 'b'] }],
  ['{"result":{"title":"FAQ","steps":["a","b"]}}', 0, undefined],
  ['[{"title":"FAQ","steps":["a","b"]}]', 0, undefined],
])('skips unknown members before the first known one: %s', (text, count, value) => {
  const schema = z.object({ title: z.string(), steps: z.array(z.string()) });
  const reader = createPartialReader(defineGate({ name: 'plan', schema }));
  expect(chunksOf(text, 1).filter((chunk) => reader.feed(chunk))).toHaveLength(count);
  expect(reader.value).toEqual(value);
});

it('takes a member named __proto__ as a member', () => {
  const reader = createPartialReader(anything);
  reader.feed('{"a":{"__proto__":{"admin":true}}}');
  const inner = (reader.value as { readonly a: object }).a;
  expect(Object.getPrototypeOf(inner)).toBe(Object.prototype);
  expect(Object.hasOwn(inner, '__proto__')).toBe(true);
});

function withoutNullMembers(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(withoutNullMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNullMembers(member)]));
}

function expectPart(part: unknown, whole: unknown): void {
  if (typeof part !== 'object' || part === null) {
    expect(part).toEqual(whole);
    return;
  }
  for (const [key, member] of Object.entries(part)) {
    expect(Object.hasOwn(whole as object, key)).toBe(true);
    expectPart(member, Reflect.get(whole as object, key));
  }
}
