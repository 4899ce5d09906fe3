import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';

/** Programs that the tests of a project start: those of its folder, and children that act as other processes. */
const programs = ['main.ts', 'test/children/*.ts'];

/** Modules of CommonJS in a bundle call `require` for what is built into Node. */
const banner = `import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);`;

/**
 * Bundles the programs of a project, once a run. Tests start them many times, and most of a start is the work of loading
 * hundreds of sources. A program lies in `KANMON_PROGRAMS` under the path of its source.
 */
export async function setup({ config }: TestProject): Promise<void> {
  const { root } = config;
  const folder = config.env['KANMON_PROGRAMS'];
  const entryPoints = globSync(programs, { cwd: root }).map((file) => join(root, file));
  if (folder === undefined || entryPoints.length === 0) return;
  const { outputFiles } = await build({
    entryPoints,
    outbase: '/',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: `${root.slice(1)}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['@kanmon/source'],
    banner: { js: banner },
    external: ['pg-native'],
    plugins: [atItsPlace],
    logLevel: 'error',
  });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
}

/** A source finds its data beside itself, and packages that are loaded on demand from itself. */
const atItsPlace: Plugin = {
  name: 'at-its-place',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(path)))
        .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(`file://${path}`)),
    }));
    builder.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      const isOnDemand = kind === 'dynamic-import' && !path.startsWith('node:');
      if (!isOnDemand || pluginData === atItsPlace) return undefined; // the second is the question below
      const found = await builder.resolve(path, { kind, resolveDir, pluginData: atItsPlace });
      return { path: found.path, external: true };
    });
  },
};

/** Another run may be reading the file, so an equal one stays and a new one appears whole. */
function replaceFile(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, contents);
  renameSync(part, path);
}
