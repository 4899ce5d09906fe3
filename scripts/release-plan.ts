import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rehearseRelease } from './rehearsal.ts';
import { type Manifest, workspacePackages } from './workspace.ts';

// Prints what a release would publish: the version of each package, with the lines of its changelog.
// Fails on a manifest that must not go out.
const repository = 'https://github.com/kanmon-dev/kanmon';

const work = mkdtempSync(join(tmpdir(), 'kanmon-release-'));
const released = new Map(
  rehearseRelease(work).map(({ dir, manifest }) => [
    manifest.name,
    { version: manifest.version, changelog: readIfPresent(join(dir, 'CHANGELOG.md')) },
  ]),
);
rmSync(work, { recursive: true });

let published = 0;
const problems: string[] = [];
for (const { dir, manifest } of workspacePackages()) {
  const next = released.get(manifest.name);
  if (next === undefined) throw new Error(`${manifest.name} was lost in the rehearsal`);
  if (manifest.private === true) {
    console.log(`held ${manifest.name}: private, its changesets wait`);
  } else if (next.version === manifest.version) {
    console.log(`same ${manifest.name} ${manifest.version}`);
  } else {
    published += 1;
    const { access, provenance } = manifest.publishConfig ?? {};
    const how = `access ${access}, ${provenance === true ? 'with' : 'without'} provenance`;
    console.log(`new  ${manifest.name} ${manifest.version} -> ${next.version}, ${how}`);
    const changes = changesOf(next.version, next.changelog);
    for (const line of changes) console.log(`       ${line}`);
    if (changes.length === 0) problems.push(`${manifest.name}: no line in its changelog`);
  }
  for (const problem of problemsOf(manifest, dir)) problems.push(`${manifest.name}: ${problem}`);
}
for (const problem of problems) console.log(`FAIL ${problem}`);
if (problems.length > 0) {
  process.exitCode = 1;
} else if (published === 0) {
  console.log('nothing to publish: no changeset waits ("pnpm changeset" writes one)');
} else {
  console.log(`${published} packages would be published; nothing was, and nothing here changed.`);
  console.log('Next: "pnpm release:version", review, commit; then "pnpm release:publish".');
}

/** The lines under the heading of one version, without the empty ones. */
function changesOf(version: string, changelog: string): readonly string[] {
  const [, section = ''] = changelog.split(`\n## ${version}\n`);
  const [lines = ''] = section.split('\n## ');
  return lines.split('\n').filter((line) => line.trim() !== '');
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Members that the registry, bundlers and provenance checks read. */
function problemsOf(manifest: Manifest, dir: string): string[] {
  const place = `packages/${basename(dir)}`;
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
