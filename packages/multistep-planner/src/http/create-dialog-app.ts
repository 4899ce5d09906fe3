import { type IdSource, InvalidArgumentError, type Locale, randomIds } from '@kanmon/core';
import { checkOptions, describeValue, isRecord, type OptionNames } from '@kanmon/core/kit';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { DialogAgent, TurnContext } from '../dialog/dialog-agent.ts';
import { DeadlineExceededError, SearchFailedError } from '../dialog/dialog-errors.ts';
import { defaultTurnBudget, type SearchTool } from '../dialog/ports.ts';
import { checkHits } from '../dialog/run-searches.ts';
import type { DialogEvent } from '../dialog/stream-turn.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { dialogRequestSchema, requestIdPattern, sessionIdPattern } from '../wire/dialog-schema.ts';
import { errorBodyOf, failureOf, type HttpFailure } from './http-failure.ts';
import {
  agentSearchRequestSchema,
  type AgentSearchResponse,
  searchQueryOf,
} from './http-schema.ts';
import { messageIn, preferredLocale } from './http-texts.ts';
import { openApiDocument } from './open-api-document.ts';
import { readBody } from './read-body.ts';

/** RFC 9457. */
const problemType = 'application/problem+json';

/** What the app serves. */
export interface DialogAppOptions {
  readonly agent: DialogAgent;
  /** For `POST /agent.search`; without it that route is not found. */
  readonly search?: SearchTool;
  /** The tenant of a request, the only way `X-Tenant-ID` is heard. @default none: the agent's default tenant */
  readonly tenantOf?: (request: Request) => string | Promise<string>;
  /** @default 65_536 */
  readonly maxBodyBytes?: number;
  /** Of requests that bring no `X-Request-ID`. */
  readonly ids?: IdSource;
}

/** What a request carries through the app. */
export interface DialogEnvironment {
  Variables: { requestId: string; locale: Locale };
}

/**
 * `POST /agent.dialog` (JSON, or SSE with `Accept: text/event-stream`), `POST /agent.search` and
 * `GET /openapi.json` as a Hono app, mountable wherever a `(Request) => Response` goes (seed 4.1).
 *
 * @example
 * const app = createDialogApp({ agent: createDialogAgent({ search }), search });
 * serve({ fetch: app.fetch, port: 8080 });
 */
export function createDialogApp(options: DialogAppOptions): Hono<DialogEnvironment> {
  checkAppOptions(options);
  const { agent, search, tenantOf, maxBodyBytes = 65_536, ids = randomIds() } = options;
  const app = new Hono<DialogEnvironment>();

  app.use(async (c, next) => {
    const given = c.req.header('x-request-id');
    const requestId = given !== undefined && requestIdPattern.test(given) ? given : ids.next('req');
    c.set('requestId', requestId);
    c.set('locale', preferredLocale(c.req.header('accept-language')));
    await next();
    c.res.headers.set('x-request-id', requestId);
  });

  const turnContext = async (c: Context<DialogEnvironment>): Promise<TurnContext> => {
    const tenant = tenantOf === undefined ? undefined : await tenantOf(c.req.raw);
    return {
      signal: c.req.raw.signal,
      requestId: c.get('requestId'),
      ...(tenant === undefined ? {} : { tenant }),
    };
  };

  app.post('/agent.dialog', async (c) => {
    const read = await readBody(c.req.raw, dialogRequestSchema, maxBodyBytes, c.get('locale'));
    if (!read.ok) return failed(c, read.failure);
    const context = await turnContext(c);
    if (context.tenant !== undefined && !sessionIdPattern.test(context.tenant)) {
      return failed(c, {
        status: 400,
        error: 'validation_error',
        message: 'the tenant is not a valid id; see details',
        details: [
          { field: 'X-Tenant-ID', issue: 'expected 1 to 128 characters of A-Z a-z 0-9 . _ ~ -' },
        ],
      });
    }
    if (!accepts(c, 'text/event-stream')) return c.json(await agent.turn(read.body, context));
    return streamSSE(c, async (stream) => {
      const left = new AbortController();
      // A client that hangs up is noticed here even where the server does not abort its request.
      stream.onAbort(() => left.abort(new DOMException('the client has left', 'AbortError')));
      const signal = AbortSignal.any([c.req.raw.signal, left.signal]);
      for await (const event of agent.stream(read.body, { ...context, signal })) {
        if (stream.aborted) break;
        await stream.writeSSE({
          event: event.type,
          id: String(event.sequence),
          data: JSON.stringify(withMessageIn(c.get('locale'), event)),
        });
      }
    });
  });

  if (search !== undefined) {
    app.post('/agent.search', async (c) => {
      const locale = c.get('locale');
      const read = await readBody(c.req.raw, agentSearchRequestSchema, maxBodyBytes, locale);
      if (!read.ok) return failed(c, read.failure);
      const { filters } = read.body;
      const query = searchQueryOf(read.body.query);
      const language = read.body.language ?? resolveLanguage(query, []);
      const topK = Math.min(
        read.body.topK ?? defaultPlanLimits.defaultTopK,
        defaultPlanLimits.maxTopK,
      );
      const request = { query, topK, language, ...(filters === undefined ? {} : { filters }) };
      const results = await searchOnce(search, request, c.req.raw.signal);
      const message = language === 'ja' ? '検索を実行しました' : 'Search executed';
      const body: AgentSearchResponse = {
        query,
        topK,
        results,
        steps: [{ type: 'search', message, query, topK, resultCount: results.length }],
      };
      return c.json(body);
    });
    app.all('/agent.search', methodNotAllowed('POST'));
  }
  app.get('/openapi.json', (c) => c.json(openApiDocument({ hasSearch: search !== undefined })));
  app.all('/agent.dialog', methodNotAllowed('POST'));
  app.all('/openapi.json', methodNotAllowed('GET'));
  app.notFound((c) =>
    failed(c, {
      status: 404,
      error: 'not_found',
      message: `there is no ${c.req.path}`,
      params: { path: c.req.path },
    }),
  );
  app.onError((error, c) => failed(c, failureOf(error)));
  return app;
}

