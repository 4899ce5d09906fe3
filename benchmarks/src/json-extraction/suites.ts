import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtractOptions } from '@kanmon/core/json';

/** A text with the value that it means; without a value it must be refused. */
export interface Case {
  readonly raw: string;
  readonly options?: ExtractOptions;
  readonly value?: unknown;
  readonly complete?: boolean;
}

/** Our own corpus of broken JSON as models write it. */
export function readOwnCorpus(): readonly Case[] {
  const folder = new URL('../../../packages/core/test/cases/extract/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => readLines(readFileSync(new URL(name, folder), 'utf8')));
}

/**
 * A public suite from `KANMON_BENCH_DATA/<name>/cases.jsonl`, one `{ "raw", "value" }` a line, or null
 * when there is none. Other projects' cases are not kept here; the README says how to make the file.
 */
export function readPublicSuite(name: string): readonly Case[] | null {
  const folder = process.env['KANMON_BENCH_DATA'];
  const path = folder === undefined ? '' : join(folder, name, 'cases.jsonl');
  return existsSync(path) ? readLines(readFileSync(path, 'utf8')).map(intoContainer) : null;
}

/** Kanmon extracts objects and arrays, so a lone scalar is asked for as the element of a cut array. */
function intoContainer({ raw, value }: Case): Case {
  if (typeof value === 'object' && value !== null) return { raw, value };
  return { raw: `[${raw}`, value: value === undefined ? [] : [value] };
}

function readLines(text: string): readonly Case[] {
  const parse: (line: string) => Case = JSON.parse;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parse(line));
}
