import { fork } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { brokenClaims } from './document-claims.ts';
import { unnamedExports } from './document-exports.ts';
import { formFaults } from './document-form.ts';
import { withAbsoluteLinks } from './document-links.ts';
import { pairDifferences } from './document-pair.ts';
import { root } from './workspace.ts';

// READMEs, docs/frameworks.md and pages of the site take their code from examples/recipes and their output from running it:
//   ```ts file=examples/recipes/first-gate.ts      the block is that file
//   ```text output=examples/recipes/first-gate.ts  the block is what that file prints
// `--write` brings the blocks up to date and makes the links of packed READMEs absolute. Every recipe is run,
// also one that no README prints.
// Links, commands and files that any document names must exist, README.ja.md must correspond to README.md,
// the README of the project and of each package keep a form (document-form.ts), and the reference page of a package
// must name what its entries export.
const readmes = [
  'README*.md',
  'packages/*/README*.md',
  'examples/*/README*.md',
  'docs/frameworks.md',
];
/** They include the code themselves. */
const pages = ['docs/site/*.md', 'docs/site/ja/*.md', 'docs/site/*/*.md', 'docs/site/ja/*/*.md'];
const write = process.argv.includes('--write');
const block = /^(```\w+ (file|output)=(\S+)\n)([\s\S]*?)^```$/gm;
const documents = ['*.md', 'docs/*.md', 'docs/decisions/*.md', 'benchmarks/*.md', ...readmes];
/** A recipe is read at a glance. */
const longestRecipe = 60;
/** The first sample of the project, and of a package: longer, and the API lacks a default. */
const longestFirst = { project: 23, package: 15 };

const files = globSync([...readmes, ...pages], { cwd: root }).toSorted();
const recipes = globSync('examples/recipes/*.ts', { cwd: root }).toSorted();
const printed = files.flatMap((file) =>
  [...read(file).matchAll(block)].flatMap(([, , kind, source]) =>
    kind === 'output' && source !== undefined ? [source] : [],
  ),
);
const outputs = await runAll([...new Set([...printed, ...recipes])]);

let checked = 0;
let stale = 0;
for (const readme of files) {
  const path = join(root, readme);
  const text = readFileSync(path, 'utf8');
  const fresh = text.replace(
    block,
    (whole, head: string, kind: string, file: string, content: string) => {
      checked += 1;
      const wanted = kind === 'file' ? read(file) : (outputs.get(file) ?? '');
      if (content === wanted) return whole;
      stale += 1;
      if (!write) {
        console.log(`FAIL ${readme}: the ${kind} of ${file} differs; run "pnpm readmes --write"`);
      }
      return `${head}${wanted}\`\`\``;
    },
  );
  if (!write) continue;
  const linked = withAbsoluteLinks(readme, fresh);
  if (linked !== text) writeFileSync(path, linked);
}
const long = recipes.filter((file) => lineCount(file) > longestRecipe);
for (const file of long) {
  console.log(`FAIL ${file} has ${lineCount(file)} lines; a recipe has at most ${longestRecipe}`);
}
console.log(`ok   ${recipes.length - long.length} of ${recipes.length} recipes run and are short`);
console.log(`ok   ${checked - stale} of ${checked} blocks in documents`);
const claimed = globSync(documents, { cwd: root }).filter((file) => !file.includes('node_modules'));
const broken = claimed.map(checkClaims).filter((count) => count > 0);
console.log(
  `ok   ${claimed.length - broken.length} of ${claimed.length} documents name what exists`,
);
// An example that only other examples use need not be translated.
const pairs = files.filter(
  (file) =>
    file.endsWith('README.md') &&
    (!file.startsWith('examples/') || files.includes(translationOf(file))),
);
const apart = pairs.map(checkPair).filter((count) => count > 0);
console.log(`ok   ${pairs.length - apart.length} of ${pairs.length} translations say the same`);
const reticent = pairs.filter((file) => file.startsWith('packages/')).filter(hidesExports);
const introductions = files.filter((file) => /^(?:packages\/[^/]+\/)?README/.test(file));
const shapeless = introductions.map(checkForm).filter((count) => count > 0);
console.log(
  `ok   ${introductions.length - shapeless.length} of ${introductions.length} READMEs keep the form`,
);
const failures = [
  ...long,
  ...broken,
  ...apart,
  ...reticent,
  ...shapeless,
  ...pairs.filter(startsLong),
];
process.exitCode = (stale === 0 || write) && failures.length === 0 ? 0 : 1;

/** Returns the output of each file; the first failure ends all. Shares the files out to a process for each processor. */
async function runAll(sources: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const results = new Map<string, string>();
  const shares = availableParallelism();
  const share = async (number: number): Promise<void> => {
    const own = sources.filter((_, index) => index % shares === number);
    const child = fork(join(root, 'scripts/print-recipes.ts'), own, {
      cwd: root,
      execArgv: ['--conditions=@kanmon/source', '--no-warnings'],
    });
    child.on('message', ({ file, output }: { readonly file: string; readonly output: string }) =>
      results.set(file, output),
    );
    const [code] = await Promise.all([
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
      new Promise((resolve) => child.once('disconnect', resolve)), // all messages have come
    ]);
    const missing = own.find((file) => !results.has(file));
    if (code !== 0 || missing !== undefined)
      throw new Error(`${missing} failed (exit code ${code})`);
  };
  await Promise.all(Array.from({ length: shares }, (_, number) => share(number)));
  return results;
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function translationOf(file: string): string {
  return file.replace(/md$/, 'ja.md');
}

function lineCount(file: string): number {
  return read(file).split('\n').length - 1;
}

function checkClaims(file: string): number {
  const found = brokenClaims(file, read(file));
  for (const sentence of found) tell(file, sentence);
  return found.length;
}

function checkPair(file: string): number {
  const translation = translationOf(file);
  const depth = file.startsWith('examples/') ? 'shape' : 'all';
  const found = files.includes(translation)
    ? pairDifferences(read(file), read(translation), depth)
    : [`there is no ${translation}`];
  for (const sentence of found) tell(file, sentence);
  return found.length;
}

function checkForm(file: string): number {
  const found = formFaults(file, read(file));
  for (const sentence of found) tell(file, sentence);
  return found.length;
}

/** Checks that the reference page of a package names the exports of its entries. */
function hidesExports(file: string): boolean {
  const names = unnamedExports(dirname(file));
  if (names.length > 0)
    tell(
      `docs/site/reference/${basename(dirname(file))}.md`,
      `exported and not named: ${names.join(', ')}`,
    );
  return names.length > 0;
}

function tell(file: string, sentence: string): void {
  console.log(`FAIL ${file}: ${sentence}`);
}

/** Checks the length of the first sample of a README. */
function startsLong(file: string): boolean {
  const sample = /^```ts.*\n([\s\S]*?)^```$/m.exec(read(file))?.[1] ?? '';
  const most = file === 'README.md' ? longestFirst.project : longestFirst.package;
  const lines = sample.split('\n').length - 1;
  if (lines <= most || file.startsWith('examples/')) return false;
  console.log(`FAIL ${file}: its first sample has ${lines} lines; at most ${most} are read`);
  return true;
}
