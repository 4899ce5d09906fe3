import { afterAll, describe, expect, it } from 'vitest';
import { mostGrowth, openMeter } from '@kanmon/test-support';
import type * as subjects from './subjects/growth.ts';

const meter = openMeter<typeof subjects>(new URL('./subjects/growth.ts', import.meta.url));
afterAll(() => meter.close());

const sizes = [2000, 4000, 8000];

describe('work grows in proportion to the text', () => {
  it.each(['a', '1', '0-', 'a@', '０－', '東', 'é', 'é@', 'eyJ-', 'eyJa.', '"', 'sk-'])(
    'that is redacted: %j',
    async (unit) => {
      const growth = await meter.growthOf('redaction', { sizes, argument: unit });
      expect(growth.exponent).toBeLessThan(mostGrowth);
    },
  );

  it('of an object of many members that a settled stream shows', async () => {
    const growth = await meter.growthOf('settledStream', { sizes, argument: undefined });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('of a stream of events', async () => {
    const argument = 'data: 0123456789\n\n';
    const growth = await meter.growthOf('events', { sizes, argument });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});
