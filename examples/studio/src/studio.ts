import { join } from 'node:path';
import { createContentService } from '@kanmon/content-cards';
import { createContentApp, openApiDocument as contentDocument } from '@kanmon/content-cards/http';
import {
  type Clock,
  type EventStore,
  type LlmClient,
  type Logger,
  type Price,
  type SharedCounter,
  silentLogger,
  systemClock,
} from '@kanmon/core';
import { type GateEvent, toEvents } from '@kanmon/core/gate';
import {
  createHttpApp,
  describeRoutes,
  type HttpCaller,
  HttpProblem,
  type Route,
} from '@kanmon/core/http';
import { withoutUndefined } from '@kanmon/core/kit';
import { createFaqSearch, createPassageAnswer, shopRules } from '@kanmon/example-shared';
import { createDeckReviewer } from '@kanmon/example-shared/deck-reviewer';
import type { HttpBindings } from '@hono/node-server';
import { createDialogAgent, type DialogAgentOptions } from '@kanmon/multistep-planner';
import { createDialogApp, openApiDocument as dialogDocument } from '@kanmon/multistep-planner/http';
import {
  createProposalQualityApp,
  openApiDocument as proposalDocument,
} from '@kanmon/proposal-quality/http';
import { Hono } from 'hono';
import { readSeenBoard } from './board-proposals.ts';
import { docsPage } from './docs-page.ts';
import { createHttpMetrics } from './http-metrics.ts';
import { createIdentify, requiringScope, type Verify } from './identify.ts';
import { prohibitedWords } from './house-style.ts';
import { createLive } from './live.ts';
import { mergeDocuments } from './merge-documents.ts';
import { runPrefix } from './read-run.ts';
import { boardRoutes } from './routes/boards.ts';
import { deckRoute } from './routes/decks.ts';
import { dialogRoutes, tenantOf } from './routes/dialogs.ts';
import { issueProblemOf, issueRoutes } from './routes/issues.ts';
import { journalRoutes } from './routes/journal.ts';
import { liveRoute } from './routes/live.ts';
import { metricsSeriesRoute } from './routes/metrics-series.ts';
import { runRoutes } from './routes/runs.ts';
import { serviceRoutes } from './routes/service.ts';
import { termRoutes } from './routes/terms.ts';
import { scopeOfRoute } from './scopes.ts';
import { readStaticFiles, type StaticFiles } from './static-files.ts';

/** Options of `createStudio`. */
export interface StudioOptions {
  readonly store: EventStore;
  readonly counter: SharedCounter;
  readonly verify: Verify;
  readonly requestsPerSecond: number;
  /** Absent: routes that need a model answer 503. */
  readonly client?: LlmClient | undefined;
  readonly price?: Price | undefined;
  /** The ports of dialogs. Absent: the FAQ of the shop, answered by its passages. */
  readonly dialog?: Partial<Pick<DialogAgentOptions, 'search' | 'answer'>>;
  /** The files of the console. */
  readonly console?: StaticFiles | null | undefined;
  readonly logger?: Logger;
  readonly clock?: Clock | undefined;
}

/** The server of the studio without its socket. */
export interface Studio {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  /** Ends the live streams and reports that the studio is not ready. Requests that run go on. */
  stop(): Promise<void>;
  /** Gives back what requests may still use. Call it when no request runs. */
  close(): Promise<void>;
}

