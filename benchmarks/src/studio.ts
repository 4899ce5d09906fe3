import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import * as z from 'zod';
import { writeResult } from './support/write-result.ts';

/**
 * Reviewers at one studio on SQLite: 200 requests a second for a minute, two in eleven of them changes, over the demo
 * data. The bar is p99 <= 50 ms and no error.
 *
 * pnpm bench studio
 */
const rate = 200;
const seconds = Number(process.env['KANMON_STUDIO_SECONDS'] ?? 60);
const connections = 20;
const cards = z.object({
  items: z.array(z.object({ slide_id: z.string(), status: z.string() })),
});

const data = mkdtempSync(join(tmpdir(), 'kanmon-studio-'));
const studio = spawn(
  process.execPath,
  [
    ...process.execArgv.filter((option) => option.startsWith('--conditions')),
    join(import.meta.dirname, '../../examples/studio/main.ts'),
    '--demo',
    '--port=0',
    `--data=${data}`,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, STUDIO_LOG_LEVEL: 'info' } },
);

try {
  const { url, token } = await addressOf(studio);
  const result = await run(url, token);
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
  );
  const { p50, p99, max } = result.latency;
  const { errors, timeouts } = result;
  writeResult('studio', {
    peers: ['hono', 'autocannon'],
    figures: {
      rate,
      seconds,
      requests: result.requests.total,
      perSecond: result.requests.mean,
      milliseconds: { p50, p99, max },
      errors: errors + timeouts,
      statuses,
    },
  });
} finally {
  studio.kill('SIGTERM');
  await once(studio, 'exit');
  rmSync(data, { recursive: true, force: true });
}

function addressOf({ stdout }: ChildProcess): Promise<{ url: string; token: string }> {
  return new Promise((resolve, reject) => {
    let shown = '';
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      // The log goes on for the whole run; only its begin is needed.
      if (shown.length > 100_000) return;
      shown += text;
      const [, url, token] = /(http:\S+?)\/#token=(\S+)\n/.exec(shown) ?? [];
      if (url !== undefined && token !== undefined) resolve({ url, token });
    });
    stdout?.on('end', () => reject(new Error(`the studio ended: ${shown}`)));
  });
}

/** The traffic of reviewers: they look at a queue, open cards, comment, edit, and use the other pages. */
async function run(url: string, token: string): Promise<autocannon.Result> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const queue = '/v1/content/cards?spec_id=release-2.4';
  const { items } = cards.parse(await (await fetch(url + queue, { headers })).json());
  const task = { request: '3秒以内に返す', tasks: [{ title: '3秒以内に返す' }] };
  return autocannon({
    url,
    connections,
    overallRate: rate,
    duration: seconds,
    headers,
    requests: items.flatMap(({ slide_id: id, status }) => {
      const card = `/v1/content/cards/${id}`;
      const query = '?spec_id=release-2.4';
      // A card that was decided is not edited any more.
      const change: autocannon.Request =
        status === 'draft'
          ? { method: 'PATCH', path: card + query, body: JSON.stringify({ note: '確認済み' }) }
          : {
              method: 'POST',
              path: `${card}/comment${query}`,
              body: JSON.stringify({ notes: '読みました' }),
            };
      return [
        { method: 'GET', path: '/api/me' },
        { method: 'GET', path: queue },
        { method: 'GET', path: card + query },
        { ...change, headers: { ...headers, 'if-match': '*' } },
        { method: 'GET', path: '/api/decks' },
        { method: 'GET', path: '/api/journal/streams?limit=50' },
        { method: 'GET', path: card + query },
        { method: 'GET', path: '/api/proposal-quality/diffs?boardId=release-2.4' },
        { method: 'GET', path: '/api/metrics-series' },
        { method: 'POST', path: '/api/terms/check', body: JSON.stringify(task) },
        { method: 'POST', path: '/agent.dialog', body: JSON.stringify({ message: '送料は？' }) },
      ];
    }),
  });
}
