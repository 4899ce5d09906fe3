import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

// `pnpm bench [name]`: every topic, or those whose name contains the argument, one after another.
// A topic reads restricted data from KANMON_BENCH_DATA and says what it skipped without it.
const folder = join(import.meta.dirname, 'src');
const wanted = process.argv.slice(2).find((argument) => argument !== '--') ?? '';
const topics = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => basename(entry.name, '.ts'))
  .filter((name) => name.includes(wanted));

if (topics.length === 0) {
  console.error(`no benchmark has ${JSON.stringify(wanted)} in its name; see benchmarks/src`);
  process.exitCode = 2;
}
for (const topic of topics) {
  console.log(`== ${topic}`);
  execFileSync(process.execPath, ['--expose-gc', join(folder, `${topic}.ts`)], {
    stdio: 'inherit',
  });
}
if (topics.length > 0) {
  execFileSync(process.execPath, [join(import.meta.dirname, 'report.ts')], { stdio: 'inherit' });
}
