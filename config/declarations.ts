import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** tsup bundles its configuration, so the place of this file does not matter; a package is built in its folder. */
const compiler = '../../node_modules/.bin/tsc';

/** A relative import of a source file, in a declaration: `from './x.ts'`, or `import("./x.ts")` in an inferred type. */
const sourceImport = /((?:\bfrom |\bimport\(|\bimport )['"]\.{1,2}\/[^'"]+\.)ts(?=['"])/g;
const relativeImport = /(?:\bfrom |\bimport\(|\bimport )['"](\.{1,2}\/[^'"]+)\.js['"]/g;

/**
 * Writes one declaration and one declaration map for each source file of the package in the working directory
 * that its entries reach, so that "go to definition" opens the file in `src/` (docs/decisions/0057).
 */
export function emitDeclarations(entry: Readonly<Record<string, string>>): void {
  const project = join('dist', 'tsconfig.json');
  writeFileSync(project, JSON.stringify(settings(Object.values(entry))));
  try {
    execFileSync(compiler, ['--checkers', '1', '--project', project], { stdio: 'inherit' });
  } finally {
    rmSync(project);
  }
  for (const file of globSync('dist/**/*.d.ts')) {
    // As long as before, so the columns of the map stay right.
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(sourceImport, '$1js'));
  }
  const reached = reachableFrom(Object.keys(entry).map((name) => join('dist', `${name}.d.ts`)));
  for (const file of globSync('dist/**/*.d.ts').filter((name) => !reached.has(name))) {
    rmSync(file);
    rmSync(`${file}.map`);
  }
}

function settings(files: readonly string[]): object {
  return {
    extends: '../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      declarationMap: true,
      // Other packages are read as they are published, by their declarations.
      customConditions: [],
      rootDir: '../src',
      outDir: '.',
    },
    include: [],
    files: files.map((file) => relative('dist', file)),
  };
}

function reachableFrom(entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    if (!existsSync(file)) throw new Error(`no declarations were written to ${file}`);
    reached.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(relativeImport)) {
      visit(join(dirname(file), `${path}.d.ts`));
    }
  };
  for (const file of entries) visit(file);
  return reached;
}
