import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtractOptions } from '@kanmon/core/json';
import { findDataSet } from '../support/find-data-set.ts';

/** A text with the value that it means; without a value it must be refused. */
export interface Case {
  readonly raw: string;
  readonly options?: ExtractOptions;
  readonly value?: unknown;
  readonly complete?: boolean;
}

/** Suites of other projects, by their data sets. */
export const publicSuites = [
  'jsonrepair',
  'fix-json',
  'json-repair',
  'baml-jsonish',
  'langchainjs',
  'genkit',
  'best-effort-json-parser',
] as const;

/** Our own corpus of broken JSON as models write it. */
export function readOwnCorpus(): readonly Case[] {
  const folder = new URL('../../../packages/core/test/cases/extract/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => readLines(readFileSync(new URL(name, folder), 'utf8')));
}

/** A public suite, or null when its data set is not there. Other projects' cases are not kept here. */
export function readPublicSuite(name: (typeof publicSuites)[number]): readonly Case[] | null {
  const folder = findDataSet(name);
  if (folder === null) return null;
  return readLines(readFileSync(join(folder, 'cases.jsonl'), 'utf8')).map(intoContainer);
}

/** Kanmon extracts objects and arrays, so a lone scalar is asked for as the element of a cut array. */
function intoContainer({ raw, value }: Case): Case {
  if (typeof value === 'object' && value !== null) return { raw, value };
  return { raw: `[${raw}`, value: value === undefined ? [] : [value] };
}

/** True for a text that ends inside a string or before its brackets close: it is cut, and not only broken. */
export function isCut({ raw }: Case): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < raw.length; index += 1) {
    const char = raw.charAt(index);
    if (inString && char === '\\') index += 1;
    else if (char === '"') inString = !inString;
    else if (!inString && /[{[]/.test(char)) depth += 1;
    else if (!inString && /[}\]]/.test(char)) depth -= 1;
  }
  return inString || depth > 0;
}

function readLines(text: string): readonly Case[] {
  const parse: (line: string) => Case = JSON.parse;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parse(line));
}
