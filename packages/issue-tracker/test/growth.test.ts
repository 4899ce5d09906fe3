import { mostGrowth, openMeter } from '@kanmon/test-support';
import { afterAll, describe, expect, it } from 'vitest';
import type * as subjects from './subjects/growth.ts';

const meter = openMeter<typeof subjects>(new URL('./subjects/growth.ts', import.meta.url));
afterAll(() => meter.close());

describe('work grows in proportion', () => {
  it('to findings and the manuscript that they quote, together', async () => {
    const growth = await meter.growthOf('findings', { sizes: [200, 400, 800] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('to texts with other line ends, and the places in them', async () => {
    const growth = await meter.growthOf('lineEnds', { sizes: [500, 1_000, 2_000] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('to similar lines that change places', async () => {
    const growth = await meter.growthOf('exchanges', { sizes: [200, 400, 800] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  it('to the changes of a transaction, whatever the size of the session', async () => {
    const most = 0.2; // a copy of the session has an exponent of 1
    const growth = await meter.growthOf('transactions', { sizes: [500, 1_000, 2_000], most });
    expect(growth.exponent).toBeLessThan(most);
  });
});
