import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type DataSet, listDataSets } from '../src/support/data-sets.ts';
import { collectCases } from './collect-cases.ts';

// node benchmarks/data/arrange.ts <clones>: lays KANMON_BENCH_DATA out from clones that stand there as
// <clones>/<owner>/<name>. Nothing is fetched; files come from the commit that data.md names, not from the
// work tree. What has no clone is named with the command that makes one.
const [clones] = process.argv.slice(2);
const target = process.env['KANMON_BENCH_DATA'];
if (clones === undefined || target === undefined) {
  console.error(
    'expected: KANMON_BENCH_DATA=<folder to fill> node benchmarks/data/arrange.ts <folder of clones>',
  );
  process.exit(2);
}

let absent = 0;
for (const set of listDataSets()) {
  const clone = resolve(clones, set.repository);
  if (existsSync(clone)) {
    arrange(set, clone, join(target, set.name));
    console.log(`ok      ${set.name}`);
  } else {
    absent += 1;
    console.log(
      `ABSENT  ${set.name}: git clone https://github.com/${set.repository} ${join(clones, set.repository)}`,
    );
  }
}
process.exitCode = absent === 0 ? 0 : 1;

function arrange({ contents, revision }: DataSet, clone: string, folder: string): void {
  const git = (...parameters: string[]): Buffer =>
    execFileSync('git', ['-C', clone, ...parameters], { maxBuffer: 1 << 30 });
  const copy = (path: string, file: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, git('show', `${revision}:${path}`));
  };
  switch (contents.kind) {
    case 'files':
      for (const [name, path] of Object.entries(contents.files)) {
        if (!name.endsWith('/')) copy(path, join(folder, name));
        else
          for (const file of git('ls-tree', '--name-only', revision, path)
            .toString()
            .trim()
            .split('\n'))
            copy(file, join(folder, name, file.slice(path.length)));
      }
      break;
    case 'cases':
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'cases.jsonl'),
        collectCases(git('show', `${revision}:${contents.path}`).toString(), contents),
      );
      break;
    case 'clone':
      mkdirSync(dirname(folder), { recursive: true });
      if (!existsSync(folder)) symlinkSync(realpathSync(clone), folder);
  }
}
