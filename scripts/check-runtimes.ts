import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { installWithPnpm, packRelease } from './pack-release.ts';
import { peers, root } from './workspace.ts';

// Runs one program (examples/recipes/runtimes/smoke.ts) from the packed packages in every runtime. All must print the
// same bytes as Node 24. Runtimes come from npm in the versions of config/runtimes.json, into a temporary folder.
//   --quick  only the runtimes that are checked with every push
//   --write  write docs/runtimes.md
const quick = process.argv.includes('--quick');
const write = process.argv.includes('--write');

interface Runtime {
  readonly name: string;
  /** The part that the table names beside the version. */
  readonly how: string;
  /** Packages of config/runtimes.json to install. */
  readonly needs: readonly string[];
  readonly quick?: true;
  readonly version: () => Promise<string>;
  /** Returns the output of the program; null when the runtime is not on this machine. */
  readonly print: () => Promise<string | null>;
}

const packed = mkdtempSync(join(tmpdir(), 'kanmon-runtimes-'));
const work = join(packed, 'consumer');
const versions = JSON.parse(readFileSync(join(root, 'config/runtimes.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
/** Optional peers that the program imports. */
const neededPeers = /^(?:zod|linkedom|@mozilla\/readability)@/;
const chromium = process.env['KANMON_CHROMIUM'] ?? 'chromium';

const workspaceNode = (name: string): string => join(root, 'node_modules', name, 'bin/node');
const local = (path: string): string => join(work, 'node_modules', path);

const nodeRuntime = (name: string, file: string, more: Partial<Runtime> = {}): Runtime => ({
  name,
  how: 'as it is',
  needs: [],
  version: async () => (await run(file, ['--version'])).trim().slice(1),
  print: () => run(file, ['main.mjs']),
  ...more,
});

const reference = nodeRuntime('Node 24', workspaceNode('node'), { quick: true });
const runtimes: readonly Runtime[] = [
  nodeRuntime('Node 22', workspaceNode('node22'), { quick: true }),
  nodeRuntime('Node 26', local('node26/bin/node'), { needs: ['node26'] }),
  {
    name: 'Bun',
    how: 'as it is',
    needs: ['bun'],
    quick: true,
    version: installedVersion('bun'),
    print: () => run(local('.bin/bun'), ['main.mjs']),
  },
  {
    name: 'Deno',
    how: 'as it is, without permissions',
    needs: ['deno'],
    version: installedVersion('deno'),
    print: () => run(local('.bin/deno'), ['run', '--no-prompt', 'main.mjs']),
  },
  {
    name: 'workerd',
    how: 'esbuild bundle, without `nodejs_compat`',
    needs: ['miniflare'],
    quick: true,
    version: installedVersion('workerd'),
    print: printOfWorker,
  },
  {
    name: 'Chromium',
    how: 'esbuild bundle',
    needs: [],
    version: async () => /[\d.]+/.exec(await run(chromium, ['--version']))?.[0] ?? 'unknown',
    print: printOfPage,
  },
  {
    name: 'Next',
    how: '`next build` with a static route and a client component',
    needs: ['next', 'react', 'react-dom'],
    version: installedVersion('next'),
    print: printOfNext,
  },
];

const wanted = runtimes.filter((runtime) => !quick || runtime.quick === true);
const release = await packRelease(packed);
mkdirSync(work);
await build({
  entryPoints: [join(root, 'examples/recipes/runtimes/smoke.ts')],
  outfile: join(work, 'smoke.mjs'),
});
writeFileSync(
  join(work, 'main.mjs'),
  `import { smoke } from './smoke.mjs';\nimport process from 'node:process';\nprocess.stdout.write(await smoke());\n`,
);
await installWithPnpm(
  work,
  release,
  [
    ...peers(release.packages).filter((peer) => neededPeers.test(peer)),
    ...wanted.flatMap(({ needs }) => needs).map((name) => `${name}@${versions[name]}`),
  ],
  { runsScripts: true },
);

const expected = await reference.print();
const rows: string[] = [await rowOf(reference)];
let failed = 0;
for (const runtime of wanted) {
  const printed = await runtime.print();
  if (printed === null) {
    console.log(`SKIPPED ${runtime.name}: it is not on this machine`);
    continue;
  }
  const version = await runtime.version();
  if (printed === expected) {
    rows.push(await rowOf(runtime));
    console.log(`ok   ${runtime.name} ${version} prints what Node 24 prints`);
  } else {
    failed += 1;
    console.log(`FAIL ${runtime.name} ${version} prints something else:\n${printed}`);
  }
}
if (write) {
  writeFileSync(join(root, 'docs/runtimes.md'), pageOf(rows));
  await run(join(root, 'node_modules/.bin/oxfmt'), ['docs/runtimes.md'], root);
}
rmSync(packed, { recursive: true });
process.exitCode = failed === 0 ? 0 : 1;

async function rowOf({ name, how, version }: Runtime): Promise<string> {
  return `| ${name} | ${await version()} | ${how} |`;
}

function pageOf(lines: readonly string[]): string {
  return `# Runtimes

One program uses every package from its tarball: JSON extraction, a gate with a correction, an Organizer report, required terms, a plan by rules, the memory store and its chain, remapping, the
mock client, HTML import. Each of these runtimes printed the same bytes on ${new Date().toISOString().slice(0, 10)}. Command: \`pnpm test:runtimes --write\`.

| runtime | version | how |
| ------- | ------- | --- |
${lines.join('\n')}

Node 22 is the oldest that is promised. All packages are ESM; \`require()\` works on Node 22.12 and newer. The file and SQLite stores, cassettes and PDF import need Node, Bun or Deno; PDF import does not
work on Deno.

## Packages to install beside ours

Some entries need a package that npm does not install by itself (an optional peer). If it is missing, the import ends with \`ERR_MODULE_NOT_FOUND\` and its name; install it with
\`npm install <name>\`. The \`peerDependencies\` of each package list them with their versions. zod has to be version 4: if version 3 is forced in, an import ends with \`expected zod 4 beside @kanmon packages, got an older zod\`.
`;
}

function installedVersion(name: string): () => Promise<string> {
  return async () => {
    const text = readFileSync(local(`${name}/package.json`), 'utf8');
    return (JSON.parse(text) as { readonly version: string }).version;
  };
}

async function bundle(contents: string, options: BuildOptions): Promise<void> {
  await build({
    stdin: { contents: `import { smoke } from './smoke.mjs';\n${contents}`, resolveDir: work },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
    ...options,
  });
}

async function printOfWorker(): Promise<string> {
  const script = join(work, 'worker.js');
  await bundle('export default { fetch: async () => new Response(await smoke()) };', {
    outfile: script,
  });
  writeFileSync(
    join(work, 'worker-main.mjs'),
    `import { Miniflare } from 'miniflare';
const worker = new Miniflare({ modules: true, scriptPath: 'worker.js', compatibilityDate: '2026-07-01', cf: false });
process.stdout.write(await (await worker.dispatchFetch('http://smoke/')).text());
await worker.dispose();
`,
  );
  return run(workspaceNode('node'), ['worker-main.mjs']);
}

async function printOfPage(): Promise<string | null> {
  if ((await run('sh', ['-c', `command -v ${chromium} || true`])) === '') return null;
  await bundle(
    `const bytes = new TextEncoder().encode(await smoke());
document.body.textContent = btoa(String.fromCodePoint(...bytes));`,
    { outfile: join(work, 'page.js') },
  );
  const script = readFileSync(join(work, 'page.js'), 'utf8').replaceAll('</script', '<\\/script');
  const page = join(work, 'page.html');
  writeFileSync(page, `<!doctype html><body></body><script type="module">${script}</script>`);
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=20000'];
  const dom = await run(chromium, [...flags, '--dump-dom', `file://${page}`]);
  const text = /<body>([\w+/=]*)<\/body>/.exec(dom)?.[1] ?? '';
  return Buffer.from(text, 'base64').toString('utf8');
}

async function printOfNext(): Promise<string> {
  const app = join(work, 'next-app');
  mkdirSync(join(app, 'app/smoke'), { recursive: true });
  copyFileSync(join(work, 'smoke.mjs'), join(app, 'smoke.mjs'));
  const files = {
    'package.json': '{ "private": true, "type": "module" }',
    'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(work)} } };`,
    'app/layout.js': `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
    'app/page.js': `'use client';
import { smoke } from '../smoke.mjs';
export default function Page() { return <button onClick={async () => alert(await smoke())}>smoke</button>; }`,
    'app/smoke/route.js': `import { smoke } from '../../smoke.mjs';
export const dynamic = 'force-static';
export async function GET() { return new Response(await smoke()); }`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text);
  await run(workspaceNode('node'), [local('next/dist/bin/next'), 'build'], app);
  return readFileSync(join(app, '.next/server/app/smoke.body'), 'utf8');
}

async function run(file: string, args: readonly string[], cwd = work): Promise<string> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1' };
  const { stdout } = await promisify(execFile)(file, [...args], { cwd, env, maxBuffer: 2 ** 26 });
  return stdout;
}
