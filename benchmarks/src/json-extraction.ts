import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { contenders } from './json-extraction/contenders.ts';
import { breakDocument, createDocument, documentKeys } from './json-extraction/documents.ts';
import { type Score, scoreContender } from './json-extraction/scoring.ts';
import { type Case, readOwnCorpus, readPublicSuite } from './json-extraction/suites.ts';
import { measureRatios, type Spread } from './json-extraction/timing.ts';

/**
 * extractJson against its peers: right and wrong values on broken JSON, and time as a ratio to
 * JSON.parse of the clean text in the same run. Values only, since no peer names its repairs.
 *
 * pnpm build && KANMON_BENCH_DATA=<folder> pnpm --filter @kanmon/benchmarks json-extraction
 */
const rounds = 21;
const sizes = { '1 KB': 1024, '51 KB': 51 * 1024 };
const suites: Readonly<Record<string, readonly Case[] | null>> = {
  'own corpus': readOwnCorpus(),
  jsonrepair: readPublicSuite('jsonrepair'),
  'fix-json': readPublicSuite('fix-json'),
};

const scores: Record<string, Record<string, Score>> = {};
for (const [suite, cases] of Object.entries(suites)) {
  if (cases === null) {
    process.stdout.write(`skipped: no KANMON_BENCH_DATA/${suite}/cases.jsonl\n`);
    continue;
  }
  const rows: Record<string, Score> = {};
  for (const [name, contender] of Object.entries(contenders)) {
    rows[name] = await scoreContender(contender, cases);
  }
  scores[suite] = rows;
}

const clean: Record<string, Record<string, Spread>> = {};
for (const [size, characters] of Object.entries(sizes)) {
  const document = createDocument(characters);
  clean[size] = await measureRatios(() => JSON.parse(document), readersOf(document), rounds);
}

const malformed: Record<string, Record<string, Spread>> = {};
const large = createDocument(sizes['51 KB']);
for (const [kind, broken] of Object.entries(breakDocument(large))) {
  malformed[kind] = await measureRatios(() => JSON.parse(large), readersOf(broken), rounds);
}

const result = {
  topic: 'json-extraction',
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  versions: Object.fromEntries(
    ['jsonrepair', 'partial-json', 'best-effort-json-parser', 'json5', 'ai'].map((name) => [
      name,
      versionOf(name),
    ]),
  ),
  scores,
  timeOverJsonParse: { rounds, clean, 'malformed 51 KB': malformed },
};
const text = `${JSON.stringify(result, null, 2)}\n`;
writeFileSync(new URL('../results/json-extraction.json', import.meta.url), text);
process.stdout.write(text);

/** Every contender that reads the text at all; a refusal is quick and says nothing about time. */
function readersOf(raw: string): Readonly<Record<string, () => unknown>> {
  const readers: Record<string, () => unknown> = {};
  for (const [name, contender] of Object.entries(contenders)) {
    if (contender(raw, { keys: documentKeys }) === null) continue;
    readers[name] = () => contender(raw, { keys: documentKeys });
  }
  return readers;
}

/** Packages do not all export their manifest, so it is looked for from their entry upwards. */
function versionOf(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name));
  for (;;) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (isManifest(manifest) && manifest.name === name) return manifest.version;
    } catch {
      // No manifest in this folder.
    }
    if (folder === dirname(folder)) return 'unknown';
    folder = dirname(folder);
  }
}

function isManifest(value: unknown): value is { name: string; version: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'version' in value;
}
