import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { missingDataSets } from './src/support/find-data-set.ts';

// `pnpm bench [name...]`: every topic, or those whose name contains an argument, one after another, then the
// tables. A topic that fails does not stop the others; the run then ends with exit code 1 and names it.
// A topic reads restricted data from KANMON_BENCH_DATA and lists what it skipped without it.
const folder = join(import.meta.dirname, 'src');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--');
const topics = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => basename(entry.name, '.ts'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

if (topics.length === 0) {
  console.error(`no benchmark has ${JSON.stringify(wanted)} in its name; see benchmarks/src`);
  process.exit(2);
}

interface Run {
  readonly name: string;
  readonly seconds: number;
  readonly failure: string | null;
}

function run(name: string, file: string): Run {
  console.log(`== ${name}`);
  const started = performance.now();
  const { status, signal } = spawnSync(process.execPath, ['--expose-gc', file], {
    stdio: 'inherit',
  });
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, failure: status === 0 ? null : `exit code ${status ?? signal}` };
}

const runs = [
  ...topics.map((topic) => run(topic, join(folder, `${topic}.ts`))),
  run('report', join(import.meta.dirname, 'report.ts')),
];

console.log('\nseconds  topic');
for (const { name, seconds, failure } of runs) {
  const skipped = missingDataSets(name);
  const notes = [
    ...(failure === null ? [] : [`FAILED (${failure})`]),
    ...(skipped.length === 0 ? [] : [`skipped ${skipped.join(', ')}`]),
  ];
  console.log(`${seconds.toFixed(1).padStart(7)}  ${[name, ...notes].join('  ')}`);
}
const failed = runs.filter(({ failure }) => failure !== null).map(({ name }) => name);
console.log(
  failed.length === 0
    ? `all ${topics.length} topics ran`
    : `FAILED: ${failed.join(', ')} of ${topics.length} topics`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
