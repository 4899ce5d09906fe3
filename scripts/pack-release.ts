import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
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

/**
 * Packs every package as a release would into `folder`. Needs the built packages. With `KANMON_PACKED`, a folder, the
 * first step of CI that packs writes its tarballs there too, and later steps use these.
 */
export async function packRelease(folder: string): Promise<PackedRelease> {
  const shared = process.env['KANMON_PACKED'];
  if (shared === undefined) return pack(folder);
  const list = join(shared, 'release.json');
  if (existsSync(list)) {
    const release = JSON.parse(readFileSync(list, 'utf8')) as PackedRelease; // written below
    for (const name of release.tarballs) copyFileSync(join(shared, name), join(folder, name));
    return release;
  }
  const release = await pack(folder);
  mkdirSync(shared, { recursive: true });
  for (const name of release.tarballs) copyFileSync(join(folder, name), join(shared, name));
  writeFileSync(list, JSON.stringify(release));
  return release;
}

async function pack(folder: string): Promise<PackedRelease> {
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

/**
 * Installs the tarballs, which are in the folder above, and packages as "name@range" in a folder. pnpm takes packages
 * from its store in a sixth of the processor time of npm; it lays files out as npm does here. Scripts of packages run only when asked for.
 */
export async function installWithPnpm(
  folder: string,
  { packages, tarballs }: PackedRelease,
  wanted: readonly string[],
  { runsScripts = false }: { readonly runsScripts?: boolean } = {},
): Promise<void> {
  const ours = packages.map(({ manifest: { name, version } }): readonly [string, string] => {
    const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
    if (!tarballs.includes(file)) throw new Error(`${name} was not packed as ${file}`);
    return [name, `file:../${file}`];
  });
  const others = wanted.map((each): readonly [string, string] => {
    const end = each.indexOf('@', 1);
    return [each.slice(0, end), each.slice(end + 1)];
  });
  const dependencies = Object.fromEntries([...ours, ...others]);
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  // No registry has the packages yet, so they are named for each other too.
  const names = ours.map(([name, file]) => `  '${name}': '${file}'\n`);
  const scripts = runsScripts ? 'dangerouslyAllowAllBuilds: true' : 'strictDepBuilds: false';
  writeFileSync(
    join(folder, 'pnpm-workspace.yaml'),
    `nodeLinker: hoisted\nminimumReleaseAge: 0\n${scripts}\noverrides:\n${names.join('')}`,
  );
  await promisify(execFile)('pnpm', ['install', '--no-frozen-lockfile', '--use-stderr'], {
    cwd: folder,
  });
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
