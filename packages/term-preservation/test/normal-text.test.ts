import { expect, it } from 'vitest';
import { normalizeText } from '../src/index.ts';
import { repeated } from './support/hostile.ts';

it('keeps a map that slices the original', () => {
  const text = repeated('ｶﾞ\u0301ア・イー①', 5000);
  const normal = normalizeText(text);
  expect(normal.toOriginal(0, normal.text.length)).toEqual({ start: 0, end: text.length });
});
