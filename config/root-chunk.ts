import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];
type Build = Parameters<Plugin['setup']>[0];

const chunk = 'kanmon:root-chunk';

/**
 * Puts all that the root shares with other entries into one chunk. esbuild makes a chunk for each set of
 * entries that reach a module; here each entry that reaches one shared module is made to reach all of them
 * (docs/decisions/0053).
 */
export function rootChunk(root: string): Plugin {
  return {
    name: 'root-chunk',
    async setup(build) {
      const modules = await modulesOfEntries(build);
      const ofRoot = modules.get(root) ?? new Set();
      const others = [...modules].filter(([entry]) => entry !== root).map(([, used]) => used);
      const shared = [...ofRoot].filter((file) => others.some((used) => used.has(file)));
      const users = new Set(
        [...modules]
          .filter(([, used]) => shared.some((file) => used.has(file)))
          .map(([entry]) => resolve(entry)),
      );
      build.onLoad({ filter: /\/src\/[\w-]+\.ts$/ }, async ({ path }) =>
        users.has(path)
          ? { contents: `import '${chunk}';\n${await readFile(path, 'utf8')}`, loader: 'ts' }
          : undefined,
      );
      build.onResolve({ filter: new RegExp(`^${chunk}$`) }, () => ({
        path: chunk,
        namespace: chunk,
        sideEffects: true,
      }));
      build.onLoad({ filter: /.*/, namespace: chunk }, () => ({
        contents: shared
          .map((file, index) => `import * as _${index} from ${JSON.stringify(resolve(file))};`)
          .join('\n'),
        resolveDir: process.cwd(),
      }));
    },
  };
}

/** For each entry the files of which some code is left when it is bundled alone. */
async function modulesOfEntries(build: Build): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { metafile } = await build.esbuild.build({
    ...build.initialOptions,
    plugins: [],
    packages: 'external',
    splitting: false,
    write: false,
    metafile: true,
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', inputs }) => {
      const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      return [entryPoint, new Set(used.map(([file]) => file))];
    }),
  );
}
