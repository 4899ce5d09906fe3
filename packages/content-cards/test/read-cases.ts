import { readFileSync } from 'node:fs';

/** The cases of a file: one JSON object a line. */
export function readCases<Case>(name: string): Case[] {
  const parse: (line: string) => Case = JSON.parse;
  const text = readFileSync(new URL(`cases/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parse(line));
}

/** `{"$repeat":["x",3]}` is "xxx", `{"$list":["x",3]}` three of them: cases stay short. */
export function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  const { $repeat, $list } = value as { $repeat?: [string, number]; $list?: [unknown, number] };
  if ($repeat !== undefined) return $repeat[0].repeat($repeat[1]);
  if ($list !== undefined) return Array.from({ length: $list[1] }, () => expand($list[0]));
  const copy: object = {};
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(copy, key, { value: expand(member), enumerable: true });
  return copy;
}
