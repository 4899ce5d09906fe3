import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { verifyStore } from '../../src/index.ts';
import { createPostgresEventStore } from '../../src/postgres.ts';
import { startChild } from './child-process.ts';
import { collect } from './collect.ts';
import { type FollowerVerdict, follow, judge } from './follow.ts';
import type { OwnPostgresServer } from './postgres-server.ts';
import { poolOn } from './pool-on.ts';

/** The process that is killed with SIGKILL. */
export type Victim = 'writer' | 'backend' | 'server';

/** The result of a number of kill -9 rounds on one store. */
export interface CrashReport extends FollowerVerdict {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Acknowledged appends that are not there, or elsewhere than was answered. */
  readonly lost: number;
  /** Appends that are there twice. */
  readonly repeated: number;
  /** Appends of which only one event is there. */
  readonly torn: number;
  readonly isVerified: boolean;
}

/**
 * Each round starts a writer, kills a victim while it appends, lets the writer go on until it is answered
 * again, and kills it. A follower reads through all rounds.
 */
export async function crashRounds(
  server: OwnPostgresServer,
  schema: string,
  rounds: number,
  victims: readonly Victim[],
): Promise<CrashReport> {
  const pool = poolOn(server.url, { max: 3 });
  const store = await createPostgresEventStore(pool, { schema, readWaitMs: 0 });
  const follower = follow(store);
  const answered: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const name = `round-${round}`;
    const child = startChild('append-together', server.url, schema, name);
    await child.waitFor('ready');
    const answers = (): readonly string[] => child.lines.filter((line) => line.startsWith('s-'));
    await until(() => answers().length > 20);
    await sleep(Math.random() * 100);
    const victim = victims[round % victims.length];
    if (victim === 'server') {
      server.kill();
      await server.restart();
    }
    if (victim === 'backend') await killBackend(pool);
    if (victim !== 'writer') {
      const before = answers().length;
      await until(() => answers().length > before + 20);
    }
    child.process.kill('SIGKILL');
    await child.exited;
    answered.push(...answers().map((line) => `${line} ${name}`));
  }
  await until(() => hasNoAppender(pool));
  await follower.stop();
  const verdict = await judge(follower, store);
  const found = await appendsOf(store);
  const { ok: isVerified } = await verifyStore(store);
  await pool.end();
  return {
    rounds,
    acknowledged: answered.length,
    lost: answered.filter((line) => !found.whole.has(line)).length,
    repeated: found.repeated,
    torn: found.torn,
    isVerified,
    ...verdict,
  };
}

/** Kills the process of a session that appended last; the server then restarts all of its sessions. */
async function killBackend(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where query like '%append_%' and pid <> pg_backend_pid() order by query_start desc limit 1`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no session appends');
  process.kill(row.pid, 'SIGKILL');
}

/** Returns true when the server is up and has ended the sessions of killed writers: until then they may still commit. */
async function hasNoAppender(pool: pg.Pool): Promise<boolean> {
  const sql = `select from pg_stat_activity where query like '%append_%' and pid <> pg_backend_pid()`;
  const found = await pool.query(sql).catch(() => null);
  return found?.rowCount === 0;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('waited for a minute');
    await sleep(10);
  }
}

async function appendsOf(store: Parameters<typeof verifyStore>[0]): Promise<{
  readonly whole: ReadonlySet<string>;
  readonly repeated: number;
  readonly torn: number;
}> {
  const whole = new Set<string>();
  let repeated = 0;
  let torn = 0;
  for (const streamId of ['s-0', 's-1', 's-2']) {
    const events = await collect(store.read(streamId));
    for (let index = 0; index < events.length; index += 2) {
      const [first, second] = events.slice(index, index + 2);
      const name = String(Reflect.get(Object(second?.data), 'name'));
      const number = String(Reflect.get(Object(second?.data), 'number'));
      const isPair = first?.type === 'first' && second?.type === 'second';
      if (!isPair || JSON.stringify(first.data) !== JSON.stringify(second.data)) torn += 1;
      const line = `${streamId} ${second?.version ?? 0} ${number} ${name}`;
      const append = `${number} ${name}`;
      if (whole.has(append)) repeated += 1;
      whole.add(append).add(line);
    }
  }
  return { whole, repeated, torn };
}
