// One instance: cards, dialogs and proposal boards on one PostgreSQL. Prints its port, and with each line that it
// reads its memory, open handles and how far its follower is behind.
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { serve } from '@hono/node-server';
import { createContentService } from '@kanmon/content-cards';
import { createContentApp, createStaticTokenVerifier } from '@kanmon/content-cards/http';
import { followAll } from '@kanmon/core';
import { bearer } from '@kanmon/core/http';
import { createPostgresEventStore } from '@kanmon/event-store/postgres';
import { createDialogAgent } from '@kanmon/multistep-planner';
import { createDialogApp } from '@kanmon/multistep-planner/http';
import { createProposalQualityApp } from '@kanmon/proposal-quality/http';
import { Hono } from 'hono';
import pg from 'pg';

const [url = ''] = process.argv.slice(2);
const connections = 8;
const pool = new pg.Pool({ connectionString: url, max: connections });
// A server that stops breaks idle connections.
pool.on('error', () => undefined);
const listeners = new pg.Pool({ connectionString: url, max: 1 });
listeners.on('error', () => undefined);
const store = await createPostgresEventStore(pool, { listen: () => listeners.connect() });

const scopes = ['cards:read', 'cards:write', 'cards:approve', 'cards:unlock'] as const;
const documents = ['shipping', 'returns', 'payment'].map((id) => ({
  id,
  text: `${id}: 北海道への送料は800円です。返品は30日以内です。`,
}));
const search = { search: async () => documents };
const warmUpRequests = 100;
const app = new Hono()
  .route(
    '/',
    createContentApp({
      service: createContentService({ store }),
      identify: bearer(createStaticTokenVerifier({ reviewer: { id: 'reviewer', scopes } })),
    }),
  )
  .route('/', createDialogApp({ agent: createDialogAgent({ store, search }), search }))
  .route('/', createProposalQualityApp({ store }));

/** Milliseconds between the time of the last event and its arrival at the follower; the worst since the last line. */
let worstLagMs = 0;
let followed = 0;

/** Begins at the end of the history, as a projection with a checkpoint does after a restart. */
async function follow(): Promise<void> {
  const { rows } = await pool.query<{ end: number }>(
    'select coalesce(max(position), 0)::float8 as end from kanmon.event',
  );
  for await (const { at } of followAll(store, { after: rows[0]?.end ?? 0 })) {
    followed += 1;
    worstLagMs = Math.max(worstLagMs, Date.now() - Date.parse(at));
  }
}

/**
 * Opens the connections and runs the code that requests run, before the balancer sends any: the first requests of a
 * cold instance took ten times as long as the others. A readiness check does the same in production.
 */
async function warmUp(): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => pool.query('select 1')));
  for (let request = 0; request < warmUpRequests; request += 1) {
    await app.request('/v1/content/cards/card-0?spec_id=deck-0', {
      headers: { authorization: 'Bearer reviewer' },
    });
  }
  // Without it the code is cached only when the process ends by itself.
  flushCompileCache();
}

void follow();
await warmUp();
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
for await (const _ of createInterface({ input: process.stdin })) {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.stdout.write(`${JSON.stringify({ rss, heapUsed, handles, worstLagMs, followed })}\n`);
  worstLagMs = 0;
}
server.close();
process.exit(0);
