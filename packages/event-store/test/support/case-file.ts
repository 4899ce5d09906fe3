import { readFileSync } from 'node:fs';

/** The cases of a file under test/cases, one JSON value a line. */
export function readCases<Case>(path: string): readonly Case[] {
  const text = readFileSync(new URL(`../cases/${path}`, import.meta.url), 'utf8');
  const parse: (line: string) => Case = JSON.parse;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parse(line));
}
