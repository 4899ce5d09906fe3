import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/index.ts';
import { extractJson, type ExtractOptions } from '../../src/json.ts';

/** Calls from JavaScript, where no compiler looks. */
function callWith(options: unknown, raw: unknown = '{"a": 1}'): unknown {
  return Reflect.apply(extractJson, undefined, [raw, options]);
}

describe('options of extractJson', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'keys'],
    ['keys as a string', { keys: 'a' }],
    ['a key that is no string', { keys: ['a', 1] }],
    ['accept that is no function', { accept: 1 }],
    ['an unknown root', { root: 'list' }],
    ['an unknown class', { allow: 'all' }],
    ['unwrap that is no boolean', { unwrap: 'yes' }],
    ['maxLength NaN', { maxLength: Number.NaN }],
    ['maxLength as text', { maxLength: '9' }],
    ['maxDepth 0', { maxDepth: 0 }],
    ['maxDepth 1.5', { maxDepth: 1.5 }],
    ['maxCandidates -1', { maxCandidates: -1 }],
    ['an object without prototype', { maxDepth: { toString: null } }],
  ])('refuses %s', (_, options) => {
    expect(() => callWith(options)).toThrow(InvalidArgumentError);
    expect(() => callWith(options)).toThrow(/expected .+ got /);
  });

  it('takes undefined and no keys as left out', () => {
    const options = { keys: [], root: undefined, allow: undefined, maxDepth: undefined };
    expect(callWith(options)).toMatchObject({ status: 'ok', value: { a: 1 } });
  });

  it('never throws on what is no text', () => {
    for (const raw of [undefined, null, 1, {}, []]) {
      expect(Reflect.apply(extractJson, undefined, [raw])).toEqual({
        status: 'none',
        reason: 'no-json',
      });
    }
  });

  it.each<[string, ExtractOptions, string]>([
    ['{"a": 1}', { root: 'array' }, 'no-match'],
    ['[1]', { root: 'object' }, 'no-match'],
    ['{"a": 1}', { keys: ['b'] }, 'no-match'],
    ['{"a": 1}', { maxLength: 7 }, 'too-large'],
    ['{"a": [1]}', { maxDepth: 1 }, 'too-deep'],
    ['{"a": [1],}', { maxDepth: 1 }, 'too-deep'],
    ['', {}, 'empty'],
    [' \n\t\u3000', {}, 'empty'],
    ['\ufeff', {}, 'empty'],
  ])('%s with %o is %s', (raw, options, reason) => {
    expect(extractJson(raw, options)).toEqual({ status: 'none', reason });
  });

  it('skips what is too deep by its brackets, strings among them, and goes on behind it', () => {
    const deep = `${'['.repeat(300)}"]]", "\\"]"${']'.repeat(300)}`;
    expect(extractJson(deep)).toEqual({ status: 'none', reason: 'too-deep' });
    expect(extractJson(`${deep} {"a": 1}`, { keys: ['a'] })).toMatchObject({ value: { a: 1 } });
  });

  it('counts depth in containers: maxDepth itself is allowed', () => {
    for (const filling of ['', ',']) {
      const raw = (depth: number): string => '['.repeat(depth) + filling + ']'.repeat(depth);
      expect(extractJson(raw(256)).status).toBe('ok');
      expect(extractJson(raw(257))).toEqual({ status: 'none', reason: 'too-deep' });
    }
  });
});