const info = { title: 'Kanmon Studio', version: '1' };

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Puts the apps of the packages behind one address. All state is in the store. */
export function createStudio(options: StudioOptions): Studio {
  const { store, client, price, console: consoleFiles, logger = silentLogger } = options;
  const { clock } = options;
  const live = createLive(store);
  let isStopping = false;
  const metrics = createHttpMetrics(() => ({ live_readers: live.readers }));
  const addresses = new WeakMap<Request, string>();
  const identify = createIdentify({
    verify: options.verify,
    counter: options.counter,
    requestsPerSecond: options.requestsPerSecond,
    addressOf: (request) => addresses.get(request) ?? 'unknown',
  });
  const identifyForRoute = requiringScope(identify, ({ method, url }) =>
    scopeOfRoute.get(`${method} ${new URL(url).pathname}`),
  );
  const common = { logger, ...withoutUndefined({ clock }) };

  const reviewer = createDeckReviewer({
    clock: clock ?? systemClock,
    words: prohibitedWords,
    llm: client,
  });
  const service = createContentService({ store, reviewer, ...common });
  const content = createContentApp({ service, identify });
  const proposals = createProposalQualityApp({
    store,
    client: client ?? refuseWithoutModel,
    identify: identifyForRoute,
    loadState: ({ headers }, boardId) =>
      readSeenBoard({ store, clock }, boardId, headers.get('if-match')),
    onRun: (events, caller) => recordRun(store, events, caller),
    ...withoutUndefined({ price }),
    ...common,
  });
  const { search = createFaqSearch(), answer = createPassageAnswer() } = options.dialog ?? {};
  const dialog = createDialogApp({
    agent: createDialogAgent({
      search,
      store,
      rules: shopRules,
      answer,
      planner: 'rules',
      ...common,
    }),
    search,
    identify: identifyForRoute,
    tenantOf: (_request, caller) => tenantOf(caller),
    logger,
  });
  const issues = issueRoutes({ store, ...withoutUndefined({ clock }) });
  const routes: readonly Route[] = [
    ...serviceRoutes({
      store,
      metrics,
      document: () => document,
      isStopping: () => isStopping,
      hasModel: client !== undefined,
    }),
    deckRoute(service),
    ...termRoutes(),
    ...boardRoutes(store, clock),
    ...issues.routes,
    ...runRoutes(store),
    ...dialogRoutes(store),
    ...journalRoutes(store),
    liveRoute(live),
    metricsSeriesRoute(store),
  ];
  const own = createHttpApp({
    info,
    routes,
    // The studio serves the document of all apps at /openapi.json.
    documentPath: '/api/openapi.json',
    identify,
    problemOf: issueProblemOf,
    logger,
  });
  const refusals = { 401: 'unauthorized', 403: 'forbidden', 429: 'rate_limited' };
  const document = mergeDocuments(info, [
    { name: 'studio', document: describeRoutes({ info, routes, authenticated: true }), refusals },
    { name: 'content', document: contentDocument(), refusals },
    {
      name: 'proposals',
      document: proposalDocument(),
      scopes: scopeOfRoute,
      refusals: { ...refusals, 404: 'board_unknown', 503: 'model_not_configured' },
    },
    {
      name: 'dialog',
      document: dialogDocument({ hasSearch: true }),
      scopes: scopeOfRoute,
      refusals,
    },
  ]);

  const apps = { content, proposals, dialog, studio: own };
  const styles = readStaticFiles(join(import.meta.dirname, '../docs-page'), '/docs');
  const docs = docsPage(document);
  const fileAt = async (path: string): Promise<Response | null> =>
    path === '/docs'
      ? new Response(await docs, { headers: { 'content-type': 'text/html; charset=utf-8' } })
      : (styles?.(path) ?? consoleFiles?.(path) ?? null);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('*', async (context) => {
    const { raw: request, path, method } = context.req;
    const start = performance.now();
    const file = method === 'GET' || method === 'HEAD' ? await fileAt(path) : null;
    const name = file === null ? appOf(path) : 'files';
    addresses.set(request, context.env?.incoming?.socket?.remoteAddress ?? 'unknown');
    const response = file ?? (await apps[name === 'files' ? 'studio' : name].fetch(request));
    for (const [header, value] of Object.entries(securityHeaders)) {
      response.headers.set(header, value);
    }
    const seconds = (performance.now() - start) / 1000;
    const { status } = response;
    metrics.count({ app: name, method, status, seconds });
    logger.info({
      request_id: response.headers.get('x-request-id') ?? undefined,
      method,
      path,
      status,
      ms: Math.round(seconds * 1000),
    });
    return response;
  });

  return {
    app,
    async stop() {
      isStopping = true;
      await live.close();
    },
    async close() {
      await live.close();
      await issues.close();
    },
  };
}

function appOf(path: string): 'content' | 'proposals' | 'dialog' | 'studio' {
  if (path.startsWith('/v1/')) return 'content';
  if (path.startsWith('/agent.')) return 'dialog';
  return /^\/api\/(?:organizer|advisor|proposal-quality)\//.test(path) ? 'proposals' : 'studio';
}

function refuseWithoutModel(): never {
  throw new HttpProblem(503, 'model_not_configured', {
    message: {
      en: 'No model is configured; set KANMON_LLM_PROVIDER and start the studio again',
      ja: 'モデルが設定されていません。KANMON_LLM_PROVIDER を設定して起動し直してください',
    },
  });
}

/** Records a run in the name of its caller, so that every instance can show it. */
async function recordRun(
  store: EventStore,
  events: readonly GateEvent[],
  caller: HttpCaller | undefined,
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const actor = withoutUndefined({ actor: caller?.id });
  await store.append(
    runPrefix + first.runId,
    toEvents(events).map((event) => ({ ...event, ...actor })),
    { expectedVersion: 0 },
  );
}
