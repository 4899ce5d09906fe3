import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printedOnEveryNode } from '../../../config/every-node.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

/**
 * A script that plans every third dialog of the case file, replays the golden journal and records its turns
 * again, and prints a digest of all of it.
 */
const script = `
  import { createHash } from 'node:crypto';
  const lines = (text) => text.trim().split('\\n').map((line) => JSON.parse(line));
  const dialogs = lines(${JSON.stringify(read('cases/dialogs.jsonl'))}).filter((_, at) => at % 3 === 0);
  const golden = lines(${JSON.stringify(read('golden/dialog.jsonl'))});
  const { planByRules, replayDialog } = await import('./src/index.ts');
  const { dialogFixture } = await import('./src/testing.ts');
  const { shop } = await import('./test/subjects/shop.ts');
  const hash = createHash('sha256');
  for (const { message, history = [] } of dialogs) {
    const said = history.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
    hash.update(JSON.stringify(planByRules({ message, history: said }, shop)));
  }
  const replay = await replayDialog(golden, shop);
  if (!replay.ok) throw new Error('the golden journal differs: ' + JSON.stringify(replay.difference));
  hash.update(JSON.stringify(replay.responses));
  const { agent, journal } = dialogFixture({ rules: shop, hits: ({ query }) => [{ id: query, text: query }] });
  for (const { type, data } of golden) {
    if (type === 'turn-received') await agent.turn({ sessionId: 's', message: data.message });
  }
  hash.update(JSON.stringify(await journal('s')));
  console.log(hash.digest('hex'));
`;

test('plans, journals and replays have the same bytes on Node 22 and 24, with and without Intl', async () => {
  const digests = await printedOnEveryNode(join(import.meta.dirname, '..'), script);
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/u);
  expect(new Set(digests).size).toBe(1);
}, 60_000);
