import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { InvalidArgumentError, type Locale, randomIds } from '@kanmon/core';
import { OpenAPIHono } from '@hono/zod-openapi';
import { isId } from '../model/ids.ts';
import { fieldIssue } from '../model/field-issue.ts';
import type { Caller } from '../service/caller.ts';
import type { ContentService } from '../service/service-interface.ts';
import { parsePrecondition } from '../service/revision.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { matchesNone, withoutWeakMarks } from './etag.ts';
import { type Answer, findDeck, handlers } from './handlers.ts';
import { describeEndpoints, openApiDocument } from './open-api.ts';
import { actorOf, authenticate } from './identify.ts';
import type { TokenVerifier } from './principal.ts';
import { readQuery } from './read-query.ts';
import { isJsonType, isRequestId, parseBody, readBytes } from './read-request.ts';
import {
  type AnswerContext,
  notModified,
  respond,
  respondError,
  respondRefusal,
} from './respond.ts';

/** How the HTTP entry is set up. */
export interface ContentAppOptions {
  readonly service: ContentService;
  /** Required unless `allowAnonymous`. */
  readonly auth?: TokenVerifier;
  /**
   * Who the actor is. `token`: its subject; `header`: X-Actor; `both-must-match`: X-Actor, which must
   * be the subject or a delegate. Without X-Actor it is the subject. @default 'both-must-match'
   */
  readonly actorPolicy?: 'token' | 'header' | 'both-must-match';
  /** Tags as the seed writes them, `W/"cards-6"`, compared as if strong. @default false */
  readonly weakEtagCompat?: boolean;
  /** @default '/v1' */
  readonly basePath?: string;
  /** @default 1_000_000 */
  readonly maxBodyBytes?: number;
  /** Of messages, where the client names no language. @default 'en' */
  readonly locale?: Locale;
  /** Takes requests without a token: beside `auth` for `cards:read` alone, else for everything. @default false */
  readonly allowAnonymous?: boolean;
}

const appNames: OptionNames<ContentAppOptions> = {
  service: true,
  auth: true,
  actorPolicy: true,
  weakEtagCompat: true,
  basePath: true,
  maxBodyBytes: true,
  locale: true,
  allowAnonymous: true,
};

/**
 * The card service over HTTP, mountable wherever a `(Request) => Response` goes. Checks in this order:
 * 401, 403, 400 of headers, path and query, 413, 415, 404, 428, replay, 409 of state, 412, 400 of the
 * body, other 409s.
 */
export function createContentApp(options: ContentAppOptions): OpenAPIHono {
  checkOptions(options, appNames, 'createContentApp(options)');
  const { basePath = '/v1', auth, allowAnonymous = false } = options;
  if (auth === undefined && !allowAnonymous) {
    throw new InvalidArgumentError(
      'expected options.auth to be a token verifier, got undefined; pass createStaticTokenVerifier(...) or say allowAnonymous: true',
    );
  }
  if (basePath !== '' && !/^(?:\/[\w.-]+)+$/.test(basePath)) {
    throw new InvalidArgumentError(
      `expected options.basePath to be '' or a path like '/v1', got ${JSON.stringify(basePath)}`,
    );
  }
  const app = new OpenAPIHono();
  const ids = randomIds();
  const contextOf = (request: Request): AnswerContext => {
    const given = request.headers.get('x-request-id');
    return {
      request,
      requestId: given !== null && isRequestId(given) ? given : ids.next('req'),
      locale: options.locale ?? 'en',
      weakEtags: options.weakEtagCompat ?? false,
    };
  };

  for (const endpoint of endpoints) {
    const path = basePath + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(endpoint.method.toUpperCase(), path, async (context) =>
      serve(endpoint, options, contextOf(context.req.raw), (name) => context.req.param(name)),
    );
  }
  const document = openApiDocument({ basePath });
  app.get(`${basePath}/openapi.json`, (context) =>
    respond(contextOf(context.req.raw), 200, document),
  );
  for (const [path, allow] of allowedMethods()) {
    app.all(basePath + path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) =>
      respondError(contextOf(context.req.raw), 'method_not_allowed', [], { allow }),
    );
  }
  app.notFound((context) => respondError(contextOf(context.req.raw), 'not_found'));
  app.onError((_error, context) => respondError(contextOf(context.req.raw), 'internal_error'));
  describeEndpoints(app.openAPIRegistry, basePath);
  return app;
}

function allowedMethods(): ReadonlyMap<string, string> {
  const methods = new Map<string, string[]>([['/openapi.json', ['GET', 'HEAD']]]);
  for (const { path, method } of endpoints) {
    const names = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    methods.set(path, [...(methods.get(path) ?? []), ...names]);
  }
  return new Map(Array.from(methods, ([path, names]) => [path, names.toSorted().join(', ')]));
}

