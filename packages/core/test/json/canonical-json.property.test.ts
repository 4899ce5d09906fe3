import { triesOf } from '@kanmon/test-support';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '@kanmon/core/json';
import { jsonValues, parseJson } from '../support.ts';

describe('canonicalJson, by property', () => {
  it('equals the canonicalize package on 10,000 values', () => {
    fc.assert(
      fc.property(jsonValues(), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: triesOf(10_000) },
    );
  });

  it('parses back to the same value, and canonical text is a fixed point', () => {
    fc.assert(
      fc.property(jsonValues(), (value) => {
        const text = canonicalJson(value);
        const parsed = parseJson(text);
        expect(canonicalJson(parsed)).toBe(text);
        expect(parsed).toEqual(parseJson(JSON.stringify(value)));
      }),
    );
  });
});
