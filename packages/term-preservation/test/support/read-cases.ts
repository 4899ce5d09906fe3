import { readFileSync } from 'node:fs';

/** Lines of a case table in `test/cases`, as the caller declares them. */
export function readTable<T>(name: string): T[] {
  const lines = readFileSync(new URL(`../cases/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return JSON.parse(`[${lines.join(',')}]`) as T[];
}
