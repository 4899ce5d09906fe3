/**
 * Two instances of the apps under a steady load, half an hour long or KANMON_SOAK_MINUTES. Each minute it prints what
 * the instances report of themselves. It fails when memory or handles grow after the warm-up, when a follower was far
 * behind or missed an event, or when a request failed. Part of `.ci/nightly`; writes nothing to the repository.
 *
 * pnpm --filter @kanmon/benchmarks soak
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyStore } from '@kanmon/event-store';
import { createPostgresEventStore, migratePostgres } from '@kanmon/event-store/postgres';
import pg from 'pg';
import { startPostgres } from '../event-store/postgres-server.ts';
import { type Fleet, type Health, startFleet } from './fleet.ts';
import { type Load, runLoad } from './load.ts';

const minutes = Number(process.env['KANMON_SOAK_MINUTES'] ?? 30);
// Two samples are warm-up, and each third of the others needs two.
if (!Number.isSafeInteger(minutes) || minutes < 8) {
  throw new Error(`KANMON_SOAK_MINUTES must be a whole number from 8 on, got ${minutes}`);
}
const loads: readonly Load[] = ['reviews', 'dialogs', 'boards'];
const usersEach = 4;
/** Requests a second of each load: about a third of what two processors can do. */
const rateEach = 40;
/** Later samples over earlier ones; the noise of eight minutes was below half of it. */
const most = { heapUsed: 1.15, rss: 1.25, handles: 1.2 };
const mostLagMs = 5000;

/** Compares the last third of the samples behind the warm-up with the first. */
function growth(samples: readonly Health[], member: keyof typeof most): number {
  const settled = samples.slice(Math.ceil(samples.length / 4));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const early = medianOf(settled.slice(0, third).map((sample) => sample[member]));
  return medianOf(settled.slice(-third).map((sample) => sample[member])) / early;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Runs the loads for the whole time; returns the samples of each instance, and the requests that failed. */
async function soak(fleet: Fleet): Promise<{ samples: Health[][]; errors: number }> {
  const samples: Health[][] = [];
  let errors = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    const options = { users: usersEach, seconds: 60, rate: rateEach };
    const results = await Promise.all(
      loads.map((load) => runLoad(fleet.balancer.url, load, options)),
    );
    errors += results.reduce((sum, result) => sum + result.errors, 0);
    const p99 = results.map((result) => Math.round(result.p99));
    const rate = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    const health = await fleet.health();
    samples.push([...health]);
    console.log(JSON.stringify({ minute, rate, p99, errors, health }));
  }
  return { samples, errors };
}

/** Waits until the followers have seen a number of events; returns what they have seen at last. */
async function followed(fleet: Fleet, events: number): Promise<readonly number[]> {
  for (let tries = 0; ; tries += 1) {
    const seen = (await fleet.health()).map((health) => health.followed);
    if (tries === 20 || seen.every((count) => count === events)) return seen;
    await sleep(500);
  }
}

const directory = mkdtempSync(join(tmpdir(), 'kanmon-soak-'));
const server = await startPostgres(join(directory, 'data'));
const pool = new pg.Pool({ connectionString: server.url, max: 2 });
pool.on('error', () => undefined);
try {
  await migratePostgres(pool);
  const fleet = await startFleet(server.url, 2);
  const { samples, errors } = await soak(fleet);
  const verdict = await verifyStore(await createPostgresEventStore(pool));
  if (!verdict.ok) throw new Error('the store is damaged');
  const seen = await followed(fleet, verdict.events);
  await fleet.stop();
  const problems: string[] = [];
  const expectAtMost = (what: string, value: number, limit: number): void => {
    console.log(`${what}: ${value}, at most ${limit}`);
    if (!(value <= limit)) problems.push(what);
  };
  expectAtMost('failed requests', errors, 0);
  for (const instance of [0, 1]) {
    const own = samples.flatMap((minute) => minute[instance] ?? []);
    for (const member of ['heapUsed', 'rss', 'handles'] as const) {
      expectAtMost(
        `${member} of instance ${instance}, late over early`,
        growth(own, member),
        most[member],
      );
    }
    const lags = own.map(({ worstLagMs }) => worstLagMs);
    expectAtMost(`worst lag of follower ${instance}, ms`, Math.max(...lags), mostLagMs);
    const missed = verdict.events - (seen[instance] ?? 0);
    expectAtMost(`events that follower ${instance} missed`, Math.abs(missed), 0);
  }
  console.log(`${verdict.events} events in ${verdict.streams} streams`);
  if (problems.length > 0) throw new Error(`over the limit: ${problems.join(', ')}`);
} finally {
  await pool.end();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
