import { readFileSync } from 'node:fs';

/** Rows of a case file: one JSON value a line. */
export function readCases<Row>(name: string): readonly Row[] {
  const text = readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line) as Row);
}
