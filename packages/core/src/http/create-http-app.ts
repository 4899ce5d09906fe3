import { checkArgument } from '../vocabulary/check-argument.ts';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import { isStoreUnavailable } from '../errors/event-store-error.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import type { IdSource } from '../ports/id-source.ts';
import { type Logger, quietLogger, silentLogger } from '../ports/logger.ts';
import { randomIds } from '../ports/random-ids.ts';
import { portMethods } from '../kit/port-methods.ts';
import { withoutUndefined } from '../kit/without-undefined.ts';
import {
  checkGuards,
  checkOneOf,
  checkOptions,
  checkPorts,
  optionError,
} from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import type { Locale } from '../vocabulary/locale.ts';
import { isRecord } from '../vocabulary/record.ts';
import { checkInfo, describeRoutes, type OpenApiInput } from './open-api.ts';
import { HttpProblem, type HttpTexts, type Problem, problemBody } from './problem.ts';
import { accepts, preferredLocale, readBody } from './read-request.ts';
import type { HttpCaller, HttpContext, HttpEnv, Route, RouteRequest } from './route.ts';

/** A route table and what its requests have in common. */
export interface HttpAppOptions<Caller extends HttpCaller> {
  readonly info: OpenApiInput['info'];
  readonly routes: readonly Route<Caller>[];
  /** Schemas with a name in the OpenAPI document. */
  readonly components?: OpenApiInput['components'];
  /** `''`, or a path like `/v1`. @default '' */
  readonly basePath?: string;
  /**
   * The public address or path in front of `basePath`, `https://example.com/api` or `/api`; `''` for the root. Set it
   * when the host strips a prefix, as Express's `use` and Hono's `mount` do. It is the server of the OpenAPI document
   * and the beginning of `RouteRequest.base`.
   *
   * @default the segments in front of `basePath` in the path of the request
   */
  readonly server?: string;
  /** Below `basePath`. @default '/openapi.json' */
  readonly documentPath?: string;
  /**
   * Returns the sender of a request, or null for an unknown one, which is answered with 401. Asked once per request,
   * before anything else is read; not asked for public routes and the OpenAPI document.
   *
   * @default every request is served, `caller` is undefined
   */
  readonly identify?: (request: Request) => Caller | null | Promise<Caller | null>;
  /**
   * The scopes that `identify` gives to senders without credentials: the OpenAPI document lists what they may call.
   *
   * @default every route that is not public needs credentials
   */
  readonly anonymousScopes?: readonly string[];
  /** The language of messages when the client names neither Japanese nor English. @default 'en' */
  readonly locale?: Locale;
  /** The texts of the app's codes. */
  readonly texts?: HttpTexts;
  /**
   * Translates an error of a handler; null for others, which are logged: a store that is down or busy is answered with
   * 503 `storage_error`, an internal error with 500.
   */
  readonly problemOf?: (error: unknown) => HttpProblem | null;
  /** Returns members that every error body has beside those of `Problem`. */
  readonly problemMembers?: (problem: Problem) => Readonly<Record<string, unknown>>;
  /** The schema of error bodies with those members. @default that of `Problem` */
  readonly problemSchema?: z.ZodType;
  /** The prefix of `type` in RFC 9457 bodies. @default 'about:blank' as the type */
  readonly problemType?: string;
  /** @default 1_000_000 */
  readonly maxBodyBytes?: number;
  readonly ids?: IdSource;
  /** Gets each error that is answered with 500. @default none */
  readonly logger?: Logger;
}

const defaultMaxBodyBytes = 1_000_000;

/** A request id that a client may choose: 1 to 128 visible ASCII characters. */
export const requestIdPattern: RegExp = /^[\x21-\x7e]{1,128}$/;

/**
 * Creates a Hono app from a route table: `app.fetch` takes a Request and returns a Response. Each request passes
 * `identify` (401) and the route's scope (403) before its handler runs. Errors have one body (`Problem`), with the
 * members of RFC 9457 when the client accepts `application/problem+json`. Other methods of a known path are answered
 * with 405 and `Allow`, and the OpenAPI 3.1 document is served at `<basePath>/openapi.json`.
 *
 * @throws {InvalidArgumentError} An option is unknown or invalid.
 */
