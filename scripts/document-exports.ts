import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './workspace.ts';

const exportLists = /^export \{([^}]*)\}/gm;

/**
 * Values that the entries of a package export and its page of the site does not name. Types are left to the API
 * reference, and so are core's entries `kit`, `http` and `stream`.
 */
export function unnamedExports(folder: string): readonly string[] {
  const page = readFileSync(join(root, `docs/site/reference/${basename(folder)}.md`), 'utf8');
  const entries = globSync(`${folder}/src/*.ts`, {
    cwd: root,
    exclude: ['**/core/src/{kit,http,stream}.ts'],
  });
  const exported = entries.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(exportLists)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    ),
  );
  const values = new Set(
    exported
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.replace(/^.* as /, '')),
  );
  return [...values].filter((name) => !new RegExp(String.raw`\b${name}\b`).test(page));
}
