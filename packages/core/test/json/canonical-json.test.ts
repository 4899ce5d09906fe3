import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from '@kanmon/core/json';
import { InvalidArgumentError } from '@kanmon/core';
import { nested, parseJson, readCases, thrownBy } from '../support.ts';

/** Calls with a value the types would not let through. */
const write = (value: unknown): unknown => Reflect.apply(canonicalJson, undefined, [value]);

function fromIeee(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

describe('canonicalJson', () => {
  const numbers = readCases(
    'rfc-8785-numbers',
    z.object({ ieee: z.string(), json: z.string().nullable() }),
  );

  it.each(numbers.filter(({ json }) => json !== null))(
    'writes $ieee as in RFC 8785 appendix B: $json',
    ({ ieee, json }) => {
      expect(canonicalJson(fromIeee(ieee))).toBe(json);
    },
  );

  it.each(numbers.filter(({ json }) => json === null))(
    'refuses $ieee as in RFC 8785 appendix B',
    ({ ieee }) => {
      expect(thrownBy(() => canonicalJson(fromIeee(ieee)))).toSatisfy(isMisuse);
    },
  );

  it('writes the sample of RFC 8785 section 3.2.2 to the bytes of section 3.2.4', () => {
    const sample = parseJson(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(Buffer.from(canonicalJson(sample)).toString('hex')).toBe(
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d',
    );
  });

  it('sorts keys by UTF-16 code units, as the sample of section 3.2.3', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    };
    expect(canonicalJson(sample).match(/"(?:[^"\\]|\\.)*":/g)).toEqual([
      '"\\r":',
      '"1":',
      '"\u0080":',
      '"ö":',
      '"\u20ac":',
      '"\u{1f600}":',
      '"\ufb33":',
    ]);
    expect(parseJson(canonicalJson(sample))).toEqual(sample);
  });

  it('leaves out members that are undefined and keeps an own __proto__ member', () => {
    expect(write({ b: undefined, a: 1 })).toBe('{"a":1}');
    expect(write({ a: undefined })).toBe('{}');
    expect(write(JSON.parse('{"__proto__":{"x":1},"a":[]}'))).toBe('{"__proto__":{"x":1},"a":[]}');
  });

  it('accepts objects without a prototype and the same object at two places', () => {
    const bare = Object.setPrototypeOf({ a: 1 }, null) as unknown;
    expect(write([bare, bare])).toBe('[{"a":1},{"a":1}]');
  });

  const cycle: unknown[] = [];
  cycle.push({ back: cycle });
  const sparse: unknown[] = [1];
  sparse[2] = 3;

  it.each<[string, unknown, string]>([
    ['NaN', { a: [Number.NaN] }, '/a/0'],
    ['an infinity', [1, -Infinity], '/1'],
    ['a bigint', { a: { b: 1n } }, '/a/b'],
    ['a function', { toJSON: () => 1 }, '/toJSON'],
    ['a symbol', [Symbol('s')], '/0'],
    ['undefined at the root', undefined, '(root)'],
    ['undefined in an array', [undefined], '/0'],
    ['a sparse array', sparse, '/1'],
    ['a lone surrogate', { 'a/b': '\ud800' }, '/a~1b'],
    ['a lone surrogate in a key', { a: { '\udc00': 1 } }, '/a/\udc00'],
    ['a cycle', cycle, '/0/back'],
    ['a date', { when: new Date(0) }, '/when'],
    ['a map', [new Map()], '/0'],
    ['a class instance', [new URL('https://example.com')], '/0'],
    ['a boxed string', [Object('text')], '/0'],
    [
      'a throwing getter',
      [Object.defineProperty({}, 'x', { enumerable: true, get: fail })],
      '/0/x',
    ],
    ['a throwing proxy', [new Proxy({}, { ownKeys: fail })], '/0'],
  ])('refuses %s and names the pointer', (_name, value, pointer) => {
    const error = thrownBy(() => write(value));
    expect(error).toSatisfy(isMisuse);
    expect(error).toHaveProperty('message', expect.stringContaining(` at ${pointer};`));
  });

  it('writes values far deeper than the call stack', () => {
    const depth = 200_000;
    const text = write(nested(depth));
    expect(text).toBe('['.repeat(depth) + '0' + ']'.repeat(depth));
  });
});

function isMisuse(error: unknown): boolean {
  return InvalidArgumentError.isInstance(error);
}

function fail(): never {
  throw new Error('not readable');
}
