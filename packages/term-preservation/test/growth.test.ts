import { mostGrowth, openMeter, sampleToTry } from '@kanmon/test-support';
import { afterAll, describe, expect, it } from 'vitest';
import type * as subjects from './subjects/growth.ts';
import { hostilePatterns } from './support/hostile.ts';

const meter = openMeter<typeof subjects>(new URL('./subjects/growth.ts', import.meta.url));
afterAll(() => meter.close());

const sizes = [250, 500, 1000];

describe.each(['extraction', 'folding', 'matching', 'oneTerm'] as const)('%s', (name) => {
  it.each(sampleToTry(Object.entries(hostilePatterns)))(
    'does linear work on %s',
    async (_name, argument) => {
      const growth = await meter.growthOf(name, { sizes, argument });
      expect(growth.exponent).toBeLessThan(mostGrowth);
    },
  );
});

it('looks for a limit among the numbers of a plan with linear work', async () => {
  const growth = await meter.growthOf('manyNumbers', {
    sizes: [4000, 8000, 16_000],
    argument: '{"a":1} ',
  });
  expect(growth.exponent).toBeLessThan(mostGrowth);
});
