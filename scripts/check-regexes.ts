import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostics } from 'recheck';
import ts from 'typescript';
import { root } from './workspace.ts';

// pnpm regexes [part of a path ...]
// Asks recheck whether a text exists on which a regular expression of the sources takes polynomial or exponential
// time. Each one found must be repaired, or listed in config/regex-exceptions.json with the reason why it does no
// harm. For a folder of short texts the file gives their length, and the attack is tried at that length instead.
// Takes minutes. Patterns that are built while a program runs are not checked.

/** Milliseconds for one pattern. recheck decides most in less than 0.1 s; more time decides few others. */
const timeout = 20_000;
/** Most milliseconds that the attack on a short text may take. A message of 4,000 characters is planned in about 20. */
const mostForShort = 50;

interface Literal {
  readonly source: string;
  readonly flags: string;
  /** `path:line` of each use. */
  readonly places: string[];
}

interface Exception {
  readonly pattern: string;
  readonly reason: string;
}

/** A folder whose patterns read texts of at most so many characters. */
interface ShortTexts {
  readonly folder: string;
  readonly longest: number;
  readonly reason: string;
}

process.env['RECHECK_BACKEND'] = 'pure'; // read when recheck loads; the other backends are not installed
const { checkSync } = await import('recheck');

const listed = JSON.parse(
  readFileSync(join(root, 'config/regex-exceptions.json'), 'utf8'),
) as readonly (Exception | ShortTexts)[];
const exceptions = listed.filter((each) => 'pattern' in each);
const folders = listed.filter((each) => 'folder' in each);
const wanted = process.argv.slice(2);
const literals = collect(
  globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .toSorted(),
);
const counts = { safe: 0, excepted: 0, undecided: 0, vulnerable: 0 };
const met = new Set<string>();
for (const { source, flags, places } of literals) {
  const pattern = `/${source}/${flags}`;
  const exception = exceptions.find((each) => each.pattern === pattern);
  if (exception !== undefined) met.add(pattern);
  const result = checkSync(source, flags, { timeout, randomSeed: 1 });
  if (result.status === 'safe') counts.safe += 1;
  else if (exception !== undefined || isQuickOnShort(source, flags, places, result))
    counts.excepted += 1;
  else if (result.status === 'unknown') {
    counts.undecided += 1;
    console.log(`????  ${pattern}\n      ${places.join(' ')}: ${result.error.kind}`);
  } else {
    counts.vulnerable += 1;
    const { complexity, attack } = result;
    const degree = complexity.type === 'polynomial' ? `degree ${complexity.degree}` : 'exponential';
    console.log(`FAIL  ${pattern}\n      ${places.join(' ')}: ${degree}, ${attack.pattern}`);
  }
}

const idle = wanted.length > 0 ? [] : exceptions.filter(({ pattern }) => !met.has(pattern));
for (const { pattern } of idle) {
  console.log(
    `FAIL  ${pattern}\n      is listed in config/regex-exceptions.json, but in no source`,
  );
}
console.log(
  `${literals.length} patterns: ${counts.safe} safe, ${counts.excepted} listed as harmless, ` +
    `${counts.undecided} undecided, ${counts.vulnerable} vulnerable`,
);
process.exitCode = counts.vulnerable + idle.length > 0 ? 1 : 0;

/** Returns true where all places are in a folder of short texts, and the attack that was found is harmless on one. */
function isQuickOnShort(
  source: string,
  flags: string,
  places: readonly string[],
  result: Diagnostics,
): boolean {
  if (result.status !== 'vulnerable') return false;
  const of = folders.find(({ folder }) => places.every((place) => place.startsWith(folder)));
  if (of === undefined) return false;
  const { pumps, suffix } = result.attack;
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const once = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((of.longest - fixed) / once));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const started = process.cpuUsage().user;
  text.replace(new RegExp(source, flags), '');
  return (process.cpuUsage().user - started) / 1000 <= mostForShort;
}

/** Every regular expression literal of the files; equal ones once, with all of their places. */
function collect(files: readonly string[]): readonly Literal[] {
  const found = new Map<string, Literal>();
  for (const file of files) {
    const tree = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.ESNext,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const literal = found.get(node.text) ?? {
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
          places: [],
        };
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
        literal.places.push(`${file}:${line + 1}`);
        found.set(node.text, literal);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return [...found.values()];
}
