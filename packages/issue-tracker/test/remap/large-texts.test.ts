import { describe, expect, it } from 'vitest';
import { createAnchor, createRemapper } from '../../src/index.ts';
import { numbers } from '../support/numbers.ts';

describe('large and odd texts', () => {
  it.each([
    [
      'one line of 1 MB',
      'あいうえおかきくけこ'.repeat(100_000),
      'かきくけこあいうえお'.repeat(100_000),
    ],
    ['100,000 equal lines', 'x\n'.repeat(100_000), 'x\n'.repeat(99_999)],
    ['only blanks', ' '.repeat(50_000), ' '.repeat(49_000)],
    [
      'NUL and lone surrogates',
      '\u0000\ud800a\udc00\ud800'.repeat(500),
      '\ud800a\udc00\u0000b'.repeat(500),
    ],
    ['unrelated texts', numbers(40_000, 1), numbers(40_000, 7)],
  ])('answers for %s', (_name, before, after) => {
    const remapper = createRemapper(before, after);
    const anchor = createAnchor(before, { start: 0, end: 1 });
    expect(remapper.remap(anchor)).toEqual(createRemapper(before, after).remap(anchor));
    expect(remapper.stats.steps).toBeLessThanOrEqual(50_000_000);
  });
});
