import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { readTable } from './support/read-cases.ts';
import type { RequestCase } from './quality/measure.ts';

const root = join(import.meta.dirname, '../../..');

/** Bundles the root with a script that prints a digest of all results, and runs it on a Node. */
async function bundle(removeIntl: boolean): Promise<string> {
  const cases = [
    ...readTable<RequestCase>('requests.development'),
    ...readTable<RequestCase>('requests.held-out'),
  ];
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createHash } from 'node:crypto';
        const cases = ${JSON.stringify(cases)};
        ${removeIntl ? 'delete globalThis.Intl; String.prototype.localeCompare = String.prototype.toLocaleLowerCase = () => { throw new Error("locale"); };' : ''}
        const { extractRequiredTerms, validateTermPreservation, buildRepairPrompt } = await import('./src/index.ts');
        const hash = createHash('sha256');
        for (const each of cases) {
          const terms = extractRequiredTerms(each.request);
          for (const bad of [null, ...each.bad]) {
            const plan = bad === null ? each.plan : each.plan.with(bad.task, bad.text);
            const result = validateTermPreservation(terms, plan.map((acceptance, index) => ({ id: 't' + index, acceptance })));
            hash.update(JSON.stringify([terms, result]) + buildRepairPrompt(result, { locale: 'ja' }));
          }
        }
        console.log(hash.digest('hex'));
      `,
      resolveDir: join(import.meta.dirname, '..'),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['@kanmon/source'],
  });
  return outputFiles[0]?.text ?? '';
}

function run(alias: string, code: string): string {
  const node = join(
    dirname(createRequire(join(root, 'package.json')).resolve(`${alias}/package.json`)),
    'bin/node',
  );
  return execFileSync(node, ['--input-type=module'], { input: code, encoding: 'utf8' }).trim();
}

describe('the same bytes', () => {
  it('come out on Node 22 and 24, with and without Intl', async () => {
    const [plain, bare] = [await bundle(false), await bundle(true)];
    const digests = [
      run('node', plain),
      run('node22', plain),
      run('node', bare),
      run('node22', bare),
    ];
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(digests).size).toBe(1);
  }, 60_000);
});
