import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brokenLinks } from './document-links.ts';
import { root } from './workspace.ts';

// Checks the links, commands and files that a document names against the repository.

const fences = /^```[\s\S]*?^```$/gm;
/** A file named in backticks by its path from the root. */
const rootedFile = /`((?:api|benchmarks|docs|examples|packages|scripts|\.ci)\/[\w./*-]+)`/g;
/** A test or its cases, by its path in the package or by its name alone. */
const testFile = /`([\w./-]+\.(?:test\.ts|test-d\.ts|jsonl))`/g;
const command = /(?<!@)\bpnpm(?:@[\d.]+)? ((?:-\S+ )*)([@\w:./-]+)(?: ([@\w:./-]+))?/g;
const script = /\bnode (?:--\S+ )*((?:scripts|benchmarks|examples)\/[\w./-]+\.ts)/g;
/** A row of a table about a package or one of its entries that ends in its sizes in KB: alone, and with zod and core. */
const sizeRow =
  /^\| (?:\[`(@kanmon\/[\w-]+)`\]\S*|`\.(\/[\w-]+)?`) .*\| ([\d.]+) +\| ([\d.]+) +\|$/gm;
/** Commands of pnpm itself, and of tools that it finds, that the documents use. */
const builtIn = new Set(['add', 'changeset', 'exec', 'install']);
/** Written while a demo or a build runs, or a place holder: not in a fresh clone. */
const notKept = /\/(?:out|dist|node_modules)\/|^docs\/api|NNNN/;

const [limits, wholeLimits] = ['size-limits', 'whole-size-limits'].map(
  (file) =>
    JSON.parse(readFileSync(join(root, `config/${file}.json`), 'utf8')) as Readonly<
      Record<string, number>
    >,
);
const rootScripts = scriptsOf('package.json');
const filtered = new Map(
  globSync(['packages/*/package.json', 'examples/*/package.json', 'benchmarks/package.json'], {
    cwd: root,
  }).map((file) => [manifestOf(file).name, scriptsOf(file)]),
);

/** One sentence for each link, command and file that the document names and the repository does not have. */
export function brokenClaims(document: string, text: string): readonly string[] {
  return [
    ...brokenLinks(document, text),
    ...brokenCommands(codeOf(text)),
    ...missingFiles(document, text.replace(fences, '')),
    ...wrongSizes(document, text),
  ];
}

/** Only text in code is a command. */
function codeOf(text: string): string {
  const spans = text.replace(fences, '').match(/`[^`\n]+`/g) ?? [];
  return [...(text.match(fences) ?? []), ...spans].join('\n');
}

function brokenCommands(text: string): readonly string[] {
  const topics = readdirSync(join(root, 'benchmarks/src'));
  return [
    ...[...text.matchAll(command)].flatMap(([whole, flags = '', first = '', second = '']) => {
      if (flags.startsWith('--filter')) {
        return filtered.get(first)?.has(second) === true ? [] : [`there is no "${whole}"`];
      }
      const name = first === 'run' ? second : first;
      if (builtIn.has(first)) return [];
      if (!rootScripts.has(name)) return [`there is no "${whole}"`];
      if (name !== 'bench' || second === '') return [];
      return topics.some((file) => file.includes(second)) ? [] : [`there is no topic "${whole}"`];
    }),
    ...[...text.matchAll(script)].flatMap(([whole, file = '']) =>
      existsSync(join(root, file)) ? [] : [`there is no file for "${whole}"`],
    ),
  ];
}

function missingFiles(document: string, prose: string): readonly string[] {
  // Its paths are those of the repositories that the data comes from.
  if (document === 'benchmarks/data.md') return [];
  const rooted = [...prose.matchAll(rootedFile)].flatMap(([, file = '']) =>
    notKept.test(file) || exists(file, join(dirname(document), file))
      ? []
      : [`there is no ${file}`],
  );
  // The page of the benchmarks speaks of the test files of its peers.
  if (document.startsWith('benchmarks/')) return rooted;
  const folder = /^(?:packages|examples)\/[^/]+/.exec(document)?.[0] ?? '{packages,examples}/*';
  const tests = [...prose.matchAll(testFile)].flatMap(([, file = '']) =>
    exists(file, join(folder, file), join(folder, 'test/**', file))
      ? []
      : [`there is no ${file} in ${folder}`],
  );
  return [...rooted, ...tests];
}

/** A document quotes the limit that `pnpm size` holds: a measured size is stale after the next change. */
function wrongSizes(document: string, text: string): readonly string[] {
  const own = `@kanmon/${document.split('/')[1]}`;
  return [...text.matchAll(sizeRow)].flatMap(([, name, entry = '', size, whole]) => {
    const specifier = name ?? own + entry;
    const known = [limits, wholeLimits].map((all = {}) => limitOf(all, specifier));
    return known.every((limit, at) => limit === Math.round(Number([size, whole][at]) * 1000))
      ? []
      : [
          `the limits of ${specifier} are ${known.join(' and ')} bytes, not ${size} and ${whole} KB`,
        ];
  });
}

/** An entry of which only some names have a limit has the limit of these. */
function limitOf(all: Readonly<Record<string, number>>, specifier: string): number | undefined {
  const part = Object.keys(all).find((key) => key.startsWith(`${specifier} {`));
  return all[specifier] ?? all[part ?? ''];
}

function exists(...patterns: readonly string[]): boolean {
  return globSync(patterns, { cwd: root }).length > 0;
}

function manifestOf(file: string): { readonly name: string; readonly scripts?: object } {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as { name: string; scripts?: object };
}

function scriptsOf(file: string): ReadonlySet<string> {
  return new Set(Object.keys(manifestOf(file).scripts ?? {}));
}
