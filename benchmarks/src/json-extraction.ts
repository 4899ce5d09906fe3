import { contenders } from './json-extraction/contenders.ts';
import { type Score, scoreContender } from './json-extraction/scoring.ts';
import {
  type Case,
  isCut,
  publicSuites,
  readOwnCorpus,
  readPublicSuite,
} from './json-extraction/suites.ts';
import { writeResult } from './support/write-result.ts';

/**
 * extractJson against its peers: right and wrong values on broken JSON. Values only, since no peer names its
 * repairs.
 *
 * KANMON_BENCH_DATA=<folder> pnpm bench json-extraction
 */
const read = publicSuites.map((name) => [name, readPublicSuite(name)] as const);
const union = new Map(read.flatMap(([, cases]) => cases ?? []).map((one) => [one.raw, one]));
const suites: Readonly<Record<string, readonly Case[] | null>> = {
  'own corpus': readOwnCorpus(),
  ...Object.fromEntries(read),
  'all suites of peers, broken': [...union.values()].filter((one) => !isCut(one)),
  'all suites of peers, cut': [...union.values()].filter(isCut),
};

const scores: Record<string, Record<string, Score>> = {};
for (const [suite, cases] of Object.entries(suites)) {
  if (cases === null || cases.length === 0) continue;
  const rows: Record<string, Score> = {};
  for (const [name, contender] of Object.entries(contenders)) {
    rows[name] = await scoreContender(contender, cases);
  }
  scores[suite] = rows;
}

writeResult('json-extraction', {
  peers: ['jsonrepair', 'partial-json', 'best-effort-json-parser', 'json5', 'ai'],
  figures: { scores },
});
