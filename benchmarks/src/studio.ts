import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { startStudio } from './studio/start-studio.ts';
import { type OpenLoadRequest, runOpenLoad } from './support/open-load.ts';
import { processorMs } from './support/processor-time.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * Reviewers at one studio on SQLite: 200 requests a second for a minute, three in eleven of them changes, over the demo
 * data. The bar is p99 <= 50 ms and no error. The processor milliseconds of a request depend little on what else the
 * machine runs.
 *
 * pnpm bench studio
 */
const rate = 200;
const seconds = Number(process.env['KANMON_STUDIO_SECONDS'] ?? 60);
/** Before the minute: the first requests load code and read the whole history. */
const warmUpSeconds = 5;
const deck = 'release-2.4';
const bar = 50;
const cards = z.object({
  items: z.array(z.object({ slide_id: z.string(), status: z.string() })),
});

const loadBefore = rounded(loadavg()[0] ?? Number.NaN);
const data = mkdtempSync(join(tmpdir(), 'kanmon-studio-'));
const studio = await startStudio(data, ['--demo']);

try {
  const { url, headers } = studio;
  const requests = await trafficAt(url, headers);
  const used = (): readonly [server: number, generator: number] => {
    const { user, system } = process.cpuUsage();
    return [processorMs(studio.pid), (user + system) / 1000];
  };
  await runOpenLoad(url, { requests, headers, rate, seconds: warmUpSeconds });
  const before = used();
  const { count, ...result } = await runOpenLoad(url, { requests, headers, rate, seconds });
  const after = used();
  const perRequest = (index: 0 | 1): number => rounded((after[index] - before[index]) / count);
  writeResult('studio', {
    peers: ['hono'],
    figures: {
      rate,
      seconds,
      bar,
      load: loadBefore,
      requests: count,
      ...result,
      processorMs: { server: perRequest(0), generator: perRequest(1) },
    },
  });
} finally {
  await studio.stop();
  rmSync(data, { recursive: true, force: true });
}

/** The traffic of reviewers: they look at a queue, open cards, comment, edit, and use the other pages. */
async function trafficAt(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly OpenLoadRequest[]> {
  const queue = `/v1/content/cards?spec_id=${deck}`;
  const { items } = cards.parse(await (await fetch(url + queue, { headers })).json());
  const task = { request: '3秒以内に返す', tasks: [{ title: '3秒以内に返す' }] };
  return items.flatMap(({ slide_id: id, status }): readonly OpenLoadRequest[] => {
    const card = `/v1/content/cards/${id}`;
    const query = `?spec_id=${deck}`;
    // A card that was decided is not edited any more.
    const change: OpenLoadRequest =
      status === 'draft'
        ? { method: 'PATCH', path: card + query, body: { note: '確認済み' } }
        : { method: 'POST', path: `${card}/comment${query}`, body: { notes: '読みました' } };
    return [
      { method: 'GET', path: '/api/me' },
      { method: 'GET', path: queue },
      { method: 'GET', path: card + query },
      { ...change, headers: { 'if-match': '*' } },
      { method: 'GET', path: '/api/decks' },
      { method: 'GET', path: '/api/journal/streams?limit=50' },
      { method: 'GET', path: card + query },
      { method: 'GET', path: `/api/proposal-quality/diffs?boardId=${deck}` },
      { method: 'GET', path: '/api/metrics-series' },
      { method: 'POST', path: '/api/terms/check', body: task },
      { method: 'POST', path: '/agent.dialog', body: { message: '送料は？' } },
    ];
  });
}
