/**
 * Fits the weights of `src/decide/vague.ts` on the dialogs of `test/cases`, and prints them, with
 * what a threshold asks back when each file is judged by weights that were fitted without it.
 * node --conditions=@kanmon/source packages/multistep-planner/test/quality/fit-vague.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasMatter, isAnswered } from '../../src/decide/clarify.ts';
import { decideFollowup, focusOf } from '../../src/decide/followup.ts';
import { vagueFeatures } from '../../src/decide/vague.ts';
import { readTurn } from '../../src/planner/read-turn.ts';
import type { DialogMessage } from '../../src/wire/dialog-schema.ts';

interface RoundCase {
  readonly history: readonly DialogMessage[];
  readonly message: string;
  readonly clarify: boolean;
  readonly searches: readonly unknown[];
}

type Feature = keyof ReturnType<typeof vagueFeatures>;

interface Sample {
  readonly file: string;
  readonly features: readonly number[];
  readonly isVague: boolean;
}

const folder = join(import.meta.dirname, '../cases');
const tables = ['class', 'even', 'own', 'replaced', 'turned'].map(
  (name) => `${name}-dialogs.jsonl`,
);
const rounds = readdirSync(join(folder, 'rounds')).map((file) => `rounds/${file}`);
const samples = [...rounds, ...tables].flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => sampleOf(file, JSON.parse(line) as RoundCase)),
);
const names = Object.keys(vagueFeatures(readTurn({ message: 'x' }).request)) as Feature[];

/** None of a message that the history answers, or that only thanks. */
function sampleOf(file: string, { history, message, clarify, searches }: RoundCase): Sample[] {
  const { request } = readTurn({ message, history });
  const focus = focusOf(request);
  if (isAnswered(focus, decideFollowup(request, focus).followup) && hasMatter(request)) return [];
  if (!clarify && searches.length === 0) return [];
  const features = Object.values(vagueFeatures(request)).map(Number);
  return [{ file, features, isVague: clarify }];
}

/** Logistic regression by Newton's method on features of unit variance; the penalty is that of one sample. */
function fit(of: readonly Sample[]): readonly number[] {
  const scales = names.map((name, at) => {
    const values = of.map(({ features }) => features[at] ?? 0);
    const mean = sum(values) / values.length;
    const variance = sum(values.map((value) => (value - mean) ** 2)) / values.length;
    return name === 'bias' || variance === 0 ? 1 : Math.sqrt(variance);
  });
  const rows = of.map(({ features, isVague }) => ({
    values: features.map((value, at) => value / (scales[at] ?? 1)),
    label: Number(isVague),
  }));
  const penalties = names.map((name): number => (name === 'bias' ? 0 : 1));
  let weights: readonly number[] = names.map(() => 0);
  for (let round = 0; round < 25; round += 1) {
    const gradient = weights.map((weight, at) => weight * (penalties[at] ?? 0));
    const hessian = penalties.map((own, row) =>
      penalties.map((_, column) => (row === column ? own : 0)),
    );
    for (const { values, label } of rows) {
      const p = likelihood(values, weights);
      for (const [at, value] of values.entries()) {
        gradient[at] = (gradient[at] ?? 0) + (p - label) * value;
        const line = hessian[at] ?? [];
        for (const [column, other] of values.entries())
          line[column] = (line[column] ?? 0) + p * (1 - p) * value * other;
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights.map((weight, at) => weight / (scales[at] ?? 1));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function likelihood(values: readonly number[], weights: readonly number[]): number {
  return 1 / (1 + Math.exp(-sum(values.map((value, at) => value * (weights[at] ?? 0)))));
}

/** Gaussian elimination of a positive definite system. */
function solve(matrix: readonly number[][], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, pivot] of rows.entries()) {
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (const [column, value] of pivot.entries())
        row[column] = (row[column] ?? 0) - factor * value;
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

const files = [...new Set(samples.map(({ file }) => file))];
const judged = files.flatMap((file) => {
  const weights = fit(samples.filter((sample) => sample.file !== file));
  return samples
    .filter((sample) => sample.file === file)
    .map((sample) => ({ ...sample, p: likelihood(sample.features, weights) }));
});
console.log(`${samples.length} messages, ${samples.filter(({ isVague }) => isVague).length} vague`);
for (const threshold of [0.5, 0.7, 0.9]) {
  const asked = judged.filter(({ p }) => p >= threshold);
  const right = asked.filter(({ isVague }) => isVague).length;
  const wrong = asked.length - right;
  console.log(`from ${threshold}: ${right} vague ones and ${wrong} others are asked back`);
}
const fitted = fit(samples);
console.log(
  Object.fromEntries(names.map((name, at) => [name, Number((fitted[at] ?? 0).toFixed(2))])),
);
