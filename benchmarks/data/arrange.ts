import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type DataSet, listDataSets } from '../src/support/data-sets.ts';
import { collectCases } from './collect-cases.ts';

// node benchmarks/data/arrange.ts <clones>: lays KANMON_BENCH_DATA out from clones that are stored as
// <clones>/<owner>/<name>. Nothing is fetched; files come from the commit that data.md names, not from the
// work tree. The end of the output lists the commands that make the missing clones.
const [clones] = process.argv.slice(2);
const target = process.env['KANMON_BENCH_DATA'];
if (clones === undefined || target === undefined) {
  console.error(
    'expected: KANMON_BENCH_DATA=<folder to fill> node benchmarks/data/arrange.ts <folder of clones>',
  );
  process.exit(2);
}

const commands = new Set<string>();
for (const set of listDataSets()) {
  const clone = resolve(clones, set.repository);
  if (existsSync(clone)) {
    arrange(set, clone, join(target, set.name));
    console.log(`ok      ${set.name}`);
  } else {
    commands.add(cloneCommand(set, join(clones, set.repository)));
    console.log(`ABSENT  ${set.name}: no clone at ${clone}`);
  }
}
if (commands.size > 0) console.log(['', 'missing clones:', ...commands].join('\n'));
process.exitCode = commands.size === 0 ? 0 : 1;

/** Of most repositories a few files are wanted, and git gets those when they are read. */
function cloneCommand({ contents, repository }: DataSet, folder: string): string {
  const options = contents.kind === 'clone' ? '' : '--filter=blob:none --no-checkout ';
  return `git clone ${options}https://github.com/${repository} ${folder}`;
}

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
        collectCases(
          contents.paths.map((path) => git('show', `${revision}:${path}`).toString()),
          contents,
        ),
      );
      break;
    case 'clone':
      mkdirSync(dirname(folder), { recursive: true });
      if (!existsSync(folder)) symlinkSync(realpathSync(clone), folder);
  }
}
