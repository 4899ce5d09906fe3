/**
 * Whole plans against plans that lost something, on the package's own requests; public sentence pairs as
 * floors; and the cost of 20 terms against 100 tasks as a ratio to a naive fold per pair.
 * pnpm build && pnpm --filter @kanmon/benchmarks term-preservation
 */
import { readFileSync } from 'node:fs';
import { extractRequiredTerms, validateTermPreservation } from '@kanmon/term-preservation';
import { measurePublicSets } from './term-preservation/public-sets.ts';
import { scorers } from './term-preservation/scorers.ts';
import { areaUnderCurve } from './term-preservation/statistics.ts';
import { writeResult } from './support/write-result.ts';

interface RequestCase {
  readonly lang: 'ja' | 'en';
  readonly style: 'A' | 'B';
  readonly request: string;
  readonly terms: readonly string[];
  readonly plan: readonly string[];
  readonly bad: readonly { readonly task: number; readonly text: string }[];
}

const rounds = 31;
const cases = ['development', 'held-out'].flatMap((half) =>
  readCases(half).map((each) => ({ ...each, half })),
);

const plans = (['development', 'held-out'] as const).flatMap((half) =>
  (['A', 'B'] as const).map((style) => {
    const chosen = cases.filter((each) => each.half === half && each.style === style);
    const scores = scorers.map((scorer) => {
      const whole = chosen.map((each) => scorer.score(each.request, each.plan));
      const lossy = chosen.flatMap((each) =>
        each.bad.map((bad) => scorer.score(each.request, each.plan.with(bad.task, bad.text))),
      );
      return [scorer.name, Math.round(areaUnderCurve(whole, lossy) * 1000) / 1000] as const;
    });
    return { half, style, requests: chosen.length, auc: Object.fromEntries(scores) };
  }),
);
console.table(plans.map(({ auc, ...rest }) => ({ ...rest, ...auc })));

const sets = measurePublicSets(scorers);
if (sets.length > 0) console.table(sets.map(({ scores, ...rest }) => ({ ...rest, ...scores })));

const speed = measureSpeed();
console.table([speed]);

writeResult('term-preservation', ['keyword-extractor', 'fastest-levenshtein'], {
  plans,
  sets,
  speed,
});
// Floors are stated in hundredths, so scores are compared in hundredths.
const below = sets.filter(
  (each) =>
    Math.round(100 * (each.scores['@kanmon/term-preservation'] ?? 0)) <
    Math.round(100 * each.floor),
);
process.exitCode = below.length;

/** 20 terms against 100 tasks, interleaved with a naive fold of every pair; medians and quartiles of the ratio. */
function measureSpeed(): Record<string, number> {
  const japanese = cases.filter((each) => each.lang === 'ja');
  const terms = japanese.flatMap((each) => each.terms).slice(0, 20);
  const texts = Array.from(
    { length: 100 },
    (_, at) => japanese[at % japanese.length]?.plan[at % 3] ?? japanese[0]?.request ?? '',
  );
  const tasks = texts.map((acceptance, at) => ({ id: `T${at}`, acceptance }));
  const ratios: number[] = [];
  const times: number[] = [];
  const extraction: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = time(() => validateTermPreservation(terms, tasks));
    const naive = time(() => {
      for (const term of terms)
        for (const text of texts)
          text.normalize('NFKC').toLowerCase().includes(term.normalize('NFKC').toLowerCase());
    });
    ratios.push(ours / naive);
    times.push(ours);
    extraction.push(
      time(() => extractRequiredTerms(japanese[round % japanese.length]?.request ?? '')),
    );
  }
  return {
    milliseconds: quantile(times, 0.5),
    ratioToNaiveFold: quantile(ratios, 0.5),
    lowerQuartile: quantile(ratios, 0.25),
    upperQuartile: quantile(ratios, 0.75),
    extractionMilliseconds: quantile(extraction, 0.5),
  };
}

function time(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100;
}

function readCases(half: string): readonly RequestCase[] {
  const text = readFileSync(
    new URL(`../../packages/term-preservation/test/cases/requests.${half}.jsonl`, import.meta.url),
    'utf8',
  );
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RequestCase);
}