export function createHttpApp<Caller extends HttpCaller>(
  options: HttpAppOptions<Caller>,
): Hono<HttpEnv> {
  // The names do not depend on the type of the caller.
  checkOptions(
    options as HttpAppOptions<HttpCaller>,
    'info routes components basePath server documentPath identify anonymousScopes locale texts problemOf problemMembers problemSchema problemType maxBodyBytes ids logger',
    'createHttpApp(options)',
  );
  checkInfo('options.info', options.info);
  checkArgument('options.routes', 'a list', options.routes);
  checkGuards(options, 'identify');
  checkOneOf('locale', options.locale, 'en ja');
  checkPorts({ ids: options.ids, logger: options.logger }, portMethods);
  const { routes, basePath = '', server, documentPath = '/openapi.json', identify } = options;
  const { maxBodyBytes = defaultMaxBodyBytes, ids = randomIds() } = options;
  if (basePath !== '' && !/^(?:\/[\w.-]+)+$/.test(basePath)) {
    throw new InvalidArgumentError(
      `expected options.basePath to be '' or a path like '/v1', got ${describeValue(basePath)}`,
    );
  }
  if (server !== undefined && !serverPattern.test(server)) {
    throw new InvalidArgumentError(
      `expected options.server to be an address or a path without a slash at its end, like 'https://example.com/api' or '/api', got ${describeValue(server)}`,
    );
  }
  if (!pathPattern.test(documentPath)) {
    throw optionError('documentPath', "a path like '/openapi.json'", documentPath);
  }
  checkRoutes(routes, documentPath);
  if (!Number.isFinite(maxBodyBytes) || maxBodyBytes < 1) {
    throw new InvalidArgumentError(
      `expected options.maxBodyBytes to be a number from 1, got ${describeValue(maxBodyBytes)}`,
    );
  }
  const app = new Hono<HttpEnv>();
  app.use(requestId({ generator: (context) => chosenId(context.req.raw) ?? ids.next('req') }));
  app.use(async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      // Hono passes only an Error to `onError`.
      context.res = answerTo(thrown, context, options);
    }
    for (const [name, value] of Object.entries(commonHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    context.res.headers.set('x-request-id', context.get('requestId'));
  });

  app.get(basePath + documentPath, (context) =>
    context.json(
      describeRoutes({
        ...documentOf(options),
        server: (server ?? mountOf(context.req.path, basePath + documentPath)) || '/',
      }),
    ),
  );
  for (const route of routes) {
    app.on(route.method, basePath + honoPath(route.path), async (context) => {
      const caller =
        identify === undefined || route.public === true
          ? undefined
          : await identified(identify, context.req.raw);
      if (identify !== undefined) checkScope(route, caller, context.req.raw);
      return route.handle(routeRequest(route, context, options, caller));
    });
  }
  for (const [path, allow] of allowedMethods(routes, documentPath)) {
    app.all(basePath + honoPath(path), () => {
      throw new HttpProblem(405, 'method_not_allowed', { headers: { allow }, params: { allow } });
    });
  }
  app.notFound((context) => refuse(new HttpProblem(404, 'not_found'), context, options));
  app.onError((error, context) => answerTo(error, context, options));
  return app;
}

/** Answers a request that failed, and logs what is not the fault of its sender. */
function answerTo<Caller extends HttpCaller>(
  thrown: unknown,
  context: HttpContext,
  options: HttpAppOptions<Caller>,
): Response {
  const problem = problemOf(thrown, options);
  if (problem.status === 500 || isStoreUnavailable(thrown)) {
    const { logger = silentLogger } = options;
    quietLogger(logger).error(
      { request_id: context.get('requestId'), error: thrown },
      'the request could not be served',
    );
  }
  return refuse(problem, context, options);
}