/** One request, check by check. */
async function serve(
  endpoint: Endpoint,
  options: ContentAppOptions,
  context: AnswerContext,
  parameter: (name: string) => string | undefined,
): Promise<Response> {
  const { service, auth, maxBodyBytes = 1_000_000, basePath = '/v1' } = options;
  const { request } = context;
  const { headers } = request;

  const principal = await authenticate(request, options);
  if (principal === null) {
    const sent = headers.has('authorization') ? 'Bearer error="invalid_token"' : 'Bearer';
    return respondError(context, 'unauthorized', [], { 'www-authenticate': sent });
  }
  if (!principal.scopes.includes(endpoint.scope)) {
    // Without a token the actor header is the only name.
    if (auth !== undefined && !headers.has('authorization'))
      return respondError(context, 'unauthorized', [], { 'www-authenticate': 'Bearer' });
    return respondError(context, 'forbidden', [], {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${endpoint.scope}"`,
    });
  }
  const actor = endpoint.isChange ? actorOf(request, principal, options) : principal.subject;
  if (actor === 'mismatch') return respondError(context, 'actor_mismatch', ['X-Actor']);

  const problem = endpoint.isChange ? headerProblem(headers, actor, endpoint, context) : null;
  if (problem !== null) return problem;
  const query = readQuery(request, endpoint);
  const slide_id = parameter('slide_id') ?? '';
  const named = parameter('spec_id') ?? query.values.get('spec_id');
  const issues = [
    ...(endpoint.path.includes('{slide_id}') && !isId(slide_id)
      ? [fieldIssue(['slide_id'], 'invalid_format')]
      : []),
    ...(named !== undefined && !isId(named) ? [fieldIssue(['spec_id'], 'invalid_format')] : []),
    ...query.issues,
  ];
  if (issues.length > 0) return respondError(context, 'validation_error', issues);
  if (endpoint.name === 'list' && named === undefined)
    return respondError(context, 'spec_id_required', [fieldIssue(['spec_id'], 'missing')]);

  let body: unknown;
  if (endpoint.body !== 'none') {
    const read = await readBytes(request, maxBodyBytes);
    if (!read.ok) return respondError(context, 'payload_too_large');
    const isEmpty = read.bytes.length === 0 && endpoint.body === 'optional';
    if (!isEmpty && !isJsonType(headers.get('content-type')))
      return respondError(context, 'unsupported_media_type', ['Content-Type']);
    body = isEmpty ? undefined : parseBody(read.bytes);
  }

  const deck =
    named === undefined && endpoint.path.includes('{slide_id}')
      ? await findDeck(service, slide_id)
      : null;
  if (deck !== null && !deck.ok) return respondRefusal(context, deck);
  const ref = { spec_id: deck?.value ?? named ?? '', slide_id };
  const ifMatch = headers.get('if-match');
  const caller: Caller = {
    actor: actor ?? principal.subject,
    requestId: context.requestId,
    scopes: principal.scopes,
    ...(headers.has('idempotency-key')
      ? { idempotencyKey: headers.get('idempotency-key') ?? '' }
      : {}),
  };
  const result = await handlers[endpoint.name]({
    service,
    caller,
    ref,
    body,
    basePath,
    query: query.values,
    ifMatch: ifMatch === null ? undefined : context.weakEtags ? withoutWeakMarks(ifMatch) : ifMatch,
  });
  return result.ok ? written(context, endpoint, result.value) : respondRefusal(context, result);
}

function written(context: AnswerContext, endpoint: Endpoint, answer: Answer): Response {
  const { body, etag, headers = {} } = answer;
  const tag = etag === undefined || !context.weakEtags ? etag : `W/${etag}`;
  if (
    tag !== undefined &&
    endpoint.method === 'get' &&
    matchesNone(context.request.headers.get('if-none-match'), tag)
  )
    return notModified(context, tag);
  // The proof of an approval is part of what is verified later, so exports are never rewritten.
  const asWritten = isExport(endpoint.name) ? { ...context, weakEtags: false } : context;
  return respond(asWritten, endpoint.success, body, {
    ...headers,
    ...(tag === undefined ? {} : { etag: tag }),
  });
}

function isExport(name: Endpoint['name']): boolean {
  return name === 'exportApproved' || name === 'exportDraft';
}

function headerProblem(
  headers: Headers,
  actor: string | null,
  endpoint: Endpoint,
  context: AnswerContext,
): Response | null {
  if (actor === null && !headers.has('x-actor'))
    return respondError(context, 'header_required', ['X-Actor']);
  const requestId = headers.get('x-request-id');
  const key = headers.get('idempotency-key');
  const match = headers.get('if-match');
  const invalid = [
    ...(actor === null ? ['X-Actor'] : []),
    ...(requestId === null || isRequestId(requestId) ? [] : ['X-Request-ID']),
    ...(key !== null && !/^[\u0020-\u007e]{1,255}$/.test(key) ? ['Idempotency-Key'] : []),
    ...(endpoint.needsMatch && match !== null && parsePrecondition(match) === null
      ? ['If-Match']
      : []),
  ];
  return invalid.length === 0 ? null : respondError(context, 'header_invalid', invalid);
}