const appOptions: OptionNames<DialogAppOptions> = {
  agent: true,
  search: true,
  tenantOf: true,
  maxBodyBytes: true,
  ids: true,
};

function checkAppOptions(options: DialogAppOptions): void {
  checkOptions(options, appOptions, 'createDialogApp(options)');
  const agent: unknown = options?.agent;
  if (
    !isRecord(agent) ||
    typeof agent['turn'] !== 'function' ||
    typeof agent['stream'] !== 'function'
  ) {
    throw new InvalidArgumentError(
      `expected options.agent to be a dialog agent, got ${describeValue(agent)}; pass what createDialogAgent returns`,
    );
  }
  const { search } = options;
  if (search !== undefined && typeof search?.search !== 'function') {
    throw new InvalidArgumentError(
      'expected options.search to have a `search` function; pass the search tool of your FAQ, or leave it out',
    );
  }
}

/** The last event of a turn that failed has a message; all others are data. */
function withMessageIn(locale: Locale, event: DialogEvent): DialogEvent {
  if (event.type !== 'turn-failed') return event;
  return { ...event, message: messageIn(locale, event.code, event.message) };
}

function methodNotAllowed(allow: string): (c: Context<DialogEnvironment>) => Response {
  return (c) => {
    c.header('allow', allow);
    return failed(c, {
      status: 405,
      error: 'method_not_allowed',
      message: `use ${allow}`,
      params: { allow },
    });
  };
}

function failed(c: Context<DialogEnvironment>, failure: HttpFailure): Response {
  const locale = c.get('locale');
  const body = errorBodyOf(failure, c.get('requestId'), locale);
  c.header('content-language', locale);
  if (!accepts(c, problemType)) return c.json(body, failure.status);
  const { error, status } = failure;
  const problem = { type: 'about:blank', title: error, status, detail: body.message, ...body };
  return c.body(JSON.stringify(problem), status, { 'content-type': problemType });
}

function accepts(c: Context<DialogEnvironment>, type: string): boolean {
  return (c.req.header('accept') ?? '').includes(type);
}

async function searchOnce(
  search: SearchTool,
  request: Parameters<SearchTool['search']>[0],
  signal: AbortSignal,
): Promise<AgentSearchResponse['results']> {
  const { timeMs } = defaultTurnBudget;
  const timeout = AbortSignal.timeout(timeMs);
  const either = AbortSignal.any([signal, timeout]);
  const late = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(new DeadlineExceededError()), { once: true });
  });
  let found: unknown;
  try {
    found = await Promise.race([
      search.search(request, { signal: either, deadline: Date.now() + timeMs }),
      late,
    ]);
  } catch (error) {
    if (DeadlineExceededError.isInstance(error) || InvalidArgumentError.isInstance(error))
      throw error;
    throw new SearchFailedError(error);
  }
  const hits = checkHits(found, request.topK);
  if (hits === null) throw new SearchFailedError();
  return hits;
}