const serverPattern = /^(?:https?:\/\/[^\s/?#@]+)?(?:\/[\w.~%-]+)*$/;

const pathPattern = /^(?:\/|(?:\/(?:[\w.~-]+|\{\w+\}))+)$/;

/** Checks each route. Two are the same when their paths differ in the names of parameters only. */
function checkRoutes<Caller extends HttpCaller>(
  routes: readonly Route<Caller>[],
  documentPath: string,
): void {
  const seen = new Set<string>();
  const ids = new Set<string>();
  for (const [index, each] of routes.entries()) {
    const where = `options.routes[${index}]`;
    // A misspelt name of `scope` would let every sender call the route.
    checkOptions(
      each as Route,
      'method path id summary description scope public query headers params requestBody answers problems handle',
      where,
    );
    const { method, path, id } = each;
    if (!routeMethods.includes(method))
      throw routeError(`${where}.method`, routeMethods.join(', '), method);
    if (typeof path !== 'string' || !pathPattern.test(path)) {
      throw routeError(`${where}.path`, "a path like '/cards/{id}'", path);
    }
    const parameters = path.match(/\{\w+\}/g) ?? [];
    if (new Set(parameters).size < parameters.length) {
      throw routeError(`${where}.path`, 'a path with different parameters', path);
    }
    if (method === 'GET' && path === documentPath) {
      throw routeError(`${where}.path`, 'another path than options.documentPath', path);
    }
    if (typeof id !== 'string' || id === '' || ids.has(id)) {
      throw routeError(`${where}.id`, 'a text that no other route has', id);
    }
    ids.add(id);
    checkArgument(`${where}.answers`, 'an object', each.answers);
    checkArgument(`${where}.handle`, 'a function', each.handle);
    // A misspelt constant is undefined.
    if ('scope' in each && (typeof each.scope !== 'string' || each.scope === '')) {
      throw new InvalidArgumentError(
        `expected the scope of ${method} ${path} to be a text that is not empty, got ${describeValue(each.scope)}; leave it out for a route without a scope`,
      );
    }
    const route = `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    if (seen.has(route)) {
      throw new InvalidArgumentError(
        `expected options.routes to have one route for ${method} ${path}, got two; remove one or change its path`,
      );
    }
    seen.add(route);
  }
}

const routeMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function routeError(member: string, expected: string, got: unknown): InvalidArgumentError {
  return new InvalidArgumentError(
    `expected ${member} to be ${expected}, got ${describeValue(got)}`,
  );
}

const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Returns the client's id. Hono's own form is narrower, and a replaced id would break an idempotent retry. */
function chosenId({ headers }: Request): string | null {
  const given = headers.get('x-request-id');
  return given !== null && requestIdPattern.test(given) ? given : null;
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function identified<Caller extends HttpCaller>(
  identify: (request: Request) => Caller | null | Promise<Caller | null>,
  request: Request,
): Promise<Caller> {
  const caller = await identify(request);
  if (caller === null || caller === undefined) throw unauthorized(request);
  if (!isRecord(caller) || typeof caller.id !== 'string' || caller.id.trim() === '') {
    throw new InvalidArgumentError(
      `expected identify to return { id, human?, scopes? } or null, got ${describeValue(caller)}; id must not be blank`,
    );
  }
  // `includes` of a text would find a scope within another one.
  if (!Array.isArray(caller.scopes ?? [])) {
    throw new InvalidArgumentError(
      `expected identify to return scopes as a list of texts, got ${describeValue(caller.scopes)}; split the scope claim of a token with claims.scope.split(' ')`,
    );
  }
  return caller;
}

/** RFC 6750 section 3: a request without a token gets no error code. */
function unauthorized(request: Request): HttpProblem {
  const challenge = request.headers.has('authorization')
    ? 'Bearer error="invalid_token"'
    : 'Bearer';
  return new HttpProblem(401, 'unauthorized', { headers: { 'www-authenticate': challenge } });
}

function checkScope(
  { scope }: { readonly scope?: string },
  caller: HttpCaller | undefined,
  request: Request,
): void {
  if (scope === undefined || caller === undefined || caller.scopes?.includes(scope) === true)
    return;
  if (caller.isAnonymous === true) throw unauthorized(request);
  throw new HttpProblem(403, 'forbidden', {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

function routeRequest<Caller extends HttpCaller>(
  route: Route<Caller>,
  context: HttpContext,
  options: HttpAppOptions<Caller>,
  caller: Caller | undefined,
): RouteRequest<Caller> {
  const { basePath = '', maxBodyBytes = defaultMaxBodyBytes } = options;
  return {
    request: context.req.raw,
    requestId: context.get('requestId'),
    locale: preferredLocale(context.req.raw, options.locale ?? 'en'),
    caller,
    base: (options.server ?? mountOf(context.req.path, basePath + route.path)) + basePath,
    hono: context,
    param: (name) => context.req.param(name) ?? '',
    body: async () => readBody(context, maxBodyBytes),
    // The statuses of a route table are those of JSON responses.
    json: (status, body, headers) => context.json(body, status as ContentfulStatusCode, headers),
  };
}

/** Returns the path below which an app is mounted: the segments in front of those that the app knows. */
function mountOf(path: string, ownPath: string): string {
  const segments = path.split('/');
  return segments.slice(0, segments.length - ownPath.split('/').length + 1).join('/');
}

function allowedMethods(
  routes: readonly Pick<Route, 'method' | 'path'>[],
  documentPath: string,
): ReadonlyMap<string, string> {
  const methods = new Map<string, string[]>([[documentPath, ['GET', 'HEAD']]]);
  for (const { path, method } of routes) {
    const names = method === 'GET' ? ['GET', 'HEAD'] : [method];
    methods.set(path, [...(methods.get(path) ?? []), ...names]);
  }
  return new Map(Array.from(methods, ([path, names]) => [path, names.toSorted().join(', ')]));
}

function documentOf<Caller extends HttpCaller>(options: HttpAppOptions<Caller>): OpenApiInput {
  const { info, routes, components = {}, basePath = '', identify, problemSchema } = options;
  const { anonymousScopes } = options;
  return {
    info,
    routes,
    components,
    basePath,
    authenticated: identify !== undefined,
    ...withoutUndefined({ problem: problemSchema, anonymousScopes }),
  };
}

function problemOf<Caller extends HttpCaller>(
  error: unknown,
  { problemOf: translate }: HttpAppOptions<Caller>,
): HttpProblem {
  if (error instanceof HttpProblem) return error;
  const known = translate?.(error) ?? null;
  if (known !== null) return known;
  // Thrown by middleware of the host, for example Hono's own bearer authentication.
  if (error instanceof HTTPException) return new HttpProblem(error.status, codeOf(error.status));
  return isStoreUnavailable(error)
    ? new HttpProblem(503, 'storage_error')
    : new HttpProblem(500, 'internal_error');
}

const codes: Readonly<Record<number, string>> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  428: 'precondition_required',
};

function codeOf(status: number): string {
  return codes[status] ?? 'internal_error';
}

/** Titles of the statuses that apps answer with (RFC 9110 15). */
const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const problemMediaType = 'application/problem+json';

function refuse<Caller extends HttpCaller>(
  problem: HttpProblem,
  context: HttpContext,
  options: HttpAppOptions<Caller>,
): Response {
  const request = context.req.raw;
  const locale = preferredLocale(request, options.locale ?? 'en');
  const id = context.get('requestId');
  const plain = problemBody(problem, { requestId: id, locale, texts: options.texts ?? {} });
  const body = { ...plain, ...options.problemMembers?.(plain) };
  const { problemType } = options;
  const isRfc9457 = accepts(request, problemMediaType);
  const { status } = problem;
  const rfc9457 = {
    type: problemType === undefined ? 'about:blank' : problemType + problem.code,
    title: titles[status] ?? 'Error',
    status,
    detail: body.message,
    instance: id,
  };
  return context.body(JSON.stringify(isRfc9457 ? { ...rfc9457, ...body } : body), status, {
    'content-type': isRfc9457 ? problemMediaType : 'application/json; charset=utf-8',
    'content-language': locale,
    ...problem.options.headers,
  });
}
