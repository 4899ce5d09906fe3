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
