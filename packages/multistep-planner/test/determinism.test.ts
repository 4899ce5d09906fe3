import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

/**
 * A script that plans every dialog of the case file, replays the golden journal and records its turns
 * anew, and prints a digest of all of it.
 */
async function bundle(removeIntl: boolean): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createHash } from 'node:crypto';
        const lines = (text) => text.trim().split('\\n').map((line) => JSON.parse(line));
        const dialogs = lines(${JSON.stringify(read('cases/dialogs.jsonl'))});
        const golden = lines(${JSON.stringify(read('golden/dialog.jsonl'))});
        ${removeIntl ? 'delete globalThis.Intl; String.prototype.localeCompare = String.prototype.toLocaleLowerCase = () => { throw new Error("locale"); };' : ''}
        const { planByRules, replayDialog } = await import('./src/index.ts');
        const { dialogFixture } = await import('./src/testing.ts');
        const hash = createHash('sha256');
        for (const { message, history = [] } of dialogs) {
          const said = history.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
          hash.update(JSON.stringify(planByRules({ message, history: said })));
        }
        const replay = await replayDialog(golden);
        if (!replay.ok) throw new Error('the golden journal differs: ' + JSON.stringify(replay.difference));
        hash.update(JSON.stringify(replay.responses));
        const { agent, journal } = dialogFixture({ hits: ({ query }) => [{ id: query, text: query }] });
        for (const { type, data } of golden) {
          if (type === 'turn-received') await agent.turn({ sessionId: 's', message: data.message });
        }
        hash.update(JSON.stringify(await journal('s')));
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

test('plans, journals and replays have the same bytes on Node 22 and 24, with and without Intl', async () => {
  const [plain, bare] = [await bundle(false), await bundle(true)];
  const digests = [
    run('node', plain),
    run('node22', plain),
    run('node', bare),
    run('node22', bare),
  ];
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/u);
  expect(new Set(digests).size).toBe(1);
}, 60_000);
