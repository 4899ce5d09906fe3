import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { relativeLinks } from './document-links.ts';
import type { Manifest } from './workspace.ts';

/** One sentence for each file of an unpacked package that does not work outside the workspace. */
export function problemsOfPacked(folder: string): readonly string[] {
  return [...problemsOfExports(folder), ...problemsOfReadmes(folder), ...problemsOfMaps(folder)];
}

/** Only conditions that Node and bundlers know are published, and each leads to a file. */
function problemsOfExports(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(manifest.exports).flatMap(([entry, target]) => {
    const conditions = typeof target === 'string' ? { default: target } : target;
    return Object.entries(conditions).flatMap(([condition, file]) => [
      ...(condition === 'types' || condition === 'default'
        ? []
        : [`the entry "${entry}" is published with the condition "${condition}"`]),
      ...(existsSync(join(folder, file))
        ? []
        : [`the entry "${entry}" leads to ${file}, which is missing`]),
    ]);
  });
}

/** The page of a registry has no files that a relative link could lead to. */
function problemsOfReadmes(folder: string): readonly string[] {
  return globSync('*.md', { cwd: folder }).flatMap((file) =>
    relativeLinks(readFileSync(join(folder, file), 'utf8')).map(
      (link) => `the link ${link} of ${file} is relative`,
    ),
  );
}

/** Sources are shipped once, as files: maps lead to them and hold no copy. Every file has its map. */
function problemsOfMaps(folder: string): readonly string[] {
  return globSync('dist/**/*.{js,d.ts}', { cwd: folder }).flatMap((file) => {
    const path = join(folder, `${file}.map`);
    if (!existsSync(path)) return [`${file} has no map`];
    const map = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly sources: readonly string[];
      readonly sourcesContent?: unknown;
    };
    return [
      ...(map.sourcesContent === undefined ? [] : [`the map of ${file} holds the sources again`]),
      ...map.sources
        .filter((source) => !existsSync(join(dirname(path), source)))
        .map((source) => `the map of ${file} names ${source}, which is not shipped`),
    ];
  });
}
