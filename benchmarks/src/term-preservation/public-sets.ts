import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSetName } from '../support/data-sets.ts';
import { findDataSet } from '../support/find-data-set.ts';
import { rounded } from '../support/spread.ts';
import type { Scorer } from './scorers.ts';
import { areaUnderCurve, spearman } from './statistics.ts';

/** One figure on one public set. */
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

interface PublicSet {
  readonly set: string;
  readonly figure: string;
  readonly floor: number;
  readonly read: () => readonly Pair[] | null;
  readonly measure: (pairs: readonly Pair[], scorer: Scorer) => number;
}

/** Captions, not requests: floors against regressions, not goals. */
export function measurePublicSets(scorers: readonly Scorer[]): readonly SetFigure[] {
  const sets: readonly PublicSet[] = [
    {
      set: 'JSTS valid v1.3',
      figure: 'Spearman',
      floor: 0.63,
      read: () => readLines('jsts', 'valid-v1.3.json'),
      measure: relatedness,
    },
    {
      set: 'JNLI valid v1.3',
      figure: 'AUC entailment',
      floor: 0.67,
      read: () => readLines('jnli', 'valid-v1.3.json'),
      measure: entailment,
    },
    {
      set: 'JSICK test, EN',
      figure: 'Spearman',
      floor: 0.6,
      read: () => readColumns(2),
      measure: relatedness,
    },
    {
      set: 'JSICK test, JA',
      figure: 'Spearman',
      floor: 0.66,
      read: () => readColumns(8),
      measure: relatedness,
    },
  ];
  return sets.flatMap(({ set, figure, floor, read, measure }) => {
    const pairs = read();
    if (pairs === null) return [];
    const scores = scorers.map((scorer) => [scorer.name, rounded(measure(pairs, scorer))] as const);
    return [{ set, figure, floor, scores: Object.fromEntries(scores) }];
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

function readLines(name: 'jsts' | 'jnli', file: string): readonly Pair[] | null {
  const lines = linesOf(name, file);
  return (
    lines &&
    lines.map((line) => {
      const { sentence1, sentence2, label } = JSON.parse(line) as {
        sentence1: string;
        sentence2: string;
        label: string | number;
      };
      return { a: sentence1, b: sentence2, label: String(label) };
    })
  );
}

/** Columns of JSICK: sentence A, sentence B, entailment, relatedness; English from 2, Japanese from 8. */
function readColumns(first: number): readonly Pair[] | null {
  const lines = linesOf('jsick', 'test.tsv');
  return (
    lines &&
    lines.slice(1).map((line) => {
      const cells = line.split('\t');
      return { a: cells[first] ?? '', b: cells[first + 1] ?? '', label: cells[first + 3] ?? '' };
    })
  );
}

function linesOf(name: DataSetName, file: string): readonly string[] | null {
  const folder = findDataSet(name);
  return folder === null ? null : readFileSync(join(folder, file), 'utf8').trim().split('\n');
}
