import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { type Manifest, root, workspacePackages } from './workspace.ts';

// What a release would publish, rehearsed on a copy of the manifests: no registry, no credentials, no git
// history (so a shallow clone will do), and nothing here is changed. Fails on a manifest that must not go out.
const repository = 'https://github.com/kanmon-dev/kanmon';

const work = mkdtempSync(join(tmpdir(), 'kanmon-release-'));
const copied = [
  'package.json',
  'pnpm-workspace.yaml',
  ...globSync(['.changeset/*', '{packages,examples}/*/package.json', 'benchmarks/package.json'], {
    cwd: root,
  }),
];
for (const file of copied) cpSync(join(root, file), join(work, file));
// The entries of the changelogs come from git; the versions do not need them.
const settings = join(work, '.changeset/config.json');
writeFileSync(
  settings,
  JSON.stringify({
    ...(JSON.parse(readFileSync(settings, 'utf8')) as object),
    changelog: false,
  }),
);
execFileSync(join(root, 'node_modules/.bin/changeset'), ['version'], { cwd: work, stdio: 'pipe' });

const problems: string[] = [];
for (const { dir, manifest } of workspacePackages()) {
  const next = readManifest(join(work, relative(root, dir), 'package.json'));
  const step = `${manifest.name} ${manifest.version} -> ${next.version}`;
  if (manifest.private === true) {
    console.log(`held ${manifest.name}: private, its changesets wait`);
  } else if (next.version === manifest.version) {
    console.log(`same ${manifest.name} ${manifest.version}`);
  } else {
    console.log(`new  ${step}, access ${next.publishConfig?.access}, with provenance`);
  }
  for (const problem of problemsOf(manifest, dir)) problems.push(`${manifest.name}: ${problem}`);
}
rmSync(work, { recursive: true });
for (const problem of problems) console.log(`FAIL ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** What a reader of the registry, a bundler and a provenance check need to find. */
function problemsOf(manifest: Manifest, dir: string): string[] {
  const place = `${basename(dirname(dir))}/${basename(dir)}`;
  const optional = new Set(Object.keys(manifest.peerDependenciesMeta ?? {}));
  const checks: readonly (readonly [boolean, string])[] = [
    [manifest.license === 'MIT', 'license must be MIT'],
    [manifest.repository?.directory === place, `repository.directory must be ${place}`],
    [
      manifest.repository?.url === `git+${repository}.git`,
      `repository.url must be git+${repository}.git, or provenance is refused`,
    ],
    [
      manifest.homepage === `${repository}/tree/main/${place}#readme`,
      'homepage must be its README',
    ],
    [manifest.bugs === `${repository}/issues`, 'bugs must be the issue tracker'],
    [(manifest.keywords ?? []).includes('kanmon'), 'keywords must include kanmon'],
    [(manifest.keywords ?? []).length >= 5, 'at least five keywords'],
    [manifest.sideEffects === false, 'sideEffects must be false'],
    [manifest.engines?.['node'] === '>=22', 'engines.node must be >=22'],
    [manifest.publishConfig?.access === 'public', 'publishConfig.access must be public'],
    [manifest.publishConfig?.provenance === true, 'publishConfig.provenance must be true'],
    [(manifest.description ?? '') !== '', 'a description'],
    [
      [...optional].every((name) => Object.hasOwn(manifest.peerDependencies ?? {}, name)),
      'every optional peer must be a peer',
    ],
  ];
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem);
}
