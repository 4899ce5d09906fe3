import { readFileSync } from 'node:fs';
import { asRecord, type UnknownRecord } from '../../src/support/read.ts';

/** The cases of `test/cases/<name>.jsonl`, one JSON object a line. */
export function readCases(name: string): readonly UnknownRecord[] {
  const text = readFileSync(new URL(`../cases/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => asRecord(JSON.parse(line)));
}
