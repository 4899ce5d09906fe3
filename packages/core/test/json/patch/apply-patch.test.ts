import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '@kanmon/core';
import { applyPatch, canonicalJson, type PatchGuard } from '@kanmon/core/json';
import { nested, parseJson, readCases, thrownBy } from '../../support.ts';

const operationSchema = z.enum(['add', 'replace', 'test', 'remove', 'move', 'copy']);
const refusals = readCases(
  'patch-refusals',
  z.object({
    note: z.string(),
    value: z.json(),
    patch: z.json(),
    guard: z
      .object({
        allowedPaths: z.array(z.string()).exactOptional(),
        allowedOperations: z.array(operationSchema).exactOptional(),
        maxOperations: z.number().exactOptional(),
        maxDepth: z.number().exactOptional(),
        maxSize: z.number().exactOptional(),
      })
      .optional(),
    code: z.string(),
    operation: z.number(),
    path: z.string(),
  }),
);

function patched(value: JsonValue, patch: unknown, guard?: PatchGuard): JsonValue {
  const result = applyPatch(value, patch, guard);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problem)}`);
  return result.value;
}

function codeOf(value: JsonValue, patch: unknown, guard?: PatchGuard): string {
  const result = applyPatch(value, patch, guard);
  return result.ok ? 'ok' : result.problem.code;
}

describe('applyPatch', () => {
  it.each(refusals)('refuses $note', ({ value, patch, guard, code, operation, path }) => {
    const before = JSON.stringify(value);
    expect(applyPatch(value, patch, guard)).toEqual({
      ok: false,
      problem: { code, operation, path },
    });
    expect(JSON.stringify(value)).toBe(before);
  });

  it('shares what it leaves alone and copies only the way to what it changes', () => {
    const input = { a: { x: 1 }, b: { c: { y: 2 }, d: { z: 3 } } };
    const result = patched(input, [{ op: 'replace', path: '/b/c/y', value: 9 }]);
    expect(result).toEqual({ a: { x: 1 }, b: { c: { y: 9 }, d: { z: 3 } } });
    expect(input.b.c.y).toBe(2);
    expect(result).toHaveProperty(
      'a',
      expect.toSatisfy((value) => value === input.a),
    );
    expect(result).toHaveProperty(
      'b.d',
      expect.toSatisfy((value) => value === input.b.d),
    );
    expect(patched(input, [])).toBe(input);
  });

  it('takes copies of the values of the patch', () => {
    const value = { list: [1] };
    const patch = [{ op: 'add', path: '/a', value }];
    const result = patched({}, patch);
    value.list.push(2);
    expect(result).toEqual({ a: { list: [1] } });
    expect(patched({}, [{ op: 'add', path: '/a', value: [[], {}] }])).toEqual({ a: [[], {}] });
  });

  it('copies within a document to a separate value', () => {
    const result = patched({ a: { n: 1 } }, [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/b/n', value: 2 },
      { op: 'copy', from: '', path: '/c' },
    ]);
    expect(result).toEqual({ a: { n: 1 }, b: { n: 2 }, c: { a: { n: 1 }, b: { n: 2 } } });
  });

  it('keeps an own __proto__ member of the document, and undoes its removal', () => {
    const input = parseJson('{"a":{"__proto__":{"x":1}},"b":1}');
    const changed = patched(input, [{ op: 'replace', path: '/b', value: 2 }]);
    expect(canonicalJson(changed)).toBe('{"a":{"__proto__":{"x":1}},"b":2}');
    const result = applyPatch(input, [{ op: 'remove', path: '/a' }]);
    if (!result.ok) throw new Error('refused');
    expect(canonicalJson(patched(result.value, result.inverse))).toBe(canonicalJson(input));
    const byHand = parseJson(JSON.stringify(result.inverse));
    expect(codeOf(result.value, byHand)).toBe('poisoned-key');
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('undoes moves that overwrite, climb or shift', () => {
    const input = { a: { b: { c: 1 }, l: [{ x: 1 }, { x: 2 }, { x: 3 }] } };
    const patches = [
      [
        { op: 'move', from: '/a/b', path: '/a' },
        { op: 'add', path: '/a/c', value: 5 },
      ],
      [
        { op: 'replace', path: '/a/b/c', value: 2 },
        { op: 'move', from: '/a/b', path: '/a' },
        { op: 'add', path: '/a/new', value: 5 },
      ],
      [{ op: 'move', from: '/a/b/c', path: '' }],
      [{ op: 'move', from: '/a/l/0', path: '/a/l/1/x' }],
      [
        { op: 'move', from: '/a/l/0/x', path: '/a/l/0' },
        { op: 'remove', path: '/a/l/1' },
      ],
      [{ op: 'move', from: '/a/l/0', path: '/a/l/-' }],
      [
        { op: 'move', from: '/a/l/2', path: '/a/b' },
        { op: 'replace', path: '/a/b/x', value: 0 },
      ],
    ];
    for (const patch of patches) {
      const result = applyPatch(input, patch);
      if (!result.ok) throw new Error(`refused: ${JSON.stringify(patch)}`);
      expect(patched(result.value, result.inverse)).toEqual(input);
    }
  });

  it('undoes an insertion at an index of two digits', () => {
    const input = { l: Array.from({ length: 12 }, (_, index) => index) };
    const result = applyPatch(input, [{ op: 'add', path: '/l/10', value: 'new' }]);
    if (!result.ok) throw new Error('refused');
    expect(result.inverse).toEqual([{ op: 'remove', path: '/l/10' }]);
    expect(patched(result.value, result.inverse)).toEqual(input);
  });

  it('undoes a move by moving back, without holding what was moved', () => {
    const result = applyPatch({ a: { big: 1 }, b: {} }, [{ op: 'move', from: '/a', path: '/b/a' }]);
    if (!result.ok) throw new Error('refused');
    expect(result.inverse).toEqual([{ op: 'move', from: '/b/a', path: '/a' }]);
  });

  it('leaves a document alone when something is moved onto itself', () => {
    const result = applyPatch({ a: 1, b: 2 }, [{ op: 'move', from: '/a', path: '/a' }]);
    if (!result.ok) throw new Error('refused');
    expect(JSON.stringify(result.value)).toBe('{"a":1,"b":2}');
    expect(result.inverse).toEqual([]);
  });

  it('distinguishes an unreadable operation from a wrong one', () => {
    const unreadable = {
      op: 'remove',
      get path() {
        throw new Error('no');
      },
    };
    expect(applyPatch({ a: 1 }, [unreadable])).toEqual({
      ok: false,
      problem: { code: 'invalid-operation', operation: 0, path: '' },
    });
    const endless = new Proxy([], { get: () => 'many' });
    expect(codeOf({ a: 1 }, endless)).toBe('not-a-patch');
    const revocable = Proxy.revocable([], {});
    revocable.revoke();
    expect(codeOf({ a: 1 }, revocable.proxy)).toBe('not-a-patch');
  });

  it('allows what the patterns name, and tests and copies from anywhere', () => {
    const input = { options: [{ label: 'a' }, { label: 'b' }], frozen: { n: 1 } };
    const guard = { allowedPaths: ['/options/*/label', '/options/-', '/new/**'] };
    const result = patched(
      input,
      [
        { op: 'test', path: '/frozen/n', value: 1 },
        { op: 'replace', path: '/options/1/label', value: 'c' },
        { op: 'copy', from: '/frozen', path: '/options/-' },
        { op: 'add', path: '/new', value: {} },
        { op: 'add', path: '/new/deep', value: 1 },
      ],
      guard,
    );
    expect(result).toEqual({
      options: [{ label: 'a' }, { label: 'c' }, { n: 1 }],
      frozen: { n: 1 },
      new: { deep: 1 },
    });
  });

  it('follows allowed elements as they shift', () => {
    const guard = { allowedPaths: ['/l/1', '/l/2'] };
    const removeTwice = [
      { op: 'remove', path: '/l/1' },
      { op: 'remove', path: '/l/1' },
    ];
    expect(patched({ l: [0, 1, 2, 3] }, removeTwice, guard)).toEqual({ l: [0, 3] });
    const editInserted = [
      { op: 'add', path: '/l/1', value: { a: 1 } },
      { op: 'replace', path: '/l/1', value: 'new' },
    ];
    expect(patched({ l: [0, 1, 2, 3] }, editInserted, guard)).toEqual({ l: [0, 'new', 1, 2, 3] });
    const takeOutAndPutIn = [
      { op: 'remove', path: '/l/0' },
      { op: 'add', path: '/l/0', value: 'new' },
    ];
    const first = { allowedPaths: ['/l/0'] };
    expect(patched({ l: [0, 1, 2] }, takeOutAndPutIn, first)).toEqual({ l: ['new', 1, 2] });
  });

  it('counts size in characters of the JSON of the result', () => {
    const value = { 'k"': ['あ\n', 1.5, true, null, {}, []] };
    const size = JSON.stringify(value).length;
    expect(codeOf(value, [], { maxSize: size })).toBe('ok');
    expect(codeOf(value, [], { maxSize: size - 1 })).toBe('too-large');
    expect(codeOf('x'.repeat(999_998), [])).toBe('ok');
    expect(codeOf('x'.repeat(999_999), [])).toBe('too-large');
  });

  it('stops copies of copies before they fill the memory', () => {
    const doubling = Array.from({ length: 200 }, (_, index) => ({
      op: 'copy',
      from: '',
      path: `/k${index}`,
    }));
    expect(codeOf({ a: 'x'.repeat(100) }, doubling)).toBe('too-large');
  });

  it('has default limits of 256 operations and 32 levels', () => {
    const tests = Array.from({ length: 257 }, () => ({ op: 'test', path: '', value: 1 }));
    expect(codeOf(1, tests.slice(1))).toBe('ok');
    expect(codeOf(1, tests)).toBe('too-many-operations');
    expect(codeOf(1, [{ op: 'add', path: '', value: nested(32) }])).toBe('ok');
    expect(codeOf(1, [{ op: 'add', path: '', value: nested(33) }])).toBe('too-deep');
    expect(codeOf(1, [{ op: 'test', path: '/a'.repeat(33), value: 1 }])).toBe('too-deep');
  });

  it('works on documents far deeper than the call stack', () => {
    const input = { deep: nested(100_000) };
    const result = applyPatch(input, [
      { op: 'copy', from: '/deep', path: '/copy' },
      { op: 'remove', path: '/deep' },
    ]);
    if (!result.ok) throw new Error('refused');
    const undone = patched(result.value, result.inverse);
    expect(canonicalJson(undone)).toBe(canonicalJson(input));
    expect(codeOf(input, [{ op: 'test', path: '', value: nested(5) }])).toBe('test-failed');
  });

  it.each<[string, unknown]>([
    ['a function', () => 1],
    ['NaN', Number.NaN],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['undefined', undefined],
    ['a hole', Array.from({ length: 2 })],
  ])('takes %s as value for no operation', (_name, value) => {
    expect(codeOf({}, [{ op: 'add', path: '/a', value }])).toBe('invalid-operation');
    expect(codeOf({}, [{ op: 'add', path: '/a', value: [{ b: value }] }])).toBe(
      value === undefined ? 'ok' : 'invalid-operation',
    );
  });

  it('takes members from the operation itself, not from its prototype', () => {
    const inherited: unknown = Object.create({ op: 'remove', path: '/a' });
    expect(codeOf({ a: 1 }, [inherited])).toBe('invalid-operation');
  });

  it('reads every member once, so that a getter cannot change what was checked', () => {
    let reads = 0;
    const operation = {
      op: 'replace',
      get path() {
        reads += 1;
        return reads === 1 ? '/a' : '/b';
      },
      value: 9,
    };
    expect(patched({ a: 1, b: 2 }, [operation], { allowedPaths: ['/a'] })).toEqual({ a: 9, b: 2 });
    expect(reads).toBe(1);
  });

  it.each<[PatchGuard]>([
    [{ maxDepth: Number.NaN }],
    [{ maxSize: -1 }],
    [{ maxOperations: 1.5 }],
    [{ maxSize: Infinity }],
    [{ allowedPaths: ['a'] }],
  ])('throws on the misuse %j', (guard) => {
    expect(thrownBy(() => applyPatch({}, [], guard))).toHaveProperty('code', 'invalid-argument');
  });
});
