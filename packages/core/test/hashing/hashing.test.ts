import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, InvalidArgumentError, sha256Hex } from '@kanmon/core';
import { contentHash as fromJsonEntry } from '@kanmon/core/json';
import { thrownBy } from '../support.ts';

describe('sha256Hex', () => {
  it('gives the digests of FIPS 180-4 for "" and "abc"', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('equals the digest of the platform, for text as UTF-8 and for bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const expected = createHash('sha256').update(text, 'utf8').digest('hex');
        expect(sha256Hex(text)).toBe(expected);
        expect(sha256Hex(new TextEncoder().encode(text))).toBe(expected);
      }),
    );
  });

  it.each<[string, unknown]>([
    ['a lone surrogate', 'a\ud800b'],
    ['a reversed pair', '\udc00\ud800'],
    ['null', null],
    ['an object', {}],
    ['a plain array', [1, 2]],
  ])('refuses %s', (_name, input) => {
    const error = thrownBy(() => Reflect.apply(sha256Hex, undefined, [input]));
    expect(InvalidArgumentError.isInstance(error)).toBe(true);
  });
});

describe('contentHash', () => {
  it('is the digest of the canonical text, whatever the key order', () => {
    expect(contentHash({ b: [1.0, -0], a: '日本' })).toBe(
      `sha256:${sha256Hex('{"a":"日本","b":[1,0]}')}`,
    );
    expect(contentHash({ a: '日本', b: [1, 0] })).toBe(contentHash({ b: [1, 0], a: '日本' }));
  });

  it('is the same function in the json entry', () => {
    expect(fromJsonEntry).toBe(contentHash);
  });
});
