import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vitepress';

const name = 'virtual:rule-runner';
const entry = join(import.meta.dirname, 'theme/playground/sandbox/runner.ts');

/** Bundles the runner of the Rule tab into one text: the sandbox has no origin from which it could load modules. */
export function ruleRunner(): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const { outputFiles } = await build({
        entryPoints: [entry],
        bundle: true,
        write: false,
        minify: true,
        format: 'iife',
        target: 'es2022',
        conditions: ['@kanmon/source'],
        legalComments: 'none',
      });
      return `export default ${JSON.stringify(outputFiles[0]?.text)}`;
    },
  };
}
