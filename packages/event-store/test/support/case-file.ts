import { readFileSync } from 'node:fs';

/** The cases of a file under test/cases, one JSON value a line. */
export function readCases(path: string): readonly unknown[] {
  const text = readFileSync(new URL(`../cases/${path}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
