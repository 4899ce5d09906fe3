import { contenders } from './json-extraction/contenders.ts';
import { breakDocument, createDocument, documentKeys } from './json-extraction/documents.ts';
import { type Score, scoreContender } from './json-extraction/scoring.ts';
import { type Case, readOwnCorpus, readPublicSuite } from './json-extraction/suites.ts';
import { measureRatios } from './json-extraction/timing.ts';
import type { Spread } from './support/quantiles.ts';
import { writeResult } from './support/write-result.ts';

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

writeResult(
  'json-extraction',
  ['jsonrepair', 'partial-json', 'best-effort-json-parser', 'json5', 'ai'],
  {
    skipped: Object.keys(suites).filter((suite) => suites[suite] === null),
    scores,
    timeOverJsonParse: { rounds, clean, 'malformed 51 KB': malformed },
  },
);

/** Every contender that reads the text at all; a refusal is quick and says nothing about time. */
function readersOf(raw: string): Readonly<Record<string, () => unknown>> {
  const readers: Record<string, () => unknown> = {};
  for (const [name, contender] of Object.entries(contenders)) {
    if (contender(raw, { keys: documentKeys }) === null) continue;
    readers[name] = () => contender(raw, { keys: documentKeys });
  }
  return readers;
}
