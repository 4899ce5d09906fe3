import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { coldImport } from './support/cold-import.ts';
import { interleave } from './support/rounds.ts';
import { type Spread, spreadOf } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * The cost of an entry before it does anything: size of its browser bundle (min + gzip, peers and Node
 * built-ins left out), and time of a cold import in a separate process, against the nearest peer where there
 * is one. Interleaved rounds.
 *
 * pnpm bench entries
 */
const rounds = 11;

/** The package that a user would otherwise load for the same job, and what of ours is set against it. */
const nearest: Readonly<Record<string, string>> = {
  '@kanmon/core/json': 'jsonrepair',
  '@kanmon/core/gate': 'zod',
  '@kanmon/llm-adapters': 'openai',
  '@kanmon/term-preservation': 'keyword-extractor',
  '@kanmon/issue-tracker': 'diff-match-patch',
  '@kanmon/issue-tracker/langgraph': '@langchain/langgraph',
};

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Entry {
  readonly specifier: string;
  /** Not bundled: the user brings them. */
  readonly external: readonly string[];
}

const packages = new URL('../../packages/', import.meta.url);
const ours = readdirSync(packages)
  .map(
    (name): Manifest =>
      JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), 'utf8')) as Manifest,
  )
  .filter((manifest) => manifest.private !== true)
  .flatMap(({ name, exports, peerDependencies = {} }): Entry[] =>
    Object.keys(exports)
      .filter((path) => path !== './package.json' && path !== './testing')
      .map((path) => ({
        specifier: name + path.slice(1),
        external: Object.keys(peerDependencies),
      })),
  );
const peers = [...new Set(Object.values(nearest))];
const entries = [...ours, ...peers.map((specifier) => ({ specifier, external: [] }))];

/** Bytes of `export * from` the entry, min + gzip. */
async function bundledBytes({ specifier, external }: Entry): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${specifier}'`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // Entries for Node keep their built-ins as imports.
    platform: 'node',
    charset: 'utf8',
    logLevel: 'silent',
    external: [...external],
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

const specifiers = entries.map(({ specifier }) => specifier);
const times = await interleave(
  Object.fromEntries(specifiers.map((specifier) => [specifier, specifier])),
  coldImport,
  { rounds, warmUpRounds: 1 },
);
const figures: Record<string, { bytes: number; importMs: Spread }> = {};
for (const entry of entries) {
  figures[entry.specifier] = {
    bytes: await bundledBytes(entry),
    importMs: spreadOf(times[entry.specifier] ?? []),
  };
}
writeResult('entries', { peers, figures: { rounds, nearest, figures } });
