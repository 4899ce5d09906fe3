import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@kanmon/core';
import { applyPatch, type PatchGuard } from '@kanmon/core/json';
import { jsonValues, thrownBy } from '../../support.ts';

function codeOf(value: JsonValue, patch: unknown, guard?: PatchGuard): string {
  const result = applyPatch(value, patch, guard);
  return result.ok ? 'ok' : result.problem.code;
}

/** Returns the results for a value under a limit of exactly its JSON, and of one character less. */
function verdictsAtItsSize(value: JsonValue): readonly string[] {
  const size = JSON.stringify(value).length;
  return [size, size - 1].map((maxSize) => codeOf(value, [], { maxSize }));
}

const half = 'x'.repeat(600_000);

describe('the limits of applyPatch', () => {
  it('measure every value as its JSON is long', () => {
    fc.assert(
      fc.property(jsonValues(), (value) => {
        expect(verdictsAtItsSize(value)).toEqual(['ok', 'too-large']);
      }),
    );
  });

  it.each<[string, JsonValue]>([
    ['lists of nothing', [[], [], [[], []]]],
    ['objects of nothing', { '': {}, k: { '': {} } }],
    ['objects in lists', [{}, {}, {}]],
    ['a long text deep in lists', [[['x'.repeat(200)]]]],
    ['a long text deep in objects', { a: { b: { c: 'x'.repeat(200) } } }],
    ['a long key', { ['k'.repeat(200)]: null }],
    ['escapes', ['"\\\n\u0001', '\u2028']],
    ['letters alone', 'abc'],
    ['long numbers', [-2.2250738585072014e-308, 1e21, -0.1]],
    ['lone surrogates', '\uD83D'],
  ])('measure %s', (_name, value) => {
    expect(verdictsAtItsSize(value)).toEqual(['ok', 'too-large']);
  });

  it('let a value be as large as the whole may be', () => {
    const guard = { maxSize: 12 };
    expect(codeOf({}, [{ op: 'add', path: '', value: '1234567890' }], guard)).toBe('ok');
    expect(codeOf({}, [{ op: 'add', path: '', value: ['12345678'] }], guard)).toBe('ok');
  });

  it('let a path have as many tokens as the depth allows', () => {
    const add = [{ op: 'add', path: '/a/b', value: 1 }];
    expect(codeOf({ a: {} }, add, { maxDepth: 2 })).toBe('ok');
    expect(codeOf({ a: {} }, add, { maxDepth: 1 })).toBe('too-deep');
  });

  it('let no operations pass where none are allowed', () => {
    expect(codeOf({}, [], { maxOperations: 0 })).toBe('ok');
  });

  it('end a patch that fills the memory when it does, not at its end', () => {
    const fill = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'test', path: '/a', value: 'another' },
    ];
    expect(codeOf({ a: half }, fill)).toBe('too-large');
  });

  it('let a patch bring in more than the whole may be, if it does not stay', () => {
    const again = Array.from({ length: 4 }, () => ({ op: 'replace', path: '/a', value: half }));
    expect(codeOf({ a: 1 }, again)).toBe('ok');
  });

  it('find a document that contains itself too large', () => {
    const cyclic: JsonValue[] = [];
    cyclic.push(cyclic);
    expect(codeOf(cyclic, [])).toBe('too-large');
  });

  it('name the limit that is not a number, with a remedy', () => {
    const error = thrownBy(() => applyPatch({}, [], { maxDepth: -1 }));
    expect(error).toHaveProperty(
      'message',
      'expected guard.maxDepth to be a whole number of at least 0, got -1; leave it out for the default',
    );
  });
});

describe('the lists of a guard', () => {
  it.each([{ allowedPaths: '/a' }, { allowedPaths: null }, { allowedOperations: 'add' }])(
    'are lists, or a misuse: %j',
    (guard) => {
      const error = thrownBy(() => applyPatch({}, [], guard as never));
      expect(error).toMatchObject({ code: 'invalid-argument' });
      expect(error).toHaveProperty('message', expect.stringContaining('to be a list, got'));
    },
  );
});

describe('keys that look dangerous and are not', () => {
  it.each(['prototypes', 'protocol', 'constructors', '__proto'])('may be named: %s', (key) => {
    expect(applyPatch({}, [{ op: 'add', path: `/${key}`, value: 1 }])).toMatchObject({
      ok: true,
      value: { [key]: 1 },
    });
  });
});
