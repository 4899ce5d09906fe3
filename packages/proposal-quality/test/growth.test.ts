import { afterAll, describe, expect, it } from 'vitest';
import { mostGrowth, openMeter, sampleToTry } from '@kanmon/test-support';
import type * as subjects from './subjects/growth.ts';

const meter = openMeter<typeof subjects>(new URL('./subjects/growth.ts', import.meta.url));
afterAll(() => meter.close());

describe('work grows linearly', () => {
  it.each(
    sampleToTry([
      'べき',
      'ﾍﾞ',
      '\u200b',
      'が必要',
      '「',
      '“',
      '"should',
      'a\u0323\u0301',
      'お',
      'the ',
      '。 ',
    ]),
  )('with a text that is searched for phrases: %j', async (unit) => {
    const growth = await meter.growthOf('phrases', { sizes: [500, 1000, 2000], argument: unit });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it.each(sampleToTry(['(', '"', "'", '「', 'n1 ', '\u202e']))(
    'to the errors of a correction prompt: %j',
    async (unit) => {
      const growth = await meter.growthOf('correction', {
        sizes: [500, 1000, 2000],
        argument: unit,
      });
      expect(growth.exponent).toBeLessThan(mostGrowth);
    },
  );

  it('with options and nodes together', async () => {
    const growth = await meter.growthOf('advice', { sizes: [500, 1000, 2000] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('with diffs and the board together', async () => {
    const growth = await meter.growthOf('diffs', { sizes: [500, 1000, 2000] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it.each(['organizer', 'advisor'] as const)('with the report of an %s', async (role) => {
    const growth = await meter.growthOf('report', { sizes: [250, 500, 1000], argument: role });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});
