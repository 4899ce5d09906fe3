import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type MutationPart, mutationParts, mutationThreshold } from '../config/mutation.ts';
import { root } from './workspace.ts';

// pnpm mutation [part ...] [--force]
// Changes the code of each part in one place at a time and counts how often a test notices. What a test noticed
// before, and did not change since, is not tried again, unless forced. Writes docs/mutation.json.
const resultsFile = join(root, 'docs/mutation.json');
const work = '.stryker-tmp';

/** The entry of a part in `docs/mutation.json`. `seconds` only of runs that tried every mutant. */
interface PartResult {
  readonly date: string;
  readonly mutants: number;
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly noCoverage: number;
  readonly score: number;
  readonly seconds?: number;
}

const isForced = process.argv.includes('--force');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = named.filter((name) => !Object.hasOwn(mutationParts, name));
if (unknown.length > 0) {
  throw new Error(
    `no part is called ${unknown.join(', ')}; there are ${Object.keys(mutationParts).join(', ')}`,
  );
}

process.chdir(root); // Stryker works on the directory it is started in
const results = readResults();
for (const [name, part] of Object.entries(mutationParts)) {
  if (named.length > 0 && !named.includes(name)) continue;
  // One part after the other: each takes both processors.
  const result = await tryPart(name, part);
  results[name] = result;
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  const verdict = result.score >= mutationThreshold ? 'ok  ' : 'FAIL';
  console.log(`${verdict} ${name}: ${result.score} % of ${result.mutants} mutants were noticed`);
}

async function tryPart(name: string, part: MutationPart): Promise<PartResult> {
  const dir = `packages/${part.package}`;
  const others = readdirSync('packages').filter((other) => other !== basename(dir));
  const incrementalFile = `${work}/incremental/${name}.json`;
  const isComplete = isForced || !existsSync(incrementalFile);
  if (!isComplete) forgetSurvivors(incrementalFile);
  process.env['KANMON_MUTATION_PART'] = name; // read by the configuration of the tests
  const start = performance.now();
  const mutants = await new Stryker({
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutation.config.ts', dir, related: false },
    mutate: part.mutate.map((pattern) => `${dir}/${pattern}`),
    disableTypeChecks: false,
    concurrency: 2,
    incremental: true,
    incrementalFile,
    force: isForced,
    // A mutant that loops ends here; what is slow but right takes far less.
    timeoutMS: 10_000,
    tempDirName: `${work}/sandbox`,
    ignorePatterns: [
      'api',
      'benchmarks',
      'coverage',
      'docs',
      'examples',
      'scripts',
      '**/dist',
      '.turbo',
      work,
      ...others.map((other) => `packages/${other}`),
    ],
    reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportMutants: false },
    htmlReporter: { fileName: `${work}/reports/${name}.html` },
    jsonReporter: { fileName: `${work}/reports/${name}.json` },
    thresholds: { high: 95, low: mutationThreshold, break: mutationThreshold },
  }).runMutationTest();
  const count = (status: string): number =>
    mutants.filter((mutant) => mutant.status === status).length;
  const [killed, timeout] = [count('Killed'), count('Timeout')];
  const [survived, noCoverage] = [count('Survived'), count('NoCoverage')];
  const total = killed + timeout + survived + noCoverage;
  return {
    date: new Date().toISOString().slice(0, 10),
    mutants: total,
    killed,
    timeout,
    survived,
    noCoverage,
    score: Math.round(((killed + timeout) / total) * 10_000) / 100,
    ...(isComplete ? { seconds: Math.round((performance.now() - start) / 1000) } : {}),
  };
}

/**
 * Survivors are tried again: for a change to code that runs while a module loads, Stryker does not know that a
 * new test could notice it.
 */
function forgetSurvivors(incrementalFile: string): void {
  const report = JSON.parse(readFileSync(incrementalFile, 'utf8')) as {
    files: Record<string, { mutants: { status: string }[] }>;
  };
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  }
  writeFileSync(incrementalFile, JSON.stringify(report));
}

function readResults(): Record<string, PartResult> {
  if (!existsSync(resultsFile)) return {};
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, PartResult>;
}
