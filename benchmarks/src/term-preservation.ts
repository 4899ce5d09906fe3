/**
 * Whole plans against plans that lost something, on the package's own requests, and public sentence pairs as
 * floors.
 * KANMON_BENCH_DATA=<folder> pnpm bench term-preservation
 */
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';
import { readCases } from './term-preservation/cases.ts';
import { measurePublicSets } from './term-preservation/public-sets.ts';
import { scorers } from './term-preservation/scorers.ts';
import { areaUnderCurve } from './term-preservation/statistics.ts';

const cases = readCases();
const plans = (['development', 'held-out'] as const).flatMap((half) =>
  (['A', 'B'] as const).map((style) => {
    const chosen = cases.filter((each) => each.half === half && each.style === style);
    const scores = scorers.map((scorer) => {
      const whole = chosen.map((each) => scorer.score(each.request, each.plan));
      const lossy = chosen.flatMap((each) =>
        each.bad.map((bad) => scorer.score(each.request, each.plan.with(bad.task, bad.text))),
      );
      return [scorer.name, rounded(areaUnderCurve(whole, lossy))] as const;
    });
    return { half, style, requests: chosen.length, auc: Object.fromEntries(scores) };
  }),
);

const sets = measurePublicSets(scorers);
writeResult('term-preservation', {
  peers: ['keyword-extractor', 'fastest-levenshtein'],
  figures: { plans, sets },
});

// Floors are stated in hundredths, so scores are compared in hundredths.
const hundredths = (value: number): number => Math.round(100 * value);
const below = sets.filter(
  ({ floor, scores }) => hundredths(scores['@kanmon/term-preservation'] ?? 0) < hundredths(floor),
);
for (const { set, figure, floor } of below)
  console.error(`expected ${figure} of at least ${floor} on ${set}`);
if (below.length > 0) process.exitCode = 1;
