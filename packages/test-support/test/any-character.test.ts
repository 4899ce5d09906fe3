import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../src/index.ts';

it('makes characters of every plane, and no half of a pair', () => {
  const made = fc.sample(anyCharacter, { numRuns: 2000, seed: 1 });
  expect(made).toHaveLength(2000);
  for (const text of made) {
    expect([...text]).toHaveLength(1);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  }
  const planes = new Set(made.map((text) => (text.codePointAt(0) ?? 0) >> 16));
  expect(planes.size).toBe(17);
});

it('recognizes the strings that it could have made, so that fast-check makes dangerous strings of it', () => {
  expect(anyCharacter.canShrinkWithoutContext('語')).toBe(true);
  expect(anyCharacter.canShrinkWithoutContext('\u{1f600}')).toBe(true);
  expect(anyCharacter.canShrinkWithoutContext('ab')).toBe(false);
  expect(anyCharacter.canShrinkWithoutContext('\ud800')).toBe(false);
});
