import {
  type IdSource,
  InvalidArgumentError,
  KanmonError,
  type Locale,
  type Logger,
  sha256Hex,
  systemClock,
  systemTimer,
} from '@kanmon/core';
import {
  createHttpApp,
  type HttpCaller,
  type HttpEnv,
  HttpProblem,
  type HttpText,
  invalidRequest,
  prefersToJson,
  requestIdPattern,
  type Route,
  type RouteRequest,
} from '@kanmon/core/http';
import {
  checkArgument,
  checkGuards,
  checkOptions,
  describeValue,
  fieldIssue,
  isRecord,
  withoutUndefined,
} from '@kanmon/core/kit';
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { checkHits } from '../dialog/check-hits.ts';
import type { DialogAgent, TurnContext } from '../dialog/dialog-agent.ts';
import { DeadlineExceededError, SearchFailedError } from '../dialog/dialog-errors.ts';
import {
  defaultTurnBudget,
  type SearchHit,
  type SearchRequest,
  type SearchTool,
} from '../dialog/ports.ts';
import type { DialogEvent } from '../dialog/stream-turn.ts';
import { withinTime } from '../dialog/within-time.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { dialogRequestSchema, sessionIdPattern } from '../wire/dialog-schema.ts';
import {
  agentSearchRequestSchema,
  type AgentSearchResponse,
  dialogRoute,
  documentParts,
  searchQueryOf,
  searchRoute,
} from './dialog-routes.ts';

/** Options of `createDialogApp`. */
export interface DialogAppOptions<Caller extends HttpCaller = HttpCaller> {
  readonly agent: DialogAgent;
  /** For `POST /agent.search`; without it that route is not found. */
  readonly search?: SearchTool;
  /**
   * Returns the sender of a request, or null for an unknown one, which is answered with 401.
   *
   * @default every request is served
   */
  readonly identify?: (request: Request) => Caller | null | Promise<Caller | null>;
  /**
   * Returns the tenant of a request; only through this function does `X-Tenant-ID` count. A tenant is 1 to 128
   * characters of `A-Z a-z 0-9 . _ ~ -`: hash ids such as addresses. Another value is an error of the host, which is
   * logged and answered with 500, and one of the sender (400) if it is a text and the request has `X-Tenant-ID`.
   * `() => 'default'` lets all callers share their dialogs.
   *
   * @default each caller of `identify` has one; anonymous callers, and all senders without `identify`, share the
   * agent's default tenant
   */
  readonly tenantOf?: (request: Request, caller: Caller | undefined) => string | Promise<string>;
  /** The language of messages when the client names neither Japanese nor English. @default 'en' */
  readonly locale?: Locale;
  /** @default 65_536 */
  readonly maxBodyBytes?: number;
  /**
   * The public address or path of the app, `https://example.com/faq` or `/faq`: for hosts that strip a prefix, as
   * Express's `use` and Hono's `mount` do. @default the path below which the app is mounted
   */
  readonly server?: string;
  /** Of requests without `X-Request-ID`. */
  readonly ids?: IdSource;
  /** Logs internal errors. */
  readonly logger?: Logger;
}

/**
 * Creates a Hono app with `POST /agent.dialog` (JSON, or SSE with `Accept: text/event-stream`),
 * `POST /agent.search` and `GET /openapi.json`, mountable wherever a `(Request) => Response` goes.
 *
 * @example
 * const app = createDialogApp({ agent: createDialogAgent({ search }), search });
 * serve({ fetch: app.fetch, port: 8080 });
 */
export function createDialogApp<Caller extends HttpCaller = HttpCaller>(
  options: DialogAppOptions<Caller>,
): Hono<HttpEnv> {
  checkAppOptions(options);
  const { agent, search, tenantOf, maxBodyBytes = 65_536 } = options;
  const { server, identify, locale, ids, logger } = options;
  const routes: Route<Caller>[] = [
    { ...dialogRoute, handle: (request) => runTurn(agent, tenantOf, request) },
  ];
  if (search !== undefined) {
    routes.push({ ...searchRoute, handle: (request) => searchOnce(search, request) });
  }
  const common = withoutUndefined({ server, identify, locale, ids, logger });
  return createHttpApp({ ...documentParts, ...common, routes, maxBodyBytes, problemOf });
}

