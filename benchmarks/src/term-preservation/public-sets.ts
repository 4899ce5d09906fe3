import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scorer } from './scorers.ts';
import { areaUnderCurve, spearman } from './statistics.ts';

/** One figure on one public set, or why there is none. */
export interface SetFigure {
  readonly set: string;
  readonly figure: string;
  readonly floor: number;
  readonly scores: Readonly<Record<string, number>>;
}

interface Pair {
  readonly a: string;
  readonly b: string;
  readonly label: string;
}

const folder = process.env['KANMON_BENCH_DATA'];

/** Captions, not requests: floors against regressions, not goals. */
export function measurePublicSets(scorers: readonly Scorer[]): readonly SetFigure[] {
  const sets: readonly [
    string,
    string,
    number,
    readonly Pair[] | undefined,
    (pairs: readonly Pair[], scorer: Scorer) => number,
  ][] = [
    ['JSTS valid v1.3', 'Spearman', 0.63, readLines('jsts/valid-v1.3.json'), relatedness],
    ['JNLI valid v1.3', 'AUC entailment', 0.67, readLines('jnli/valid-v1.3.json'), entailment],
    ['JSICK test, EN', 'Spearman', 0.6, readColumns('jsick/test.tsv', 2), relatedness],
    ['JSICK test, JA', 'Spearman', 0.66, readColumns('jsick/test.tsv', 8), relatedness],
  ];
  return sets.flatMap(([set, figure, floor, pairs, measure]) => {
    if (pairs === undefined) {
      console.log(`skipped: ${set} (set KANMON_BENCH_DATA, see benchmarks/README.md)`);
      return [];
    }
    return [
      {
        set,
        figure,
        floor,
        scores: Object.fromEntries(
          scorers.map((scorer) => [scorer.name, round(measure(pairs, scorer))]),
        ),
      },
    ];
  });
}

/** Mean of both directions, each sentence as one task, against the graded label. */
function relatedness(pairs: readonly Pair[], scorer: Scorer): number {
  const scores = pairs.map(({ a, b }) => (scorer.score(a, [b]) + scorer.score(b, [a])) / 2);
  return spearman(
    scores,
    pairs.map((pair) => Number(pair.label)),
  );
}

/** Terms of the hypothesis in the premise: entailment against the rest. */
function entailment(pairs: readonly Pair[], scorer: Scorer): number {
  const of = (wanted: boolean): number[] =>
    pairs
      .filter((pair) => (pair.label === 'entailment') === wanted)
      .map(({ a, b }) => scorer.score(b, [a]));
  return areaUnderCurve(of(true), of(false));
}

function readFile(name: string): string | undefined {
  const path = folder === undefined ? '' : join(folder, name);
  return path !== '' && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function readLines(name: string): readonly Pair[] | undefined {
  return readFile(name)
    ?.trim()
    .split('\n')
    .map((line) => {
      const { sentence1, sentence2, label } = JSON.parse(line) as {
        sentence1: string;
        sentence2: string;
        label: string | number;
      };
      return { a: sentence1, b: sentence2, label: String(label) };
    });
}

/** Columns of JSICK: sentence A, sentence B, entailment, relatedness; English from 2, Japanese from 8. */
function readColumns(name: string, first: number): readonly Pair[] | undefined {
  return readFile(name)
    ?.trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.split('\t');
      return {
        a: cells[first] ?? '',
        b: cells[first + 1] ?? '',
        label: cells[first === 2 ? 5 : 11] ?? '',
      };
    });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
