import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rehearseRelease } from './rehearsal.ts';
import { publishedPackages, type WorkspacePackage } from './workspace.ts';

/** The packages of a release, and the file names of their tarballs. */
export interface PackedRelease {
  readonly packages: readonly WorkspacePackage[];
  readonly tarballs: readonly string[];
}

/** Packs every package as a release would into `folder`. Needs the built packages. */
export async function packRelease(folder: string): Promise<PackedRelease> {
  for (const { dir, manifest } of publishedPackages()) {
    if (existsSync(join(dir, 'dist'))) continue;
    throw new Error(`${manifest.name} is not built; run "pnpm build" before this`);
  }
  const packages = rehearseRelease(join(folder, 'workspace')).filter(
    ({ manifest }) => manifest.private !== true,
  );
  await inParallel(packages, async ({ dir }) => {
    await promisify(execFile)('pnpm', ['pack', '--pack-destination', folder], { cwd: dir });
  });
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  if (tarballs.length !== packages.length) throw new Error(`packed ${tarballs.join(', ')}`);
  return { packages, tarballs };
}

/** As many at once as there are processors; the first that fails ends it all. */
export async function inParallel<T>(
  items: readonly T[],
  job: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await job(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
