import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** Keeps the result of a topic in `results/`, with the day, the Node and the machine it was measured on. */
export function writeResult(topic: string, result: Readonly<Record<string, unknown>>): void {
  const folder = join(import.meta.dirname, '../../results');
  mkdirSync(folder, { recursive: true });
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`;
  const date = new Date().toISOString().slice(0, 10);
  const all = { topic, date, node: process.version, machine, ...result };
  writeFileSync(join(folder, `${topic}.json`), `${JSON.stringify(all, null, 2)}\n`);
}

/** With four digits: more are noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
