import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
/** The Node of this repository, and the oldest one that packages support. */
const nodes = ['node', 'node22'] as const;

/** Removes what differs between machines: a script that needs it afterwards throws. */
const withoutLocale = `
  delete globalThis.Intl;
  String.prototype.localeCompare = String.prototype.toLocaleLowerCase = () => {
    throw new Error('locale');
  };
`;

/**
 * Returns the output of a script on Node 24 with `Intl` and on Node 22 without it; in `pnpm test:long` on both with and
 * without. It is bundled in the folder of a package and imports its sources with `await import`, so that they load afterwards.
 */
export async function printedOnEveryNode(
  folder: string,
  script: string,
): Promise<readonly string[]> {
  const [plain, bare] = await Promise.all([
    bundle(folder, script),
    bundle(folder, withoutLocale + script),
  ]);
  const all = [plain, bare].flatMap((code) => nodes.map((name) => () => run(name, code)));
  const chosen = process.env['KANMON_LONG'] === undefined ? [all.at(0), all.at(-1)] : all;
  return chosen.map((each) => each?.() ?? '');
}

async function bundle(folder: string, script: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['@kanmon/source'],
  });
  return outputFiles[0]?.text ?? '';
}

function run(name: (typeof nodes)[number], code: string): string {
  const { resolve } = createRequire(join(root, 'package.json'));
  const node = join(dirname(resolve(`${name}/package.json`)), 'bin/node');
  return execFileSync(node, ['--input-type=module'], { input: code, encoding: 'utf8' }).trim();
}
