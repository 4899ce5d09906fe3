import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardHash, type CardLimits } from '../src/index.ts';
import { validateCard } from '../src/model/card.ts';
import { sampleCard } from './helpers.ts';
import { expand, readCases } from './read-cases.ts';

interface ValidationCase {
  readonly name: string;
  readonly set: object;
  readonly unset?: readonly string[];
  readonly limits?: Partial<CardLimits>;
  /** `[field, issue]`, in any order. */
  readonly issues: readonly (readonly [string, string])[];
}

function inputOf({ set, unset = [] }: ValidationCase): Record<string, unknown> {
  const input = { ...sampleCard('agenda'), ...(expand(set) as object) };
  return Object.fromEntries(Object.entries(input).filter(([key]) => !unset.includes(key)));
}

describe('validation', () => {
  test.each(readCases('validation') as readonly ValidationCase[])('$name', (each) => {
    const input = inputOf(each);
    const checked = validateCard(input, each.limits === undefined ? {} : { limits: each.limits });
    const issues = checked.ok ? [] : checked.issues.map(({ field, issue }) => `${field} ${issue}`);
    expect(new Set(issues)).toEqual(new Set(each.issues.map((issue) => issue.join(' '))));
    if (!checked.ok) return;
    expect(validateCard(checked.value, { limits: each.limits ?? {} })).toEqual(checked);
    expect(cardHash(checked.value)).toBe(cardHash(checked.value));
  });

  test('nothing that can be sent makes it throw', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        const card = { ...sampleCard('a'), title: value };
        for (const input of [value, card, { ...sampleCard('a'), story: value }])
          expect(typeof validateCard(input).ok).toBe('boolean');
      }),
    );
    const endless: { self?: unknown } = {};
    endless.self = endless;
    const hostile = {
      get title() {
        throw new Error('no');
      },
    };
    for (const input of [
      endless,
      hostile,
      new Proxy({}, { ownKeys: () => ['x'] }),
      null,
      undefined,
    ])
      expect(validateCard(input).ok).toBe(false);
  });

  test('the hash does not depend on key order', () => {
    const entries = Object.entries(sampleCard('a', { note: '控え', type_hint: 'x' }));
    const hash = cardHash(sampleCard('a', { note: '控え', type_hint: 'x' }));
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(cardHash(Object.fromEntries(shuffled) as never)).toBe(hash);
      }),
    );
  });
});