function checkAppOptions<Caller extends HttpCaller>(options: DialogAppOptions<Caller>): void {
  checkOptions(
    options,
    'agent search identify tenantOf locale maxBodyBytes server ids logger',
    'createDialogApp(options)',
  );
  checkGuards(options, 'identify tenantOf');
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

async function runTurn<Caller extends HttpCaller>(
  agent: DialogAgent,
  tenantOf: DialogAppOptions<Caller>['tenantOf'],
  { request, requestId, locale, caller, hono, ...route }: RouteRequest<Caller>,
): Promise<Response> {
  const dialog = (await route.body()).check(dialogRequestSchema);
  // It makes the turn idempotent: one that is dropped would let a retry run the turn again.
  const key = request.headers.get('x-request-id');
  if (key !== null && !requestIdPattern.test(key)) {
    throw invalidRequest([fieldIssue(['X-Request-ID'], 'invalid_format')]);
  }
  const tenant = tenantOf === undefined ? ownTenant(caller) : await tenantOf(request, caller);
  if (tenantOf !== undefined) {
    checkArgument('the tenant that tenantOf returned', 'a text', tenant);
    if (!sessionIdPattern.test(tenant ?? '')) {
      // Without the header, the sender cannot correct the tenant.
      throw request.headers.has('x-tenant-id')
        ? invalidRequest([fieldIssue(['X-Tenant-ID'], 'invalid_format')])
        : new InvalidArgumentError(
            'expected the tenant that tenantOf returned to be 1 to 128 characters of A-Z a-z 0-9 . _ ~ -, got another text; hash ids such as addresses',
          );
    }
  }
  const context: TurnContext = withoutUndefined({ signal: request.signal, requestId, tenant });
  if (!prefersToJson(request, 'text/event-stream')) {
    return route.json(200, await agent.turn(dialog, context));
  }
  return streamSSE(hono, async (stream) => {
    const left = new AbortController();
    // A client that hangs up is noticed here even where the server does not abort its request.
    stream.onAbort(() => left.abort(new DOMException('the client has left', 'AbortError')));
    const signal = AbortSignal.any([request.signal, left.signal]);
    for await (const event of agent.stream(dialog, { ...context, signal })) {
      if (stream.aborted) break;
      await stream.writeSSE({
        event: event.type,
        id: String(event.sequence),
        data: JSON.stringify(inLanguage(event, locale)),
      });
    }
  });
}

const plainId = /^[\w.-]{1,100}$/;

/** Returns the tenant of one caller. An id that cannot be part of it, such as an address, is hashed. */
function ownTenant(caller: HttpCaller | undefined): string | undefined {
  if (caller === undefined || caller.isAnonymous === true) return undefined;
  return `caller.${plainId.test(caller.id) ? caller.id : `~${sha256Hex(caller.id)}`}`;
}

async function searchOnce<Caller extends HttpCaller>(
  search: SearchTool,
  { request, ...route }: RouteRequest<Caller>,
): Promise<Response> {
  const given = (await route.body()).check(agentSearchRequestSchema);
  const query = searchQueryOf(given.query);
  const language = given.language ?? resolveLanguage(query, []);
  const { defaultTopK, maxTopK } = defaultPlanLimits;
  const topK = Math.min(given.topK ?? defaultTopK, maxTopK);
  const wanted = withoutUndefined({ query, topK, language, filters: given.filters });
  const results = await hitsOf(search, wanted, request.signal);
  const message = language === 'ja' ? '検索を実行しました' : 'Search executed';
  const body: AgentSearchResponse = {
    query,
    topK,
    results,
    steps: [{ type: 'search', message, query, topK, resultCount: results.length }],
  };
  return route.json(200, body);
}

async function hitsOf(
  search: SearchTool,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  const deadline = systemClock.now().getTime() + defaultTurnBudget.timeMs;
  const bounds = { deadline, signal, clock: systemClock, timer: systemTimer };
  const found = await withinTime(
    (inner) => search.search(request, { signal: inner, deadline }),
    bounds,
  );
  if (found.status === 'late') throw new DeadlineExceededError();
  if (found.status === 'failed') throw new SearchFailedError(found.cause);
  try {
    return checkHits(found.value, request.topK);
  } catch (cause) {
    throw new SearchFailedError(cause);
  }
}

/** Errors with their own response, by code. The English texts are the messages of the errors. */
const failures: Readonly<
  Record<string, { readonly status: 409 | 502 | 504; readonly ja: string }>
> = {
  'dialog-conflict': {
    status: 409,
    ja: 'この対話の別のターンが先に保存されました。もう一度送ってください',
  },
  'idempotency-key-reused': {
    status: 409,
    ja: 'このリクエスト ID は、同じ対話の別の内容に使われています。新しい ID で送ってください',
  },
  'search-failed': { status: 502, ja: 'すべての検索が失敗しました' },
  'answer-failed': { status: 502, ja: '回答を作成できませんでした' },
  'deadline-exceeded': { status: 504, ja: '検索結果が時間内に得られませんでした' },
};

/** Returns the response to an error of a turn; null for one whose text is not for clients. */
function problemOf(error: unknown): HttpProblem | null {
  const failure = KanmonError.isInstance(error) ? failures[error.code] : undefined;
  if (!KanmonError.isInstance(error) || failure === undefined) return null;
  const { status, ja } = failure;
  const code = error.code.replaceAll('-', '_');
  return new HttpProblem(status, code, { message: { en: error.message, ja }, cause: error });
}

/** Texts of the ends of an event stream that are not errors of a turn. */
const streamEnds: Readonly<Record<string, HttpText>> = {
  aborted: { en: 'the turn was aborted', ja: 'ターンは中断されました' },
  'internal-error': { en: 'the turn failed', ja: 'リクエストを処理できませんでした' },
};
const storeFailed: HttpText = {
  en: 'the store is not available; send the same request again later',
  ja: 'ストアを利用できません。しばらくしてから、同じ要求をもう一度送ってください',
};

/** The last event of a turn that failed has a message; all others are data. The text of another error is not for clients. */
function inLanguage(event: DialogEvent, locale: Locale): DialogEvent {
  if (event.type !== 'turn-failed') return event;
  const { code, message } = event;
  const known = failures[code];
  if (known !== undefined) return { ...event, message: locale === 'ja' ? known.ja : message };
  const other = code.startsWith('store-') ? storeFailed : streamEnds['internal-error'];
  return { ...event, message: (streamEnds[code] ?? other)?.[locale] ?? message };
}
