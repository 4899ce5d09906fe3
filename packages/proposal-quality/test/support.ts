import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The lines of `test/cases/<name>`, checked; adding a case is adding a line. */
export function readCases<Row>(name: string, schema: z.ZodType<Row>): readonly Row[] {
  const text = readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)));
}

const timingLooks = 5;

/** The least growth of several looks, until one is below `most`: worse than linear work grows at each, a busy machine only at some. */
export function leastGrowth(look: () => number, most: number): number {
  let growth = Infinity;
  for (let taken = 0; taken < timingLooks && growth >= most; taken += 1) {
    growth = Math.min(growth, look());
  }
  return growth;
}
