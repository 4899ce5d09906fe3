import { readFileSync } from 'node:fs';

/** Checks one case; a Zod schema is one. */
export interface CaseParser<Case> {
  parse(value: unknown): Case;
}

/** Returns the lines of a JSONL file that are not blank, each as the JSON value it holds. */
export function caseLines(file: URL): readonly unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
}

/** Returns the cases of a JSONL file, each checked by `schema`. */
export function readCases<Case>(file: URL, schema: CaseParser<Case>): readonly Case[] {
  return caseLines(file).map((line) => schema.parse(line));
}
