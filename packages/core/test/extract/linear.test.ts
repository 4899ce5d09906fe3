import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readCases } from '../support.ts';
import { countWork, type HostileShape, type Work } from './work-meter.ts';

const shape: z.ZodType<HostileShape> = z.strictObject({
  name: z.string(),
  head: z.string().exactOptional(),
  runs: z.array(z.string()),
  tail: z.string().exactOptional(),
  options: z
    .strictObject({
      keys: z.array(z.string()).exactOptional(),
      maxDepth: z.number().exactOptional(),
    })
    .exactOptional(),
});
const shapes = readCases('extract/hostile-shapes', shape);
/** Linear work doubles, quadratic work is four times as much. */
const mostGrowth = 2.5;
/** Costs of every run: counts below these say nothing about growth. */
const fixed: Work = { blocks: 10_000, native: 1000, bytes: 65_536 };

/** The smaller of two doublings: what is worse than linear shows in both. */
function growthOf(works: readonly Work[], count: keyof Work): number {
  const [first = 0, second = 0, third = 0] = works.map((work) => work[count] + fixed[count]);
  return Math.min(second / first, third / second);
}

describe('the work of extractJson doubles with the length of the text', () => {
  const works = countWork(shapes, [3000, 6000, 12_000]);

  it.each(shapes.map(({ name }, index) => [name, works[index] ?? []] as const))(
    'on %s',
    (_, counted) => {
      expect(counted).toHaveLength(3);
      expect(growthOf(counted, 'blocks')).toBeLessThan(mostGrowth);
      expect(growthOf(counted, 'native')).toBeLessThan(mostGrowth);
      expect(growthOf(counted, 'bytes')).toBeLessThan(mostGrowth);
    },
  );
});
