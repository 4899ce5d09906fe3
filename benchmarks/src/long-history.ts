import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { startStudio } from './studio/start-studio.ts';
import { processorMs } from './support/processor-time.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * A deck of 100,000 events in the SQLite store of the studio: milliseconds of the requests that the console sends,
 * each the first time and again. Run on an idle machine: these are times of one request.
 *
 * pnpm bench long-history
 */
const count = 100_000;
const cards = 200;
const rounds = 20;
const deck = 'long';
const stream = encodeURIComponent(`content-cards/${deck}`);

const loadBefore = rounded(loadavg()[0] ?? Number.NaN);
const data = mkdtempSync(join(tmpdir(), 'kanmon-history-'));
try {
  await fill(join(data, 'studio.sqlite'));
  const studio = await startStudio(data, []);
  try {
    const get = async (path: string): Promise<number> => {
      const start = performance.now();
      const response = await fetch(studio.url + path, { headers: studio.headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return performance.now() - start;
    };
    /** The version of a round, spread over the whole stream. */
    const versionOf = (round: number): number => 1 + ((round * 38_197) % count);
    const requests: Readonly<Record<string, (round: number) => string>> = {
      page: (round) => `/api/journal/streams/${stream}?after=${versionOf(round)}&limit=200`,
      state: (round) => `/api/journal/state/${stream}?at=${round === 0 ? count : versionOf(round)}`,
      cards: () => `/v1/content/cards?spec_id=${deck}`,
      decks: () => '/api/decks',
      series: () => '/api/metrics-series',
      verify: () => `/api/journal/verify/${stream}`,
    };
    const figures: Record<string, object> = {};
    for (const [name, pathOf] of Object.entries(requests)) {
      const before = processorMs(studio.pid);
      const first = rounded(await get(pathOf(0)));
      const firstProcessor = processorMs(studio.pid) - before;
      const again: number[] = [];
      for (let round = 1; round <= (name === 'verify' ? 1 : rounds); round += 1) {
        again.push(await get(pathOf(round)));
      }
      again.sort((one, other) => one - other);
      const [median = Number.NaN] = again.slice(Math.floor(again.length / 2));
      figures[name] = {
        first,
        firstProcessor,
        median: rounded(median),
        max: rounded(again.at(-1) ?? Number.NaN),
      };
    }
    writeResult('long-history', {
      peers: ['hono'],
      figures: { count, cards, load: loadBefore, figures },
    });
  } finally {
    await studio.stop();
  }
} finally {
  rmSync(data, { recursive: true, force: true });
}

/** The cards, and then comments on them in turn. */
async function fill(path: string): Promise<void> {
  const store = await createSqliteEventStore(path);
  for (let version = 0; version < count; version += cards) {
    const events = Array.from({ length: cards }, (_, index) =>
      version === 0 ? created(`card-${index}`) : commented(`card-${index}`, version + index + 1),
    );
    await store.append(`content-cards/${deck}`, events, { expectedVersion: version });
  }
  await store.close();
}

function created(slide_id: string) {
  const card = {
    slide_id,
    title: `Card ${slide_id}`,
    body: ['A line'],
    table_data: null,
    note: null,
    intent: 'test',
    type_hint: null,
    story: { phase: 'body' },
  };
  const content = {
    slide_id,
    card,
    content_hash: `sha256:${'0'.repeat(64)}`,
    review: null,
    provenance: [],
  };
  return { type: 'card-created', actor: 'hanako', data: content };
}

function commented(slide_id: string, number: number) {
  return { type: 'card-commented', actor: 'sato', data: { slide_id, notes: `Comment ${number}` } };
}
