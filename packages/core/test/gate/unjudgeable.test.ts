import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate } from '@kanmon/core/gate';
import { nested } from '../support.ts';

describe('a value that cannot be judged is reported with the reason', () => {
  const gate = defineGate({ name: 'g', schema: z.unknown() });
  const cyclic: unknown[] = [];
  cyclic.push([cyclic]);

  it.each<[string, unknown, string]>([
    ['a function', () => 1, 'function is not JSON'],
    ['a bigint', 1n, 'bigint is not JSON'],
    ['undefined', undefined, 'undefined is not JSON'],
    ['NaN', Number.NaN, 'NaN is not JSON'],
    ['infinity', -Infinity, '-Infinity is not JSON'],
    ['a date', new Date(0), 'an object that is not plain is not JSON'],
    ['half a pair', '\uD83D', 'text with a lone surrogate is not JSON'],
    ['a key with half a pair', { '\uD83D': 1 }, 'a key with a lone surrogate is not JSON'],
    ['a cycle', cyclic, 'a value that contains itself is not JSON'],
    ['1,001 levels', nested(1001), 'nested deeper than 1000 levels'],
  ])('%s', (_name, value, message) => {
    expect(gate.validate(value).findings).toMatchObject([
      { rule: 'schema', code: 'schema-mismatch', severity: 'must', params: { message } },
    ]);
  });

  it('but 1,000 levels are judged', () => {
    expect(gate.validate(nested(1000)).ok).toBe(true);
  });

  it('by a place that is read twice as the same', () => {
    const value = {
      get a() {
        throw new Error('no');
      },
    };
    expect(gate.validate({ list: [1, value] }).findings).toEqual([
      {
        rule: 'schema',
        code: 'rule-threw',
        severity: 'must',
        path: '/list/1/a',
        params: { rule: 'schema', error: 'reading the value threw' },
      },
    ]);
  });
});
