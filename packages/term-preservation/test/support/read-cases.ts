import { readFileSync } from 'node:fs';

/** Lines of a case table in `test/cases`. */
export function readTable<T>(name: string): readonly T[] {
  return readFileSync(new URL(`../cases/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line));
}
