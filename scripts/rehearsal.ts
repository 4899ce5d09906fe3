import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { publishedPackages, root, type WorkspacePackage, workspacePackages } from './workspace.ts';

/** Collects the input for the versions of a release: settings, changesets, every manifest of the workspace. */
const sources = [
  'package.json',
  'pnpm-workspace.yaml',
  '.pnpmfile.mjs',
  '.changeset/*',
  '{packages,examples}/*/package.json',
  'benchmarks/package.json',
];
/** Further files that can go into a tarball. `npm` chooses among them. */
const contents = ['dist', 'src', 'LICENSE', 'README.md', 'README.ja.md', 'CHANGELOG.md'];

/**
 * A copy of the workspace in `folder` as it is after `changeset version`: the manifests and changelogs that a
 * release would publish. Needs no git (then the entries of a changelog have no hash), no registry, no
 * credentials, and changes nothing here.
 */
export function rehearseRelease(folder: string): readonly WorkspacePackage[] {
  for (const file of globSync(sources, { cwd: root })) cpSync(join(root, file), join(folder, file));
  for (const { dir } of publishedPackages()) {
    const copy = join(folder, relative(root, dir));
    for (const name of contents) {
      const path = join(dir, name);
      if (existsSync(path)) cpSync(path, join(copy, name), { recursive: true });
    }
  }
  execFileSync(join(root, 'node_modules/.bin/changeset'), ['version'], {
    cwd: folder,
    stdio: 'pipe',
    // A folder for temporary files may be inside another repository.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  });
  const released = workspacePackages(folder);
  for (const { dir } of released) linkSiblings(dir, released);
  return released;
}

/** `pnpm pack` reads the version behind `workspace:^` from the installed package. */
function linkSiblings(dir: string, all: readonly WorkspacePackage[]): void {
  for (const sibling of all) {
    if (sibling.dir === dir) continue;
    const link = join(dir, 'node_modules', sibling.manifest.name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(sibling.dir, link);
  }
}
