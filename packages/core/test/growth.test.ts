import { afterAll, describe, expect, it } from 'vitest';
import { mostGrowth, openMeter } from '@kanmon/test-support';
import type * as subjects from './subjects/growth.ts';

const meter = openMeter<typeof subjects>(new URL('./subjects/growth.ts', import.meta.url));
afterAll(() => meter.close());

/** Characters. Quadratic work of one part in a hundred shows at the last. */
const sizes = [1000, 2000, 4000];

/** Pieces that were quadratic in some version of this or another extractor when repeated. */
const pieces = [
  '[',
  '{"a":',
  '"',
  '\\',
  '`',
  '<think>',
  '</think>',
  '{ in prose ',
  '{',
  '{"',
  '["',
  '{“',
  '{「a」：「',
  '{/*',
  '{//',
  '{/**/',
  '{"a":"b"\nx ',
  '{"a":"b" x ',
  '{"a":"{"b":',
  '{\\"a',
  '{&quot;a',
  '", "',
  '","',
  '", “',
  '{"a": "b, "',
  '{"x": "y\n```\n',
  '{"x": "y</json>',
  'const x = {',
  '{{"a":',
  '[a, ',
  '...',
  '{"a": 1} ',
];

describe('extractJson', () => {
  it.each(pieces)('does linear work on many %j', async (piece) => {
    const growth = await meter.growthOf('extractJson', { sizes, argument: piece });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});

describe('redactSecrets', () => {
  it.each([
    'sk-',
    'eyJ',
    'eyJaaaaaaaaaaaa.',
    'Bearer ',
    'api_key',
    'secret=',
    'api_key = ',
    'sk-a ',
  ])('does linear work on many %j', async (unit) => {
    const growth = await meter.growthOf('redaction', { sizes, argument: unit });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});

describe('detectLanguage', () => {
  it.each(['`', '```\n', 'https://', 'aの', '~~~ `', 'the ', '\ud800'])(
    'does linear work on many %j',
    async (unit) => {
      const growth = await meter.growthOf('language', { sizes, argument: unit });
      expect(growth.exponent).toBeLessThan(mostGrowth);
    },
  );
});

describe('a gate', () => {
  it('does work in proportion to the value it judges', async () => {
    const growth = await meter.growthOf('judging', { sizes: [250, 500, 1000] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('does work in proportion to the answer it follows', async () => {
    const growth = await meter.growthOf('streaming', { sizes: [125, 250, 500] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('shows an answer in linear work', async () => {
    const growth = await meter.growthOf('showing', { sizes: [125, 250, 500] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('replaces members that are written again in linear work', async () => {
    const growth = await meter.growthOf('replacing', { sizes: [125, 250, 500] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});

describe('a counter in memory', () => {
  it('does as much work for a request late in a full window as for the first one', async () => {
    const growth = await meter.growthOf('counting', { sizes: [500, 1000, 2000] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});
