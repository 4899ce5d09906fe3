import { mostGrowth, openMeter } from '@kanmon/test-support';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type * as subjects from '../subjects/extract.ts';
import { readCases } from '../support.ts';

const hostileCase: z.ZodType<subjects.HostileCase> = z.strictObject({
  name: z.string(),
  shape: z.strictObject({
    head: z.string().exactOptional(),
    runs: z.array(z.string()),
    tail: z.string().exactOptional(),
  }),
  options: z
    .strictObject({
      keys: z.array(z.string()).exactOptional(),
      maxDepth: z.number().exactOptional(),
    })
    .exactOptional(),
});
const cases = readCases('extract/hostile-shapes', hostileCase);
const meter = openMeter<typeof subjects>(new URL('../subjects/extract.ts', import.meta.url));
afterAll(() => meter.close());

describe('extractJson does linear work', () => {
  it.each(cases.map((one) => [one.name, one] as const))('on %s', async (_, argument) => {
    const sizes = [1500, 3000, 6000];
    const growth = await meter.growthOf('extractJson', { sizes, argument });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});
